import { DOMParser } from "linkedom";
import { absoluteUrl, type ParsedDocument, type ParsedElement, parsedDocument, wordsOf } from "./parsedDocument.ts";

export interface Feed {
  kind: "rss" | "atom";
  title: string;
  link?: string;
  description?: string;
  updated?: string;
  items: FeedItem[];
}

export interface FeedItem {
  title: string;
  link?: string;
  id?: string;
  published?: string;
  author?: string;
  summary?: string;
  categories?: string[];
  /** A file that comes with it, such as a podcast's sound. */
  enclosure?: string;
}

const SUMMARY = 500;

/** RSS 0.9 to 2.0, RDF and Atom. Undefined for what is none of them. */
export function readFeed({ xml, url }: { xml: string; url: string }): Feed | undefined {
  const document = new DOMParser().parseFromString(xml, "text/xml") as unknown as ParsedDocument;
  const root = document.documentElement as ParsedElement | null;
  const name = root?.localName.toLowerCase();
  if (!root || (name !== "rss" && name !== "feed" && !name?.endsWith("rdf"))) return undefined;
  const isAtom = name === "feed";
  const about = isAtom ? root : (child(root, "channel") ?? root);
  const entries = [...document.querySelectorAll(isAtom ? "entry" : "item")];
  const told = { title: plain(child(about, "title")), link: linkOf(about, url), description: plain(child(about, "description", "subtitle")), updated: wordsOf(child(about, "updated", "lastBuildDate", "pubDate")) };
  return { kind: isAtom ? "atom" : "rss", ...present(told), title: told.title, items: entries.map((entry) => itemOf(entry, url)) };
}

function itemOf(entry: ParsedElement, url: string): FeedItem {
  const categories = [...entry.children].filter(({ localName }) => localName === "category").map((each) => each.getAttribute("term") ?? wordsOf(each));
  const summary = plain(child(entry, "description", "summary", "content", "content:encoded"));
  const author = child(entry, "author", "dc:creator");
  const told = {
    link: linkOf(entry, url),
    id: wordsOf(child(entry, "guid", "id")),
    published: wordsOf(child(entry, "pubDate", "published", "updated", "dc:date")),
    author: wordsOf(author && (child(author, "name") ?? author)),
    summary: summary.length > SUMMARY ? `${summary.slice(0, SUMMARY)}…` : summary,
    enclosure: absoluteUrl(child(entry, "enclosure")?.getAttribute("url"), url),
  };
  return { title: plain(child(entry, "title")), ...present(told), ...(categories.length > 0 && { categories }) };
}

const present = (told: Record<string, string | undefined>): Record<string, string> => Object.fromEntries(Object.entries(told).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** The first of these names that there is among the children. */
function child(element: ParsedElement, ...names: string[]): ParsedElement | undefined {
  const children = [...element.children];
  for (const name of names) {
    const found = children.find(({ localName }) => localName.toLowerCase() === name.toLowerCase());
    if (found) return found;
  }
  return undefined;
}

function linkOf(element: ParsedElement, url: string): string | undefined {
  const links = [...element.children].filter(({ localName }) => localName === "link");
  const link = links.find((each) => (each.getAttribute("rel") ?? "alternate") === "alternate") ?? links[0];
  return absoluteUrl(link && (link.getAttribute("href") ?? wordsOf(link)), url);
}

/** Titles and summaries are often HTML inside text. */
function plain(element: ParsedElement | undefined): string {
  const words = wordsOf(element);
  return /<\w/.test(words) ? wordsOf(parsedDocument(words, "about:blank").body) : words;
}
