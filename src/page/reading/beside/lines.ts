/** Blocks and lines of an article, as the rules look at them. */
import { lengthOf, wordsOf } from "../measures.ts";

/** Never gone with a line for what the line says. */
export const KEEPS = "img, picture, video, pre, table, code, math, [data-math]";
export const BLOCKS = "p, li, div, section, blockquote, h2, h3, h4, h5, h6, ul, ol, dl, table, figure, article, header";

/** Those without anything to keep, from the innermost. */
export function linesOf(root: Element, selector: string): Element[] {
  const holding = holdersOf(root.querySelectorAll(KEEPS));
  return [...root.querySelectorAll(selector)].toReversed().filter((each) => !holding.has(each) && !each.closest("pre, code, table"));
}

/** All that elements stand in. */
export function holdersOf(elements: Iterable<Element>): Set<Element> {
  const holding = new Set<Element>();
  for (const each of elements) for (let at = each.parentElement; at && !holding.has(at); at = at.parentElement) holding.add(at);
  return holding;
}

export const isBlock = (element: Element): boolean => element.matches(BLOCKS) || element.localName === "figcaption";

/** A block, or the one thing that a block says. */
export function isWholeLine(element: Element): boolean {
  if (isBlock(element)) return true;
  const parent = element.parentElement;
  return parent !== null && lengthOf(parent) === lengthOf(element) && wordsOf(parent) === wordsOf(element);
}

export const isHeading = ({ localName }: Element): boolean => /^h[1-6]$/.test(localName);

export const levelOf = (element: Element): number | undefined => (isHeading(element) ? Number(element.localName[1]) : undefined);

export const endsAsSentence = (text: string): boolean => /[.!?…。]["'”“«»)\]]*$/.test(text);

/** The next element with words or pictures in it, in the order of reading. */
export function following(element: Element, root: Element): Element | undefined {
  for (let at: Element | null = element; at && at !== root; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling) if (lengthOf(next) > 0 || next.matches(KEEPS) || next.querySelector(KEEPS)) return next.querySelector("h1, h2, h3, h4, h5, h6") ?? next;
  return undefined;
}
