import { inDocumentThread } from "../../../analysis/documents/documentThread.ts";
import { type ReadingFormat } from "../../../page/reading/api.ts";
import { DroverError, isDroverError } from "../../../protocol/errors.ts";
import { headingsOf } from "../digest.ts";
import type { GotPage } from "./gotPage.ts";

export const scrapeFormats = ["markdown", "text", "html", "json"] as const;
export type ScrapeFormat = (typeof scrapeFormats)[number];

export interface TextWish {
  format: ScrapeFormat;
  whole?: boolean;
  scope?: string;
  /** The document too, for a capture. */
  dom?: boolean;
}

/** What there is to read in something that was got. */
export interface PageText {
  title?: string;
  byline?: string;
  published?: string;
  body: string;
  dom?: string;
  ending: string;
  pages?: number;
}

const endings: Record<ScrapeFormat, string> = { markdown: ".md", text: ".txt", html: ".html", json: ".json" };

/** Undefined for what is not to be read: bytes. */
export async function textOf({ url, contentType, content }: GotPage, wish: TextWish, signal: AbortSignal): Promise<PageText | undefined> {
  const { format } = wish;
  if (content.kind === "binary") return undefined;
  if (content.kind === "pdf") {
    const { title, author, pages, markdown } = await inDocumentThread("readPdf", { bytes: new Uint8Array(content.body) }, signal).catch((thrown: unknown) => {
      throw isDroverError(thrown) ? new DroverError(thrown.code, `${url}: ${thrown.message}`, { cause: thrown, failure: { source: "app", kind: "pdf" }, hint: "It may be broken or need a password; web_scrape saves it to a file." }) : thrown;
    });
    const about = { ...(title && { title }), ...(author && { byline: author }), pages };
    return { ...about, body: format === "json" ? asJson(url, about, markdown) : markdown, ending: format === "json" ? ".json" : ".md" };
  }
  if (content.kind === "text") return { body: content.text, ending: /json/i.test(contentType) ? ".json" : ".txt" };
  if (format === "html" && !wish.whole && wish.scope === undefined) {
    const html = await content.html();
    return { title: titleIn(html), body: html, ending: ".html" };
  }
  const reading = await content.read({ format: (format === "json" ? "markdown" : format) satisfies ReadingFormat, ...(wish.whole && { whole: true }), ...(wish.scope !== undefined && { scope: wish.scope }) });
  const { title, byline, published, lang, excerpt } = reading;
  const about = { title, ...(byline && { byline }), ...(published && { published }) };
  const body = format === "json" ? asJson(url, { ...about, ...(lang && { lang }), ...(excerpt && { excerpt }) }, reading.body) : reading.body;
  return { ...about, body, ending: endings[format], ...(wish.dom && { dom: withSource(await content.html(), url) }) };
}

const asJson = (url: string, about: object, markdown: string): string => JSON.stringify({ url, ...about, headings: headingsOf(markdown), links: linksIn(markdown), markdown });

/** Each once, pictures left out. */
function linksIn(markdown: string): { text: string; href: string }[] {
  const found = [...markdown.matchAll(/(?<!!)\[((?:[^[\]\\]|\\.)*)\]\((https?:[^)\s]+)\)/g)].map(([, text = "", href = ""]) => ({ text, href }));
  return [...new Map(found.map((link) => [link.href, link])).values()];
}

const titleIn = (html: string): string => (/<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? "").replaceAll(/\s+/g, " ").trim();

const withSource = (html: string, url: string): string => (html.startsWith("<!-- saved from") ? html : `<!-- saved from url=(${String(url.length).padStart(4, "0")})${url} -->\n${html}`);
