/** Goes by where it stands: after the last words of an article, or around what has gone. */
import { drop, lengthOf, linkedShare, textBefore, wordsOf } from "../measures.ts";
import { KEEPS, endsAsSentence, following, isHeading, levelOf } from "./lines.ts";
import { asksReader, endsArticle, isAboutArticle } from "./phrases.ts";

/** Of the text: the share after which its end may begin, and that such an end may hold in words that are no links. */
const END = { after: 0.4, prose: 0.12, heading: 120 };
/** Words that are no links: a longer paragraph is the article's again, and so is a part of several. */
const PROSE = { paragraph: 350, part: 1050, line: 80 };

const proseIn = (element: Element): number => lengthOf(element) * (1 - linkedShare(element));

/** From a heading that introduces other things to the end of what it stands in. */
export function dropEnds(root: Element): void {
  const all = lengthOf(root);
  for (const heading of root.querySelectorAll("h2, h3, h4, h5, h6, strong, b, p, div, span")) {
    const text = wordsOf(heading);
    if (text.length === 0 || text.length > END.heading || !root.contains(heading) || !endsArticle.test(text) || (!isHeading(heading) && endsAsSentence(text))) continue;
    const block = isHeading(heading) ? heading : lineAround(heading, text);
    if (!block || block === root || textBefore(root, block) < all * END.after) continue;
    const doomed = [block, ...whatItIntroduces(block)];
    if (doomed.reduce((sum, each) => sum + proseIn(each), 0) <= all * END.prose) for (const each of doomed) drop(each);
  }
}

function whatItIntroduces(block: Element): Element[] {
  const level = levelOf(block);
  const found: Element[] = [];
  for (let next = block.nextElementSibling; next; next = next.nextElementSibling) {
    const other = levelOf(next);
    if (level !== undefined && other !== undefined && other <= level && !endsArticle.test(wordsOf(next))) break;
    if (proseIn(next) > (next.localName === "p" ? PROSE.paragraph : PROSE.part)) break;
    if (level === undefined && next.localName === "p" && linkedShare(next) < 0.3 && lengthOf(next) > PROSE.line) break;
    found.push(next);
  }
  return found;
}

/** A line that is one thing as a whole is a heading of those who have none. */
function lineAround(element: Element, text: string): Element | undefined {
  const block = element.closest("p, div, li");
  return block && lengthOf(block) === text.length && wordsOf(block) === text ? block : undefined;
}

const EDGE = { blocks: 6, share: 0.2, call: 500 };
const INNER = "p, div, h1, h2, h3, h4, h5, h6, li, table, pre, blockquote, figure, section";

/** Calls, links and introductions to nothing after the last words of an article are none of it. */
export function dropEdges(root: Element): void {
  const most = lengthOf(root) * EDGE.share;
  const doomed: Element[] = [];
  for (const each of [...root.querySelectorAll("p, div, h2, h3, h4, h5, h6, li, td, pre, blockquote, figcaption, dd, section")].toReversed()) {
    if (lengthOf(each) === 0 || each.querySelector(INNER)) continue;
    if (doomed.length >= EDGE.blocks || !isOfNoUseLast(each)) break;
    doomed.push(each);
  }
  if (doomed.reduce((sum, each) => sum + lengthOf(each), 0) <= most) for (const each of doomed) drop(each);
}

function isOfNoUseLast(element: Element): boolean {
  if (!/^(?:p|div|section|h\d)$/.test(element.localName) || element.closest("li, table, blockquote, figure, pre") || element.querySelector(KEEPS)) return false;
  const text = wordsOf(element);
  return linkedShare(element) > 0.8 || text.endsWith(":") || asksReader.test(text) || isAboutArticle(text) || (text.length < EDGE.call && isOfOneStyle(element, text));
}

/** All of it slanted, bold or small: not the article's own voice. */
const isOfOneStyle = (element: Element, text: string): boolean => [...element.querySelectorAll("em, i, strong, b, small")].some((each) => lengthOf(each) >= text.length * 0.9);

/** Headings with nothing after them: what they introduced is gone. */
export function dropBareHeadings(root: Element): void {
  for (const heading of [...root.querySelectorAll("h2, h3, h4, h5, h6")].toReversed()) {
    if (!root.contains(heading)) continue;
    const next = following(heading, root);
    if (!next || (levelOf(next) ?? 9) < (levelOf(heading) ?? 0)) drop(heading);
  }
}
