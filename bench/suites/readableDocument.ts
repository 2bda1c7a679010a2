import { parseHTML } from "linkedom";

export interface ReadableElement {
  textContent: string | null;
  querySelector(selector: string): ReadableElement | null;
  remove(): void;
}

/** As much of a document as is used here; readers take all of it. */
export interface ReadableDocument {
  title: string;
  body: ReadableElement;
  querySelectorAll(selector: string): Iterable<ReadableElement>;
}

const EMPTY = "<!doctype html><html><head><title></title></head><body></body></html>";

/** A document without a browser, the same for every reader that is compared. */
export function documentOf(html: string, url: string): ReadableDocument {
  const { document } = parseHTML(/<html|<body/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`) as unknown as { document: ReadableDocument };
  for (const name of ["URL", "baseURI", "documentURI"]) Object.defineProperty(document, name, { value: url });
  Object.defineProperty(document, "defaultView", { value: null });
  Object.defineProperty(document, "implementation", { value: { createHTMLDocument: () => parseHTML(EMPTY).document } });
  return document;
}
