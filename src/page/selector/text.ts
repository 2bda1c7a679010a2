/** Matching by the text people read, as `text=` and `:has-text()` do. */
import { composedChildren, isElement, isText } from "../see/composed.ts";
import { squash } from "../see/name.ts";

const silent = new Set(["script", "style", "noscript", "template", "head"]);

/** Texts of elements, remembered for one query. */
export class Texts {
  #known = new Map<Element, string>();

  of(element: Element): string {
    let text = this.#known.get(element);
    if (text === undefined) {
      text = squash(this.#raw(element));
      this.#known.set(element, text);
    }
    return text;
  }

  #raw(element: Element): string {
    if (silent.has(element.localName)) return "";
    if (element instanceof HTMLInputElement)
      return element.type === "submit" || element.type === "button" || element.type === "reset" ? element.value : "";
    if (!element.firstElementChild && !element.shadowRoot && element.localName !== "slot") return element.textContent ?? "";
    let text = "";
    for (const child of composedChildren(element)) {
      if (isText(child)) text += child.data;
      else if (isElement(child)) text += this.#rawOf(child);
    }
    return text;
  }

  #raws = new Map<Element, string>();
  #rawOf(element: Element): string {
    let raw = this.#raws.get(element);
    if (raw === undefined) {
      raw = this.#raw(element);
      this.#raws.set(element, raw);
    }
    return raw;
  }
}

export type TextTest = (text: string) => boolean;

export function containsText(wanted: string): TextTest {
  const needle = squash(wanted).toLowerCase();
  return (text) => text.toLowerCase().includes(needle);
}

export function isExactText(wanted: string): TextTest {
  const needle = squash(wanted);
  return (text) => text === needle;
}

export const matchesText =
  (pattern: RegExp): TextTest =>
  (text) => {
    pattern.lastIndex = 0;
    return pattern.test(text);
  };

/** True for the innermost elements whose text passes: an ancestor whose child passes too is left out. */
export function isInnermost(element: Element, test: TextTest, texts: Texts): boolean {
  if (silent.has(element.localName) || !test(texts.of(element))) return false;
  for (const child of composedChildren(element)) if (isElement(child) && test(texts.of(child))) return false;
  return true;
}

/** `:text-is` also takes an element one of whose own text nodes is exactly the text. */
export function isExactly(element: Element, wanted: string, texts: Texts): boolean {
  const test = isExactText(wanted);
  if (silent.has(element.localName)) return false;
  if (isInnermost(element, test, texts)) return true;
  for (const child of composedChildren(element)) if (isText(child) && test(squash(child.data))) return true;
  return false;
}

/** The test that the body of `text=` describes: plain, "exact" or /pattern/flags. */
export function textTest(body: string): { exact?: string; test: TextTest } {
  const quoted = /^(["'])(.*)\1$/s.exec(body);
  if (quoted) {
    const exact = (quoted[2] ?? "").replace(/\\(.)/g, "$1");
    return { exact, test: isExactText(exact) };
  }
  const pattern = /^\/(.*)\/([a-z]*)$/s.exec(body);
  if (pattern) return { test: matchesText(new RegExp(pattern[1] ?? "", pattern[2])) };
  return { test: containsText(body) };
}
