/** Matching by the text people read, as `text=` and `:has-text()` do. */
import * as dom from "../dom.ts";
import { squash } from "../see/name.ts";

/** White space as one space; characters that only allow a line to break are no letters. */
export const normalized = (text: string): string => squash(text.replace(/[\u200b\u00ad]/g, ""));

const silentTags = new Set(["script", "noscript", "style", "template"]);

/** Texts in the head are about the page, not on it. */
const isSilent = (node: Element | ShadowRoot): boolean =>
  node instanceof Element && (silentTags.has(dom.localName(node)) || dom.head(document)?.contains(node));

class ElementText {
  /** All of it, as it is in the document. */
  readonly full: string;
  /** Runs of text that are not inside a child. */
  readonly own: readonly string[];
  #normalized: string | undefined;

  constructor(full: string, own: readonly string[]) {
    this.full = full;
    this.own = own;
  }

  get normalized(): string {
    return (this.#normalized ??= normalized(this.full));
  }
}

const nothing = new ElementText("", []);
const textOfWords = (words: string): ElementText => new ElementText(words, [words]);
const buttonTypes = new Set(["submit", "button", "reset"]);

/** Texts of elements, remembered for one query. */
export class Texts {
  #known = new Map<Element | ShadowRoot, ElementText>();

  of(element: Element | ShadowRoot): ElementText {
    let text = this.#known.get(element);
    if (!text) {
      text = this.#read(element);
      this.#known.set(element, text);
    }
    return text;
  }

  #read(element: Element | ShadowRoot): ElementText {
    if (isSilent(element)) return nothing;
    if (element instanceof HTMLInputElement && buttonTypes.has(element.type)) return textOfWords(element.value);
    let full = "";
    let run = "";
    const own: string[] = [];
    for (let child = dom.firstChild(element); child; child = dom.nextSibling(child)) {
      if (dom.nodeType(child) === Node.TEXT_NODE) run += (child as Text).data;
      else if (dom.nodeType(child) === Node.ELEMENT_NODE) {
        if (run) own.push(run);
        full += run + this.of(child as Element).full;
        run = "";
      }
    }
    if (run) own.push(run);
    full += run;
    const shadow = element instanceof Element ? dom.shadowRoot(element) : null;
    if (shadow) full += this.of(shadow).full;
    return full ? new ElementText(full, own) : nothing;
  }

  /** The texts that label a control, as `getByLabel` reads them. */
  labelsOf(element: Element, labelledBy: readonly Element[]): ElementText[] {
    if (labelledBy.length) return labelledBy.map((label) => this.of(label));
    const label = dom.getAttribute(element, "aria-label");
    if (label?.trim()) return [textOfWords(label)];
    const { labels } = element as HTMLInputElement;
    return labels instanceof NodeList ? [...labels].map((each) => this.of(each)) : [];
  }
}

export type TextTest = (text: string) => boolean;

export function containsText(wanted: string): TextTest {
  const needle = normalized(wanted).toLowerCase();
  return (text) => text.toLowerCase().includes(needle);
}

export function isExactText(wanted: string): TextTest {
  const needle = normalized(wanted);
  return (text) => text === needle;
}

/** How a text is compared: with all of an element's text, or with the runs that are its own. */
export interface TextMatch {
  test(text: ElementText): boolean;
  /** An element passes though a child does too. */
  withPassingChild?: boolean;
  /** What does not pass has nothing inside that does. */
  isPartOfParents?: boolean;
}

export const contains = (wanted: string): TextMatch => {
  const test = containsText(wanted);
  return { test: (text) => test(text.normalized), isPartOfParents: true };
};

/** The whole text. */
export const equals = (wanted: string): TextMatch => {
  const test = isExactText(wanted);
  return { test: (text) => test(text.normalized) };
};

/** One of the element's own runs of text, as quotes in `text="…"` ask for. */
export const hasOwnRun = (wanted: string): TextMatch => {
  const needle = normalized(wanted);
  return {
    test: ({ own }) => (needle || own.length ? own.some((run) => normalized(run) === needle) : true),
    withPassingChild: true,
  };
};

export const fitsPattern = (pattern: RegExp): TextMatch => ({
  test: ({ full }) => {
    pattern.lastIndex = 0;
    return pattern.test(full);
  },
});

/** True for the innermost elements whose text passes: an ancestor whose child passes too is left out. */
export function isInnermost(element: Element, { test, withPassingChild }: TextMatch, texts: Texts): boolean {
  if (isSilent(element) || !test(texts.of(element))) return false;
  if (withPassingChild) return true;
  for (let child = dom.firstElementChild(element); child; child = dom.nextElementSibling(child)) if (test(texts.of(child))) return false;
  const shadow = dom.shadowRoot(element);
  return !(shadow && test(texts.of(shadow)));
}

export const hasText = (element: Element, { test }: TextMatch, texts: Texts): boolean =>
  !isSilent(element) && test(texts.of(element));
