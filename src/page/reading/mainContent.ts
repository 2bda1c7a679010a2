/** Finds what a page is about: Readability's judgement, held against what the page itself marks as its content. */
import { Readability } from "@mozilla/readability";
import type { Metadata } from "./metadata.ts";

/** Below this much text Readability has found no article. */
const ARTICLE = 250;
/** Of what the page marks as its content, the share that an article must hold to be believed. */
const ENOUGH = 0.4;

const BOILERPLATE = [
  "nav, aside, footer, form, button, menu, dialog",
  "body > header, [role=banner], [role=navigation], [role=complementary], [role=contentinfo], [role=search], [role=dialog], [role=menu], [role=toolbar]",
  "[class*=cookie i], [id*=cookie i], [class*=newsletter i], [class*=share-buttons i], [class*=social-share i], [class*=breadcrumb i], [class*=advert i], [class*=related-posts i], [id*=comments i]",
].join(", ");

export function mainContent(copy: Document, { title }: Metadata): Element {
  const marked = markedContent(copy);
  const article = articleIn(copy);
  const root = article && (!marked || lengthOf(article) >= lengthOf(marked) * ENOUGH) ? article : stripped(marked ?? copy.body);
  putTitleBack(root, copy, title);
  return root;
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

function stripped(element: Element): Element {
  const root = element.cloneNode(true) as Element;
  for (const each of root.querySelectorAll(BOILERPLATE)) if (!holdsMost(each, root)) each.remove();
  return root;
}

/** What holds most of the page is not beside it, whatever it is called. */
const holdsMost = (element: Element, root: Element): boolean => lengthOf(element) > lengthOf(root) / 2;

/** The first heading of an article is its name; Readability takes it out. */
function putTitleBack(root: Element, copy: Document, title: string): void {
  if (root.querySelector("h1")) return;
  const heading = [...copy.querySelectorAll("h1")].find((each) => lengthOf(each) > 0);
  const words = heading ? squashed(heading) : "";
  if (!heading || !(title.includes(words) || copy.querySelectorAll("h1").length === 1)) return;
  root.prepend(heading.cloneNode(true));
}

const squashed = (element: Element): string => (element.textContent ?? "").replaceAll(/\s+/g, " ").trim();

const lengthOf = (element: Element): number => squashed(element).length;
