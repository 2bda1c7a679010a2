/** Where a text can be read on the page. */
import * as dom from "../dom.ts";
import type { SeeApi, TextMatch } from "./api.ts";
import { codeEditorOf } from "./codeEditor.ts";
import { composedChildren, composedParent, documentRoot, isElement, isText } from "./composed.ts";
import { contextOf } from "./context.ts";
import { DEFAULT_TEST_ATTRIBUTES, RefMint, resolveTarget } from "./elements.ts";
import { cut } from "./line.ts";
import { NameReader, squash } from "./name.ts";
import { roleOf } from "./role.ts";
import { containsText, isExactText, type TextTest } from "../selector/text.ts";
import { valueOf } from "./value.ts";
import { BoxReader, hasVisibleBox } from "./visible.ts";

const silent = new Set(["script", "style", "noscript", "template", "head", "title"]);
const TEXT_LENGTH = 200;

/** What a control shows besides its content. */
function shownByControl(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if ((element instanceof HTMLInputElement && element.type === "hidden") || codeEditorOf(element)) return "";
    return squash(valueOf(element) || element.placeholder || (element instanceof HTMLInputElement ? element.value : ""));
  }
  if (element instanceof HTMLSelectElement) return squash(valueOf(element) ?? "");
  return element instanceof HTMLImageElement && !element.complete ? element.alt : "";
}

const isShown = (element: Element): boolean => dom.checkVisibility(element, { opacityProperty: true }) || getComputedStyle(element).display === "contents";

class Search {
  readonly #test: TextTest;
  readonly #includeHidden: boolean;
  readonly found: { element: Element; text: string }[] = [];

  constructor(test: TextTest, includeHidden: boolean) {
    this.#test = test;
    this.#includeHidden = includeHidden;
  }

  /** Adds the innermost elements under this one whose text passes; returns the text that can be read in it. */
  visit(element: Element): string {
    if (silent.has(dom.localName(element)) || (!this.#includeHidden && !isShown(element))) return "";
    const shown = shownByControl(element);
    if (shown) {
      if (this.#test(shown)) this.#add(element, shown);
      return "";
    }
    if (element instanceof HTMLSelectElement) return "";
    const before = this.found.length;
    let raw = "";
    let words = false;
    for (const child of composedChildren(element)) {
      if (isElement(child)) raw += this.visit(child);
      else if (isText(child) && (words ||= this.#includeHidden || getComputedStyle(element).visibility === "visible"))
        raw += child.data;
    }
    if (this.found.length === before && raw) {
      const text = squash(raw);
      if (text && this.#test(text)) this.#add(element, text);
    }
    return raw;
  }

  #add(element: Element, text: string): void {
    if (this.#includeHidden || hasVisibleBox(element)) this.found.push({ element: spokesman(element, text), text });
  }
}

/** The element that says just this and has a role (a status, a cell), rather than a wrapper inside it. */
function spokesman(element: Element, text: string): Element {
  // A drawing is not what its only label says.
  if (element instanceof SVGElement) return element;
  const saysMore = (at: Element) => at !== element && squash(dom.textContent(at) ?? "") !== text;
  for (let at: Element | null = element; at && at !== dom.body(document) && !saysMore(at); at = composedParent(at))
    if (roleOf(at) !== "generic") return at;
  return element;
}

/** Elements whose text passes, innermost first found in document order. */
function elementsWithText(
  root: Element,
  text: string,
  exact: boolean,
  includeHidden: boolean,
): { element: Element; text: string }[] {
  const search = new Search(exact ? isExactText(text) : containsText(text), includeHidden);
  search.visit(root);
  return search.found;
}

export const textSearch: SeeApi["textSearch"] = (arg) => {
  const names = new NameReader();
  const mint = new RefMint(arg.nextRef, names, arg.testAttributes ?? DEFAULT_TEST_ATTRIBUTES);
  const boxes = new BoxReader();
  const root = arg.scope ? resolveTarget(arg.scope) : documentRoot();
  const found = elementsWithText(root, arg.text, arg.exact === true, arg.includeHidden === true);
  const matches = found.slice(0, arg.maxMatches).map(({ element, text }): TextMatch => {
    const context = contextOf(element, names);
    const bbox = boxes.visibleBox(element);
    return {
      ref: mint.refOf(element),
      role: roleOf(element),
      text: cut(text, TEXT_LENGTH),
      ...(context && { context }),
      bbox,
      clipped: bbox === null,
    };
  });
  return { count: found.length, matches, nextRef: mint.next, minted: mint.minted };
};
