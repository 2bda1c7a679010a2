import { readFileSync } from "node:fs";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { parsedDocument, type ParsedDocument } from "./parsedDocument.ts";

/** The same as `ReadingArg` and `Reading` of the page code, whose files know documents and not Node. */
export interface HtmlReading {
  url: string;
  title: string;
  lang: string;
  byline: string;
  published: string;
  excerpt: string;
  body: string;
  links: number;
  landmarks: { role: string; name: string }[];
}

export interface ReadHtml {
  html: string;
  url: string;
  format: "markdown" | "text" | "html";
  whole?: boolean;
  scope?: string;
}

type Reader = (document: ParsedDocument, arg: Omit<ReadHtml, "html" | "url">) => HtmlReading;

let reader: Reader | undefined;

/** The reader that is brought to live pages, on a document without a browser. */
export function readHtml({ html, url, ...arg }: ReadHtml): HtmlReading {
  return theReader()(parsedDocument(html, url), arg);
}

function theReader(): Reader {
  if (reader) return reader;
  runInThisContext(readFileSync(path.join(import.meta.dirname, "reader.js"), "utf8"));
  reader = (globalThis as { __droverReader?: Reader }).__droverReader;
  if (!reader) throw new Error("reader.js brought no reader");
  return reader;
}
