/** Finds what a page is about: Readability's judgement, held against what the page itself marks as its content. */
import { Readability } from "@mozilla/readability";
import { isBeside, saysWhoOrWhen } from "./beside/byName.ts";
import { isAside } from "./beside/phrases.ts";
import { withoutWhatIsBeside } from "./beside/withoutWhatIsBeside.ts";
import { lengthOf, linkedShare, wordsOf } from "./measures.ts";
import type { Metadata } from "./metadata.ts";

/** Below this much text Readability has found no article. */
const ARTICLE = 250;
/** Of what the page marks as its content, the share that an article must hold to be believed. */
const ENOUGH = 0.4;

/** Of the prose of a page, the share below which what was found is not what the page is about. */
const SHARE_OF_PROSE = 0.12;
const PROSE = { block: 80, page: 500, long: 20_000, most: 0.8, nearlyAll: 0.9 };

export function mainContent(copy: Document, { title }: Metadata): Element {
  const prose = proseOf(copy);
  const marked = markedContent(copy);
  const article = onlyArticle(copy, prose) ?? articleIn(copy);
  const found = withoutWhatIsBeside(article && (!marked || lengthOf(article) >= lengthOf(marked) * ENOUGH) ? article : (marked ?? copy.body));
  const heading = nameOfArticle(copy, title);
  const missed = heading && missedAroundName(heading, found);
  const root = missed ? withoutWhatIsBeside(missed) : holdsTooLittle(found, prose) ? withoutWhatIsBeside(whereMostIs(prose, copy)) : found;
  putLeadBack(root, copy, heading);
  putTitleBack(root, heading);
  return root;
}

/** The blocks of a page that are text and stand beside nothing. */
interface Prose {
  blocks: readonly Element[];
  length: number;
}

function proseOf(copy: Document): Prose {
  const blocks = paragraphsOf(copy.body).filter((each) => !isBeside(each));
  return { blocks, length: sumOfLengths(blocks) };
}

const paragraphsOf = (element: Element): Element[] =>
  [...element.querySelectorAll("p, blockquote, li, dd, pre, div")].filter((each) => lengthOf(each) >= PROSE.block && !each.querySelector("p, blockquote, li, dd, div, ul, table") && linkedShare(each) < 0.3);

const sumOfLengths = (elements: readonly Element[]): number => elements.reduce((sum, each) => sum + lengthOf(each), 0);

const proseIn = (element: Element, { blocks }: Prose): number => blocks.reduce((sum, each) => sum + (element.contains(each) ? lengthOf(each) : 0), 0);

/** Marked as the page's only article, and a long one with nearly all of the prose in it: Readability would only take its time to say so. */
function onlyArticle(copy: Document, prose: Prose): Element | undefined {
  const [article, ...others] = copy.querySelectorAll("article");
  return article && others.length === 0 && prose.length >= PROSE.long && proseIn(article, prose) >= prose.length * PROSE.nearlyAll ? article : undefined;
}

/** Hardly any of a page's prose was found. */
const holdsTooLittle = (found: Element, { length }: Prose): boolean => length >= PROSE.page && lengthOf(found) < length * SHARE_OF_PROSE;

/** The part around an article's name, where the longest paragraphs of it were not found: then names of parts have misled us. */
function missedAroundName(heading: Element, found: Element): Element | undefined {
  const least = Math.max(PROSE.page, sumOfLengths(paragraphsOf(found)) / 2);
  for (let at = heading.parentElement; at && at.localName !== "body"; at = at.parentElement) {
    const paragraphs = paragraphsOf(at);
    if (sumOfLengths(paragraphs) < least) continue;
    const words = wordsOf(found);
    const longest = paragraphs.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, TELLING_PARAGRAPHS);
    return longest.some((each) => words.includes(wordsOf(each))) ? undefined : at;
  }
  return undefined;
}

const TELLING_PARAGRAPHS = 3;

function whereMostIs(prose: Prose, copy: Document): Element {
  let inside: Element = copy.body;
  for (;;) {
    const next = [...inside.children].find((child) => proseIn(child, prose) >= prose.length * PROSE.most);
    if (!next || prose.blocks.includes(next)) return inside;
    inside = next;
  }
}

/** The heading that names the article; that of the site, which leads home, is none. */
function nameOfArticle(copy: Document, title: string): Element | undefined {
  const all = [...copy.querySelectorAll("h1")].filter((each) => lengthOf(each) > 0 && !namesSite(each));
  const segments = title.split(/\s[|–—»·:-]\s/).map(lettersOf).filter((each) => each.length >= TELLING);
  const names = (each: Element): boolean => {
    const letters = lettersOf(wordsOf(each));
    return letters !== "" && (lettersOf(title).includes(letters) || segments.some((segment) => letters.includes(segment)));
  };
  return all.find(names) ?? (all.length === 1 ? all[0] : undefined);
}

/** Of a title: shorter is the name of a site or of a section. */
const TELLING = 15;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

const namesSite = (heading: Element): boolean => {
  const link = heading.querySelector("a[href]") ?? heading.closest("a[href]");
  const address = link?.getAttribute("href") ?? "";
  return URL.canParse(address) && new URL(address).pathname === "/" && new URL(address).search === "";
};

const lead = /(?:^|[\s_-])(?:lead|lede|deck|dek|standfirst|abstract|summary|sub-?title|sub-?head(?:line|ing)?|documentdescription|intro(?:text)?|excerpt|vorspann|chapo|bajada|entradilla|teaser-?(?:text|intro))(?:$|[\s_-])/i;

/** Names of other articles have no full stop. */
const isSentence = (element: Element, text: string): boolean => /[.!?…:][\s"'”“«»)\]]*$/.test(text) || isCalledLead(element);

const isCalledLead = (element: Element): boolean => lead.test(`${element.getAttribute("class") ?? ""} ${element.parentElement?.getAttribute("class") ?? ""}`);

const LEAD_LENGTH = { least: 40, most: 800 };
const MOST_LEADS = 3;

/** What stands between the name of an article and its text says what it is about; Readability often takes it for something else. */
function putLeadBack(root: Element, copy: Document, heading: Element | undefined): void {
  if (!heading) return;
  const words = wordsOf(root);
  const around = heading.parentElement?.parentElement?.parentElement ?? heading.parentElement;
  const leads: Element[] = [];
  // Not compareDocumentPosition: documents without a browser go by depth there.
  let isAfterName = false;
  for (const each of copy.querySelectorAll("h1, p, li, h2, div")) {
    if (each === heading) isAfterName = true;
    if (!isAfterName || each.localName === "h1" || each.querySelector("p, li, div, h2, ul, figure, img")) continue;
    const text = wordsOf(each);
    if (text.length < LEAD_LENGTH.least) continue;
    if (words.includes(text)) break;
    if (text.length <= LEAD_LENGTH.most && (around?.contains(each) || isCalledLead(each)) && (isSentence(each, text) || each.closest("header")?.contains(heading)) && !isAside(text) && linkedShare(each) < 0.3 && !each.closest("nav, aside, footer, form, figure, table, pre, dialog") && !saysWhoOrWhen(each)) leads.push(each);
    if (leads.length > MOST_LEADS) return;
  }
  const made = leads.map((each) => {
    const paragraph = copy.createElement("p");
    paragraph.append(...each.cloneNode(true).childNodes);
    return paragraph;
  });
  const name = root.querySelector("h1");
  if (name) name.after(...made);
  else root.prepend(...made);
}

/** What Readability takes for the article, with the elements as they are. It takes apart what it is given. */
function articleIn(copy: Document): Element | undefined {
  const found = new Readability<Node>(copy.cloneNode(true) as Document, { charThreshold: ARTICLE, keepClasses: true, disableJSONLD: true, serializer: (node) => node }).parse();
  const content = found?.content as Element | undefined | null;
  return content && lengthOf(content) >= ARTICLE ? content : undefined;
}

/** The one element that the page calls its content. */
function markedContent(copy: Document): Element | undefined {
  for (const selector of ["main, [role=main]", "article"]) {
    const found = [...copy.querySelectorAll(selector)].filter((element) => lengthOf(element) > 0);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** The first heading of an article is its name; Readability takes it out, or makes less of it. */
function putTitleBack(root: Element, heading: Element | undefined): void {
  if (!heading || root.querySelector("h1")) return;
  const words = wordsOf(heading);
  const lessened = [...root.querySelectorAll("h2")].find((each) => wordsOf(each) === words);
  if (lessened) lessened.replaceWith(heading.cloneNode(true));
  else root.prepend(heading.cloneNode(true));
}
