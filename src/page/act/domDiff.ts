/** What an action did to classes, attributes, inline styles and words of a part of the page, element by element. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { cssPath } from "../see/cssPath.ts";
import { DEFAULT_TEST_ATTRIBUTES, testAttributeOf } from "../see/elements.ts";
import type { ActApi, DomChange } from "./api.ts";

const MAX_ELEMENTS = 30_000;
const MAX_CHANGES = 100;
const MAX_VALUE = 120;

interface Noted {
  attributes: Map<string, string>;
  text: string;
}

let noted: Map<Element, Noted> | undefined;

export const noteDom: ActApi["noteDom"] = ({ scope }) => {
  noted = new Map(elementsIn(scope, "before").map((element) => [element, note(element)]));
  return noted.size;
};

export const diffDom: ActApi["diffDom"] = ({ scope }) => {
  const before = noted;
  noted = undefined;
  if (!before) throw new PageRefusal("context-gone", "the action led to another document: there is nothing to compare", { hint: "Look at the new page with snapshot." });
  const now = elementsIn(scope, "after");
  const changes: DomChange[] = [];
  let changed = 0;
  let added = 0;
  for (const element of now) {
    const was = before.get(element);
    if (!was) {
      added++;
      continue;
    }
    before.delete(element);
    const change = compare(element, was, note(element));
    if (!change) continue;
    changed++;
    if (changes.length < MAX_CHANGES) changes.push(change);
  }
  const removed = before.size;
  return { changed: changes, added, removed, counts: { changed, added, removed } };
};

function elementsIn(scope: string, when: string): Element[] {
  const root = find(scope);
  if (!root) throw new PageRefusal("not-found", `scope "${scope}" matches nothing ${when} the action`, { hint: "It must be on the page before and after." });
  const all = [root, ...dom.querySelectorAll(root, "*")];
  if (all.length > MAX_ELEMENTS) throw new PageRefusal("too-large", `scope "${scope}" has ${all.length} elements; the limit is ${MAX_ELEMENTS}`, { hint: "Choose a narrower scope." });
  return all;
}

function find(scope: string): Element | null {
  try {
    return dom.querySelector(document, scope);
  } catch {
    throw new PageRefusal("invalid-selector", `"${scope}" is not a CSS selector`);
  }
}

function note(element: Element): Noted {
  const attributes = new Map<string, string>();
  for (const { name, value } of dom.attributes(element)) attributes.set(name, value);
  let text = "";
  for (const child of dom.childNodes(element)) if (dom.nodeType(child) === Node.TEXT_NODE) text += (child as Text).data;
  return { attributes, text: text.trim() };
}

function compare(element: Element, before: Noted, after: Noted): DomChange | undefined {
  const attrDelta: Record<string, [string | null, string | null]> = {};
  for (const name of new Set([...before.attributes.keys(), ...after.attributes.keys()])) {
    if (name === "class" || name === "style") continue;
    const delta = pairOf(before.attributes.get(name), after.attributes.get(name));
    if (delta) attrDelta[name] = delta;
  }
  const classDelta = classesOf(before.attributes.get("class"), after.attributes.get("class"));
  const styleDelta = stylesOf(before.attributes.get("style"), after.attributes.get("style"));
  const textDelta = pairOf(before.text, after.text);
  const hasAttributes = Object.keys(attrDelta).length > 0;
  if (!hasAttributes && !classDelta && !styleDelta && !textDelta) return undefined;
  const test = testAttributeOf(element, DEFAULT_TEST_ATTRIBUTES);
  return {
    path: cssPath(element),
    tag: dom.localName(element),
    ...(test && { testId: test[1] }),
    ...(classDelta && { classDelta }),
    ...(styleDelta && { styleDelta }),
    ...(hasAttributes && { attrDelta }),
    ...(textDelta && { textDelta }),
  };
}

const short = (value: string | undefined): string | null => (value === undefined ? null : value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value);

const pairOf = (before: string | undefined, after: string | undefined): [string | null, string | null] | undefined => (before === after ? undefined : [short(before), short(after)]);

function classesOf(before = "", after = ""): DomChange["classDelta"] {
  const was = new Set(before.split(/\s+/).filter(Boolean));
  const is = new Set(after.split(/\s+/).filter(Boolean));
  const added = [...is].filter((name) => !was.has(name));
  const removed = [...was].filter((name) => !is.has(name));
  return added.length + removed.length > 0 ? { added, removed } : undefined;
}

function stylesOf(before = "", after = ""): DomChange["styleDelta"] {
  if (before === after) return undefined;
  const was = declarations(before);
  const is = declarations(after);
  const delta: Record<string, [string | null, string | null]> = {};
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const pair = pairOf(was.get(name), is.get(name));
    if (pair) delta[name] = pair;
  }
  return Object.keys(delta).length > 0 ? delta : undefined;
}

function declarations(text: string): Map<string, string> {
  const style = dom.style(dom.createElement(document, "i"));
  style.cssText = text;
  return new Map([...style].map((name) => [name, style.getPropertyValue(name)]));
}
