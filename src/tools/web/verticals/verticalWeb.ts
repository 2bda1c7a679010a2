import { inDocumentThread } from "../../../analysis/documents/documentThread.ts";
import { unlessMalformed } from "../../../diagnosis/unlessMalformed.ts";
import { DroverError } from "../../../protocol/errors.ts";
import type { DaemonContext } from "../../context.ts";
import { addressOf, type GettingWish, MAX_BYTES, withPage } from "../scrape/getPage.ts";
import type { GotPage } from "../scrape/gotPage.ts";
import type { VerticalWeb } from "./vertical.ts";

/** The web as verticals see it: got in the way that the call asked for. */
export function verticalWeb(context: DaemonContext, wish: GettingWish): VerticalWeb {
  const got = <T>(url: string, use: (page: GotPage) => Promise<T>, headers: Record<string, string> = {}): Promise<T> =>
    withPage(context, addressOf(url), { ...wish, headers: { ...headers, ...wish.headers }, maxBytes: MAX_BYTES }, (page) => {
      requireAnswer(page);
      return use(page);
    });
  const text = (url: string, headers?: Record<string, string>) => got(url, textIn, headers);
  const feedAt = async (url: string) => {
    const xml = await text(url, { accept: "application/rss+xml, application/atom+xml, application/xml, text/xml, text/html;q=0.5" });
    return { xml, feed: await inDocumentThread("readFeed", { xml, url }, context.signal) };
  };
  return {
    text,
    json: async (url, headers) => {
      const body = await text(url, { accept: "application/json", ...headers });
      const value = unlessMalformed<unknown>(() => JSON.parse(body));
      if (value === undefined) throw new DroverError("fetch-failed", `${url} did not answer with JSON`, { failure: { source: "app" }, hint: "The site may ask for a browser: mode=browser reads the page itself (extractor=article)." });
      return value;
    },
    article: (url) =>
      got(url, async (page) => {
        if (page.content.kind !== "page") throw new DroverError("not-found", `${url} is ${page.contentType || "no page"}, not a page`, { hint: "web_scrape gets it as it is." });
        const { body: markdown, title, byline, published, lang, excerpt } = await page.content.read({ format: "markdown" });
        return { url: page.url, title, byline, published, lang, excerpt, markdown };
      }),
    data: (url) => got(url, async (page) => inDocumentThread("structuredData", { html: await textIn(page), url: page.url }, context.signal)),
    feed: async (url) => {
      const { xml, feed } = await feedAt(url);
      if (feed) return feed;
      const named = feedNamedIn(xml, url);
      return named === undefined ? undefined : (await feedAt(named)).feed;
    },
  };
}

function requireAnswer({ status = 200, url, cut }: GotPage): void {
  // Data out of a part of an answer would be wrong data.
  if (cut !== undefined) throw new DroverError("fetch-failed", `${url} is not whole: ${cut}`, { failure: { source: "app", kind: "body" }, hint: "Try again; web_scrape gives what came." });
  if (status < 400) return;
  const limited = status === 429 || status === 403;
  throw new DroverError("fetch-failed", `${url} answers ${status}`, {
    failure: { source: "app", status },
    hint: status === 404 ? "Check the address." : limited ? "The site limits who asks and how often: wait, or use a session that is logged in (mode=browser, sessionId)." : "Try again later.",
  });
}

async function textIn({ content, url, contentType }: GotPage): Promise<string> {
  if (content.kind === "text") return content.text;
  if (content.kind === "page") return content.html();
  throw new DroverError("fetch-failed", `${url} is ${contentType || "bytes"} and not text`, { failure: { source: "app" } });
}

function feedNamedIn(html: string, base: string): string | undefined {
  for (const [tag] of html.matchAll(/<link\b[^>]*>/gi)) {
    if (!/type=["']?application\/(?:rss|atom)\+xml/i.test(tag)) continue;
    const href = /href=["']?([^"'\s>]+)/i.exec(tag)?.[1]?.replaceAll("&amp;", "&");
    if (href && URL.canParse(href, base)) return new URL(href, base).href;
  }
  return undefined;
}
