/** The words people read in an element, with what its controls hold; reading stops when there are enough. */
import * as dom from "../dom.ts";
import { composedChildren, isElement, isText } from "../see/composed.ts";
import { squash } from "../see/name.ts";
import { valueOf } from "../see/value.ts";

const skipped = new Set(["script", "style", "template", "noscript", "head", "option", "optgroup", "datalist"]);
const inline = new Set("a abbr b bdi cite code em font i kbd label mark q s small span strong sub sup time u var slot".split(" "));

export function visibleText(element: Element, limit: number): string {
  const reader = new TextReader(limit * 2);
  reader.read(element);
  const text = squash(reader.text);
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** The first words inside an element. */
export function firstVisibleText(element: Element, limit: number): string {
  const reader = new TextReader(1);
  reader.read(element);
  return squash(reader.text).slice(0, limit);
}

class TextReader {
  text = "";
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  read(element: Element): void {
    if (skipped.has(dom.localName(element)) || !isShown(element)) return;
    const value = valueOf(element);
    if (value !== undefined) {
      this.text += ` ${value} `;
      return;
    }
    const parts = inline.has(dom.localName(element)) ? "" : " ";
    this.text += parts;
    for (const child of composedChildren(element)) {
      if (this.text.trimStart().length >= this.#limit) return;
      if (isText(child)) this.text += child.data;
      else if (isElement(child)) this.read(child);
    }
    this.text += parts;
  }
}

const isShown = (element: Element): boolean =>
  dom.checkVisibility(element, { visibilityProperty: true }) || getComputedStyle(element).display === "contents";
