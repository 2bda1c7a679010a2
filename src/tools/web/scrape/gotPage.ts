import { charsetMarked, decodeText } from "../../../analysis/documents/decodeText.ts";
import { inDocumentThread } from "../../../analysis/documents/documentThread.ts";
import type { Reading, ReadingArg } from "../../../page/reading/api.ts";
import type { SessionPage } from "../../../session/sessionPage.ts";

/** Something of the web that was got, in whichever way. */
export interface GotPage {
  /** Where it was in the end. */
  url: string;
  status?: number;
  contentType: string;
  bytes: number;
  /** Why it is not the whole. */
  cut?: string;
  redirects?: string[];
  notModified?: boolean;
  content: Content;
}

export type Content =
  | { kind: "page"; read(arg: ReadingArg): Promise<Reading>; html(): Promise<string>; live?: SessionPage }
  | { kind: "text"; text: string }
  | { kind: "pdf"; body: Buffer }
  | { kind: "binary"; body: Buffer };

const page = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const words = /^text\/|[/+](?:json|xml|yaml|x-yaml|javascript|ecmascript|x-ndjson|x-sh|sql|graphql|toml|x-www-form-urlencoded)\b/i;
const LOOKED_AT = 1024;

/** What bytes of that type are; servers that do not say, or say "bytes", are not believed. */
export function contentOf(body: Buffer, contentType: string, { url, signal, doubt }: { url: string; signal: AbortSignal; doubt(line: string): void }): Content {
  const head = body.subarray(0, LOOKED_AT);
  const isPdf = /^application\/(?:x-)?pdf\b/i.test(contentType);
  // Viewers allow for something before its first line.
  if (head.includes("%PDF-") && (isPdf || head.indexOf("%PDF-") === 0)) return { kind: "pdf", body };
  const unsaid = contentType === "" || isPdf || /^application\/octet-stream\b/i.test(contentType);
  const isText = page.test(contentType) || words.test(contentType) || (unsaid && !head.some(isBinaryByte));
  if (!isText || (head.includes(0) && !/utf-16/i.test(contentType) && !charsetMarked(head)?.startsWith("utf-16"))) return { kind: "binary", body };
  const { text, doubt: why } = decodeText(body, contentType);
  if (why) doubt(`${url}: ${why}.`);
  const isPage = page.test(contentType) || (unsaid && /^\s*(?:<!doctype html|<html|<head|<body)/i.test(text));
  return isPage ? parsedPage(text, url, signal) : { kind: "text", text };
}

/** A page that no browser has: read in the thread of documents. */
export function parsedPage(html: string, url: string, signal: AbortSignal): Extract<Content, { kind: "page" }> {
  return { kind: "page", read: (arg) => inDocumentThread("readHtml", { html, url, ...arg }, signal), html: () => Promise.resolve(html) };
}

/** As the MIME Sniffing Standard has it: control characters that no text holds. */
const isBinaryByte = (byte: number): boolean => byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
