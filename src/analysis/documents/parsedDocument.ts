import { parseHTML } from "linkedom";

/** As much of an element as is used here; Node knows no types of documents. */
export interface ParsedElement {
  readonly localName: string;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly children: Iterable<ParsedElement>;
  readonly parentElement: ParsedElement | null;
  readonly nextElementSibling: ParsedElement | null;
  readonly attributes: Iterable<{ name: string; value: string }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): ParsedElement | null;
  querySelectorAll(selector: string): Iterable<ParsedElement>;
  closest(selector: string): ParsedElement | null;
  append(...nodes: readonly (ParsedElement | string)[]): void;
  prepend(...nodes: readonly (ParsedElement | string)[]): void;
  remove(): void;
}

export interface ParsedDocument {
  title: string;
  /** Where its relative addresses start. */
  readonly baseURI: string;
  readonly body: ParsedElement;
  readonly documentElement: ParsedElement;
  readonly children: Iterable<ParsedElement>;
  querySelector(selector: string): ParsedElement | null;
  querySelectorAll(selector: string): Iterable<ParsedElement>;
  append(...nodes: readonly ParsedElement[]): void;
}

const EMPTY = "<!doctype html><html><head><title></title></head><body></body></html>";

/** A document without a browser. Nothing in it runs or is loaded. */
export function parsedDocument(html: string, url: string): ParsedDocument {
  const { document } = parseHTML(/<html|<body/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`) as unknown as { document: ParsedDocument };
  putInOrder(document);
  // Of a page without a head its title stands in the body.
  document.title ||= wordsOf(document.querySelector("title"));
  const given = document.querySelector("base[href]")?.getAttribute("href");
  const base = given && URL.canParse(given, url) ? new URL(given, url).href : url;
  for (const [name, value] of Object.entries({ URL: url, documentURI: url, baseURI: base })) Object.defineProperty(document, name, { value });
  Object.defineProperty(document, "defaultView", { value: null });
  Object.defineProperty(document, "implementation", { value: { createHTMLDocument: () => parseHTML(EMPTY).document } });
  return document;
}

/**
 * A head and a body, and nothing beside them, as browsers make of any page. linkedom leaves elements where they were written, and takes
 * whatever follows the head for the body: of a page with a script between the two, or before its first tag, nothing would be read.
 */
function putInOrder(document: ParsedDocument): void {
  const html = document.querySelector("html");
  if (!html) return;
  // Inside of something that was left open before it.
  if (html.parentElement) document.append(html);
  const all = [...document.children];
  const [before, after] = [all.slice(0, all.indexOf(html)), all.slice(all.indexOf(html) + 1)];
  html.prepend(...before);
  html.append(...after);
  const inside = [...html.children];
  const head = inside.find(({ localName }) => localName === "head");
  const body = inside.find(({ localName }) => localName === "body");
  if (head) html.prepend(head);
  if (!body) return;
  const at = inside.indexOf(body);
  body.prepend(...inside.slice(0, at).filter((element) => element !== head));
  body.append(...inside.slice(at + 1).filter((element) => element !== head));
}

export const wordsOf = (element: ParsedElement | null | undefined): string => (element?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

export const absoluteUrl = (given: string | null | undefined, base: string): string | undefined =>
  given && URL.canParse(given.trim(), base) ? new URL(given.trim(), base).href : undefined;
