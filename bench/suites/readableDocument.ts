import { parsedDocument } from "../../src/analysis/documents/parsedDocument.ts";

export interface ReadableElement {
  textContent: string | null;
  querySelector(selector: string): ReadableElement | null;
  append(text: string): void;
  prepend(text: string): void;
  remove(): void;
}

/** As much of a document as is used here; readers take all of it. */
export interface ReadableDocument {
  title: string;
  body: ReadableElement;
  querySelectorAll(selector: string): Iterable<ReadableElement>;
}

/** A document without a browser, the same for every reader that is compared, in the order that a browser gives it. */
export const documentOf: (html: string, url: string) => ReadableDocument = parsedDocument;
