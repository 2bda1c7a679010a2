import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { composedAncestors, isElement, isText } from "../see/composed.ts";
import { documentRoots } from "../see/documentTree.ts";
import { elementAt } from "../see/covered.ts";
import { resolveAll } from "../see/elements.ts";
import { squash } from "../see/name.ts";
import { hasVisibleBox } from "../see/visible.ts";
import type { ActApi } from "./api.ts";
import { untilDefined } from "./nextFrame.ts";

export const waitFor: ActApi["waitFor"] = async ({ target, text, point, waitMs }) => {
  const words = text === undefined ? undefined : squash(text).toLowerCase();
  const holds = (): boolean => {
    if (words !== undefined) return hasVisibleWords(words);
    if (point) return hasSomethingAt(point.x, point.y);
    return target !== undefined && matches(target).some(hasVisibleBox);
  };
  return (await untilDefined(() => holds() || undefined, waitMs)) ?? false;
};

function matches(target: Parameters<typeof resolveAll>[0]): Element[] {
  try {
    return resolveAll(target);
  } catch (refusal) {
    // An element that is not there yet, or for a moment, is what is waited for.
    if (refusal instanceof PageRefusal && (refusal.code === "ref-gone" || refusal.code === "not-found")) return [];
    throw refusal;
  }
}

const hasSomethingAt = (x: number, y: number): boolean => {
  const element = elementAt(x, y);
  return element !== null && element !== dom.documentElement(document) && element !== dom.body(document);
};

/** Words that people can read anywhere in this document, also when mark-up parts them. */
function hasVisibleWords(words: string): boolean {
  return documentRoots().some((root) => {
    const top = root instanceof Document ? dom.body(root) : root;
    return (top && holdsWords(top, words) && innermostWith(top, words)) || heldByControl(root, words);
  });
}

/** Goes down to the smallest elements that hold the words and asks whether one of them shows. */
function innermostWith(top: ParentNode & Node, words: string): boolean {
  let deeper = false;
  for (const child of top.children) {
    if (unread.has(dom.localName(child)) || !holdsWords(child, words)) continue;
    deeper = true;
    if (innermostWith(child, words)) return true;
  }
  if (deeper || !(top instanceof Element)) return false;
  return hasVisibleBox(top) || [...composedAncestors(top)].slice(0, 1).some((parent) => getComputedStyle(top).display === "contents" && hasVisibleBox(parent));
}

const unread = new Set(["script", "style", "template", "noscript"]);

/** Code is text to the document and not to its readers. */
function holdsWords(top: Document | DocumentFragment | Element, words: string): boolean {
  if (!squash(dom.textContent(top) ?? "").toLowerCase().includes(words)) return false;
  return !dom.querySelector(top, [...unread].join()) || squash(readableText(top)).toLowerCase().includes(words);
}

function readableText(top: Node): string {
  let text = "";
  for (const node of dom.childNodes(top)) {
    if (isText(node)) text += node.data;
    else if (isElement(node) && !unread.has(dom.localName(node))) text += readableText(node);
  }
  return text;
}

/** Buttons made of inputs show their value. */
function heldByControl(root: Document | DocumentFragment | Element, words: string): boolean {
  for (const input of dom.querySelectorAll<HTMLInputElement>(root, "input[type=submit], input[type=button], input[type=reset]"))
    if (squash(input.value).toLowerCase().includes(words) && hasVisibleBox(input)) return true;
  return false;
}
