/** Goes by where it leads and by how much it is like its neighbours: lists of other pages, and of this one. */
import { drop, lengthOf, linkedShare, wordsOf } from "../measures.ts";

/** Lists whose lines are the headings that follow: read twice, they say nothing more. */
export function dropTableOfContents(root: Element): void {
  const headings = new Set([...root.querySelectorAll("h2, h3, h4, h5")].map((each) => wordsOf(each).toLowerCase()));
  if (headings.size < 2) return;
  for (const list of [...root.querySelectorAll("ul, ol")].toReversed()) {
    const lines = [...list.querySelectorAll("li")].map((each) => wordsOf(each.querySelector("a") ?? each).toLowerCase().replace(/^[\d.]+\s*/, ""));
    if (lines.length >= 2 && lines.filter((line) => headings.has(line)).length >= lines.length * 0.7) drop(list);
  }
}

/** Of the text, the share that cards, or a list of links, may hold; more is what the page is about. */
const MOST = { cards: 0.4, links: 0.3 };
const CARD = { least: 3, length: 400, linked: 0.25 };
const NAMES_OF_CARDS = "h2 a, h3 a, h4 a, h5 a, a h2, a h3, a h4, a h5, a img, a [class*=title], a[class*=title], a [class*=head]";

/** Three or more alike that each lead elsewhere with a headline and a few words: other articles. */
export function dropCards(root: Element): void {
  const all = lengthOf(root);
  for (const each of [...root.querySelectorAll("ul, ol, div, section")].toReversed()) {
    if (!root.contains(each) || each.children.length < CARD.least) continue;
    const length = lengthOf(each);
    if (length === 0 || length > all * MOST.cards || each.querySelector("pre, table, h1, [data-math]")) continue;
    const cards = [...each.children].filter((child) => child.getAttribute("class") !== null && child.getAttribute("class") === each.lastElementChild?.getAttribute("class"));
    if (cards.length >= CARD.least && cards.length >= each.children.length - 1 && cards.every(isCard)) drop(each);
  }
}

const isCard = (element: Element): boolean => {
  const length = lengthOf(element);
  return length > 0 && length < CARD.length && linkedShare(element) > CARD.linked && element.querySelector(NAMES_OF_CARDS) !== null;
};

const MOSTLY_LINKED = 0.65;
/** Shorter links are labels. */
const NAME_OF_PAGE = 25;

/** Parts that are links and hardly anything else, and are no list of the article's: names of pages, or a row of labels. */
export function dropLinkLists(root: Element): void {
  const all = lengthOf(root);
  for (const each of [...root.querySelectorAll("ul, ol, div, section, p")].toReversed()) {
    if (!root.contains(each) || each.querySelector("pre, table, h1, [data-math]") || each.closest("li, td, blockquote, dd")) continue;
    const length = lengthOf(each);
    if (length === 0 || length > all * MOST.links || isIntroduced(each)) continue;
    const links = each.querySelectorAll("a").length;
    if (links >= 3 && linkedShare(each) >= MOSTLY_LINKED && (length / links >= NAME_OF_PAGE || each.localName === "p" || each.localName === "div")) drop(each);
  }
}

/** By a heading of the article, or by a sentence that ends with a colon. */
function isIntroduced(element: Element): boolean {
  const before = element.previousElementSibling;
  if (!before) return false;
  return /^h[2-6]$/.test(before.localName) || (before.localName === "p" && wordsOf(before).endsWith(":"));
}
