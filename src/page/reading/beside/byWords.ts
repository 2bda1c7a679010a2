/** Goes by what it says: short lines of which the first words tell what they are for. */
import { drop, forgetAround, lengthOf, linkedShare, textBefore, wordsOf } from "../measures.ts";
import { BLOCKS, KEEPS, holdersOf, isBlock, isHeading, isWholeLine, linesOf } from "./lines.ts";
import { names, partsCalled } from "./names.ts";
import { asksReader, creditAtEnd, isAboutArticle, isCredit, isIdle, pointsElsewhere, standsForOther } from "./phrases.ts";

/** Longer ones are the article's, whatever they begin with. */
const MOST = { credit: 140, idle: 120, asks: 320, points: 260, about: 600, date: 140 };

/** What a picture shows stays, whose it is goes. */
export function dropCredits(root: Element): void {
  for (const each of [...root.querySelectorAll("figcaption"), ...partsCalled(root, names.caption)]) {
    const last = [...each.childNodes].findLast((node) => (node.textContent ?? "").trim() !== "");
    if (last?.nodeType !== 3) continue;
    last.nodeValue = (last.nodeValue ?? "").replace(creditAtEnd, "");
    forgetAround(last);
  }
  for (const each of partsCalled(root, names.credit)) if (root.contains(each) && lengthOf(each) <= MOST.credit && !each.querySelector(KEEPS)) drop(each);
  for (const each of linesOf(root, "p, div, small, span, em, i, figcaption, li, cite, a"))
    if (root.contains(each) && lengthOf(each) <= MOST.credit && isWholeLine(each) && isCredit(wordsOf(each))) drop(each);
}

/** Galleries tell again, apart from the picture, what its caption says, or tell it in two sizes. */
export function dropRepeatedCaptions(root: Element): void {
  const all = new Set([...root.querySelectorAll("figcaption"), ...partsCalled(root, names.caption)]);
  const holding = holdersOf(all);
  const captions = [...all].filter((each) => !holding.has(each) && lengthOf(each) >= SAID_ONCE);
  for (const each of captions.toReversed()) {
    if (each.closest("figure")?.querySelector("img, picture, video") || each.querySelector(KEEPS)) continue;
    if (captions.some((other) => other !== each && root.contains(other) && wordsOf(other).includes(wordsOf(each)))) drop(each);
  }
}

/** Shorter ones may be meant twice. */
const SAID_ONCE = 40;

export function dropIdle(root: Element): void {
  for (const each of linesOf(root, "p, li, div, span, h2, h3, h4, h5, h6, strong, b, a, figcaption, small, center")) {
    if (!root.contains(each) || !isWholeLine(each)) continue;
    const text = wordsOf(each);
    if (text === "") continue;
    if (text.length <= MOST.idle && isIdle(text)) drop(each);
    else if (text.length <= MOST.asks && each.localName !== "li" && standsForOther.test(text)) drop(each);
    else if (text.length <= MOST.asks && isSetApart(each) && asksReader.test(text)) drop(each);
  }
}

/** A block that leads somewhere, or is slanted, or is a heading: an article tells of subscribing in a plain sentence. */
const isSetApart = (element: Element): boolean => element.localName !== "li" && isBlock(element) && (linkedShare(element) > 0.08 || isHeading(element) || element.querySelector("em, i") !== null) && !element.querySelector(BLOCKS);

const day = String.raw`(?:\d{1,2}\s*[./-]\s*\d{1,2}\s*[./-]\s*(?:\d{4}|\d{2})|\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}(?:\.|st|nd|rd|th)?\s(?:de\s)?\p{L}{3,10}\.?,?\s(?:de\s)?(?:19|20)\d\d|\p{L}{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d)`;
const hasDay = new RegExp(`(?<!\\d)${day}(?!\\d)`, "u");
const DATE = { early: 0.15, late: 0.9, besides: 50 };

/** A line with a date and a few words, before the text or after it: when it was written, by whom, where it is filed. */
export function dropDates(root: Element): void {
  const all = lengthOf(root);
  for (const each of linesOf(root, "p, div, span, small")) {
    const text = wordsOf(each);
    if (text.length > MOST.date || !root.contains(each) || !isWholeLine(each) || each.closest("li, blockquote, figure, dl")) continue;
    const date = hasDay.exec(text)?.[0];
    if (date === undefined || text.length - date.length > DATE.besides || /[.!?…]$/.test(text)) continue;
    const before = textBefore(root, each);
    if (before <= Math.max(300, all * DATE.early) || before >= all * DATE.late) drop(each);
  }
}

/** Labels and authors are marked as such for programs: a line around such a link tells of the article. */
export function dropMarked(root: Element): void {
  for (const each of linesOf(root, "a[rel~=tag], a[rel~=category], a[rel~=author], a[rel~=sponsored]")) {
    if (!root.contains(each)) continue;
    const line = each.closest("p, li, div, ul, section") ?? each;
    if (line !== root && lengthOf(line) <= MOST.date && !line.querySelector(KEEPS)) drop(line);
  }
}

export function dropPointers(root: Element): void {
  for (const each of linesOf(root, "p, li, div, blockquote, h2, h3, h4, h5, h6")) {
    if (!root.contains(each) || each.querySelector("p, li, div, h2, h3, h4")) continue;
    const text = wordsOf(each);
    if (text.length === 0 || text.length > MOST.points) continue;
    const links = linkedShare(each);
    if (isLabelOfAPage(each, text)) {
      drop(each);
      continue;
    }
    const isTold = pointsElsewhere.test(text) && (links > 0.3 || (isHeading(each) && /^[^:]{2,24}:/.test(text)));
    if (isTold || (links > 0.95 && isNameOfAPage(each))) drop(each);
  }
}

/** A paragraph that is one link between paragraphs of prose, with words as a headline has them. */
function isNameOfAPage(element: Element): boolean {
  if (element.localName !== "p" && element.localName !== "div") return false;
  const text = wordsOf(element);
  return element.querySelectorAll("a").length === 1 && text.length > 45 && text.length < 140 && text.includes(" ") && !/[.…]$/.test(text);
}

/** A few words, a colon and the headline of another page. */
function isLabelOfAPage(element: Element, text: string): boolean {
  if (element.localName !== "p" && element.localName !== "div") return false;
  const links = element.querySelectorAll("a");
  const headline = links.length === 1 && links[0] ? wordsOf(links[0]) : "";
  return headline.length >= LABEL.headline && headline.includes(" ") && text.endsWith(headline) && text.indexOf(headline) <= LABEL.most && /^[^.!?]+:\s*["„“«»]?$/.test(text.slice(0, -headline.length)) && !/[.…]$/.test(headline);
}

const LABEL = { headline: 25, most: 50 };

/** Of the text, the share after which it may be spoken of. */
const LATE = 0.6;

/** At the end: who wrote it, where it was printed first, what may be done with it. */
export function dropClosing(root: Element): void {
  const all = lengthOf(root);
  const isLate = (each: Element): boolean => root.contains(each) && lengthOf(each) <= MOST.about && textBefore(root, each) >= all * LATE;
  for (const each of partsCalled(root, names.author)) if (isLate(each)) drop(each);
  for (const each of linesOf(root, "p, div, small, li")) if (!each.querySelector("p, div, li") && isAboutArticle(wordsOf(each)) && isLate(each)) drop(each);
}
