import { DroverError } from "../../../protocol/errors.ts";
import type { DaemonContext } from "../../context.ts";
import { captureDocument, captureText, findCapture } from "../captures.ts";
import { addressOf, type GettingWish, MAX_BYTES, withPage } from "../scrape/getPage.ts";
import { type GotPage, parsedPage } from "../scrape/gotPage.ts";

export interface SourceWish extends GettingWish {
  url?: string;
  responseId?: string;
}

/** What data is taken out of: an address, or what was kept of one. */
export async function withSource<T>(context: DaemonContext, wish: SourceWish, use: (source: GotPage) => Promise<T>): Promise<T> {
  const { url, responseId } = wish;
  if ((url === undefined) === (responseId === undefined))
    throw new DroverError("bad-input", `web_extract needs ${url === undefined ? "url or responseId" : "url or responseId, not both"}`, { hint: "url is got anew; responseId is a capture of read, web_browser or web_scrape." });
  if (url !== undefined) return withPage(context, addressOf(url), { ...wish, maxBytes: MAX_BYTES }, use);
  return use(await captured(context, responseId ?? ""));
}

async function captured({ files, signal }: DaemonContext, responseId: string): Promise<GotPage> {
  const capture = await findCapture(files, responseId);
  const document = captureDocument(files, capture);
  if (document) return { url: document.url, contentType: "text/html", bytes: document.html.length, content: parsedPage(document.html, document.url, signal) };
  const text = await captureText(files, capture);
  return { url: "about:blank", contentType: "text/plain", bytes: text.length, content: { kind: "text", text } };
}

export async function documentOf({ content, url, contentType }: GotPage): Promise<{ html: string; url: string }> {
  if (content.kind === "page") return { html: await content.html(), url };
  throw new DroverError("not-found", `there is no document to take data from: ${url} is ${contentType || "bytes"}`, {
    failure: { source: "app" },
    hint: "A capture has its document when it was made by read or web_browser with storeCapture, or by web_scrape with storeCapture.",
  });
}
