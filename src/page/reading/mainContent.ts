/** Finds what a page is about: Readability's judgement, held against what the page itself marks as its content. */
import { Readability } from "@mozilla/readability";
import type { Metadata } from "./metadata.ts";

/** Below this much text Readability has found no article. */
const ARTICLE = 250;
/** Of what the page marks as its content, the share that an article must hold to be believed. */
const ENOUGH = 0.4;

const BESIDE =
  "nav, aside, footer, button, menu, dialog, body > header, [role=banner], [role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=dialog], [role=menu], [role=toolbar]";

/** What pages call the parts that are the same on every page of theirs, or that lead away. */
const beside =
  /(?:^|[\s_-])(?:related|recommend\w*|share\w*|sharing|social\w*|newsletter|subscri\w+|comments?|respond|breadcrumbs?|cookie\w*|consent|advert\w*|adsbox|promo\w*|sponsor\w*|sidebar|tagcloud|post-?tags|tag-?list|author-?(?:box|bio|info|card|description|about)|about-?author|footer\w*|pagination|pager|post-?navigation|nav-?links|popular|most-?read|teasers?|read-?(?:more|next)|more-?(?:stories|articles|news|posts)|further|sign-?up|paywall|outbrain|taboola|disqus|jp-relatedposts|sharedaddy|wp-block-button|print-?only|skip-?link|copyright|toolbar|rating)(?:$|[\s_-])/i;
/** A part with such a name that holds more of the text than this is the text. */
const ASIDE_SHARE = 0.5;

export function mainContent(copy: Document, { title }: Metadata): Element {
  const marked = markedContent(copy);
  const article = articleIn(copy);
  const root = withoutWhatIsBeside(article && (!marked || lengthOf(article) >= lengthOf(marked) * ENOUGH) ? article : (marked ?? copy.body));
  putLeadBack(root, copy);
  putTitleBack(root, copy, title);
  return root;
}

const lead = /(?:^|[\s_-])(?:lead|lede|deck|dek|standfirst|abstract|summary|sub-?title|sub-?head(?:line|ing)?|documentdescription|intro(?:text)?|excerpt|vorspann|chapo|bajada|entradilla)(?:$|[\s_-])/i;
const LEAD_LENGTH = { least: 40, most: 800 };

/** What stands between the name of an article and its text says what it is about; Readability often takes it for something else. */
function putLeadBack(root: Element, copy: Document): void {
  const heading = [...copy.querySelectorAll("h1")].find((each) => lengthOf(each) > 0);
  if (!heading) return;
  const around = heading.closest("article, main, [role=main]") ?? copy.body;
  const beneath = [...(heading.parentElement?.children ?? [])].filter((each) => /^(?:p|h2)$/.test(each.localName));
  const named = [...around.querySelectorAll("[class], [itemprop=description]")].filter((each) => lead.test(`${each.getAttribute("class") ?? ""} ${each.getAttribute("itemprop") === "description" ? "lead" : ""}`));
  const words = squashed(root);
  const found = [...beneath, ...named].find((each) => {
    const text = squashed(each);
    const comesAfter = (heading.compareDocumentPosition(each) & 4) !== 0;
    return comesAfter && text.length >= LEAD_LENGTH.least && text.length <= LEAD_LENGTH.most && !words.includes(text) && !each.closest("nav, aside, footer") && each.querySelectorAll("a").length <= 3;
  });
  if (!found) return;
  const paragraph = copy.createElement("p");
  paragraph.append(...found.cloneNode(true).childNodes);
  const name = root.querySelector("h1");
  if (name) name.after(paragraph);
  else root.prepend(paragraph);
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

function withoutWhatIsBeside(element: Element): Element {
  const root = element.cloneNode(true) as Element;
  const most = lengthOf(root) * ASIDE_SHARE;
  const named = [...root.querySelectorAll("[class], [id]")].filter((each) => beside.test(`${each.getAttribute("class") ?? ""} ${each.id}`));
  for (const each of [...root.querySelectorAll(BESIDE), ...named]) if (root.contains(each) && lengthOf(each) <= most && !each.querySelector("h1")) each.remove();
  return root;
}

/** The first heading of an article is its name; Readability takes it out, or makes less of it. */
function putTitleBack(root: Element, copy: Document, title: string): void {
  if (root.querySelector("h1")) return;
  const all = [...copy.querySelectorAll("h1")].filter((each) => lengthOf(each) > 0);
  const [heading] = all;
  const words = heading ? squashed(heading) : "";
  if (!heading || !(title.includes(words) || all.length === 1)) return;
  const lessened = [...root.querySelectorAll("h2")].find((each) => squashed(each) === words);
  if (lessened) lessened.replaceWith(heading.cloneNode(true));
  else root.prepend(heading.cloneNode(true));
}

const squashed = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

const lengthOf = (element: Element): number => squashed(element).length;
