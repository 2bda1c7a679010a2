import { z } from "zod";
import { asDroverError, DroverError } from "../../protocol/errors.ts";
import { onOneLine } from "../../session/snapshotText.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { PoliteQueue } from "./http/politeQueue.ts";
import { addressOf, gettingInput, type GettingWish, MAX_BYTES, modes, withPage } from "./scrape/getPage.ts";
import { scrapedShape, scrapePage, type Scraped, scrapingInput, type ScrapingWish } from "./scrape/scrapePage.ts";

/** An agent pays for what it reads, and gets the rest from a capture. */
const AGENT_TOKENS = 4000;
const MANY_TOKENS = 8000;
const LEAST_TOKENS = 60;
const MAX_URLS = 200;
const AT_ONCE = 8;
const TABS_AT_ONCE = 3;
const PER_HOST = 2;

const input = z.object({
  url: z.string().min(1).optional(),
  urls: z.array(z.string().min(1)).min(1).max(MAX_URLS).optional().describe("several at once"),
  ...gettingInput,
  ...scrapingInput,
  perHost: z.int().min(1).max(8).optional().describe(`at once, ${PER_HOST}`),
});

type Input = z.output<typeof input>;

const failedShape = z.object({ ok: z.literal(false), url: z.string(), error: z.string(), message: z.string(), hint: z.string().optional() });

export const webScrape = defineTool({
  name: "web_scrape",
  family: "web",
  capability: "navigation",
  effect: "write",
  needs: "daemon",
  tells: "page",
  engines: { chromium: "full", firefox: { partial: "mode=fingerprint follows no redirect to another origin" } },
  batch: true,
  summary: "Get URLs as markdown, text, html or json without driving: over HTTP (fast), in a new tab of a session (browser), or by the browser's own fetch (fingerprint); chunks, files, diffs over time.",
  details: `\`mode=fast\` is plain HTTP: a cookie jar for each \`sessionId\` (\`web_browser\`'s exportCookies fills it), redirects, charsets and compression as browsers have them, conditional requests, and robots.txt
respected unless \`ignoreRobots\`. \`mode=browser\` opens a tab in the context of \`sessionId\` (log-ins, fingerprint), reads it when it is quiet, and closes it. \`mode=fingerprint\` lets that context's
browser fetch without a page: its own headers, TLS and cookies, no scripts. All three are guarded as \`web_browser\` is.

Agents get ${AGENT_TOKENS} tokens of text (\`maxTokens\`), of several URLs ${MANY_TOKENS} together; when there is more, all of it is kept under \`responseId\` for \`captures\` and \`web_extract\`. An HTTP error or a page
that wants a log-in is an answer with its \`status\`. PDFs are read as text. Other bytes are saved (\`blobPath\`, \`responseId\`) and never in the answer; a body is cut at ${MAX_BYTES / 1024 / 1024} MiB.
Of one that breaks off or is still coming when its time is over there is what came, with \`truncated\` and the reason as a warning.

\`chunks\` cuts the markdown at headings, blocks and sentences: each has its headings, lines and tokens (o200k_base), at most \`maxTokens\` with \`overlapTokens\` of the one before it. \`saveToFile\` writes the text, or
the chunks as JSON lines, instead of telling it. \`snapshotName\` remembers what a page says; with \`diff\` the answer is what was added and removed since then, by section.
\`urls\` are asked ${AT_ONCE} at once (tabs: ${TABS_AT_ONCE}), \`perHost\` of one host, with the site's crawl-delay between them; each has its own answer or error.`,
  input,
  output: z.object({
    ok: z.literal(true),
    mode: z.enum(modes),
    ...scrapedShape.partial().shape,
    results: z.array(z.union([failedShape, scrapedShape.extend({ ok: z.literal(true) })])).optional(),
    succeeded: z.number().optional(),
    failed: z.number().optional(),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  examples: [{ url: "https://example.com/" }, { url: "https://example.com/docs", chunks: true, maxTokens: 800, overlapTokens: 80 }, { urls: ["https://example.com/a", "https://example.com/b"], saveToFile: true }],
  cli: { positional: ["url"], aliases: ["scrape"] },
  deadline: ({ timeoutSeconds = 30, urls = [] }) => (timeoutSeconds * Math.max(1, urls.length) + 30) * 1000,
  verbatim: true,
  text: (data, { reader }) => (reader === "agent" ? undefined : (data.results?.map(lineOf).join("\n") ?? ownText(data))),
  run: async (context, wish) => {
    const { mode = "fast", url, urls } = wish;
    if ((url === undefined) === (urls === undefined)) throw new DroverError("bad-input", `web_scrape needs ${url === undefined ? "url (or urls)" : "url or urls, not both"}`);
    if (url !== undefined) return { ok: true as const, mode, ...(await scrape(context, addressOf(url), wish, { budget: context.client.kind === "mcp" ? AGENT_TOKENS : Infinity })) };
    const results = await scrapeMany(context, urls ?? [], wish);
    const succeeded = results.filter(({ ok }) => ok).length;
    return { ok: true as const, mode, results, succeeded, failed: results.length - succeeded };
  },
});

function scrape(context: DaemonContext, url: URL, wish: GettingWish & ScrapingWish, { budget, delay }: { budget: number; delay?: (seconds: number) => Promise<void> }): Promise<Scraped> {
  return withPage(context, url, { ...wish, maxBytes: MAX_BYTES, ...(delay && { delay }) }, (got) => scrapePage(context, got, wish, { budget, session: wish.sessionId ?? "web" }));
}

/** Each by itself: one that fails is told, and the others go on. */
async function scrapeMany(context: DaemonContext, urls: readonly string[], wish: Input): Promise<(z.output<typeof failedShape> | (Scraped & { ok: true }))[]> {
  const { mode = "fast", perHost = PER_HOST } = wish;
  const budget = context.client.kind === "mcp" ? Math.max(LEAST_TOKENS, Math.floor(MANY_TOKENS / urls.length)) : Infinity;
  const queue = new PoliteQueue({ atOnce: mode === "fast" ? AT_ONCE : TABS_AT_ONCE, perHost });
  let done = 0;
  return Promise.all(
    urls.map(async (given) => {
      try {
        const url = addressOf(given);
        return { ok: true as const, ...(await queue.run(url.host, (delay) => scrape(context, url, wish, { budget, delay }), context.signal)) };
      } catch (thrown) {
        context.signal.throwIfAborted();
        const { code, message, hint } = asDroverError(thrown);
        return { ok: false as const, url: given, error: code, message, ...(hint !== undefined && { hint }) };
      } finally {
        context.progress(`${++done} of ${urls.length} pages`, done, urls.length);
      }
    }),
  );
}

type Output = { text?: string; matches?: string; savedTo?: string; blobPath?: string; diff?: Scraped["diff"]; chunks?: Scraped["chunks"]; chunkCount?: number };

function ownText({ text, matches, savedTo, blobPath, diff, chunks }: Output): string {
  if (diff) return diffText(diff);
  return text ?? matches ?? savedTo ?? blobPath ?? chunks?.map((chunk) => JSON.stringify(chunk)).join("\n") ?? "";
}

const diffText = ({ changed, sections }: NonNullable<Scraped["diff"]>): string =>
  changed ? sections.map(({ section, added = [], removed = [] }) => [`@@ ${onOneLine(section) || "(top)"}`, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join("\n")).join("\n") : "Nothing has changed.";

function lineOf(result: z.output<typeof failedShape> | (Scraped & { ok: true })): string {
  if (!result.ok) return onOneLine(`${result.url}  ${result.error}: ${result.message}`);
  return [onOneLine(result.url), result.status, result.title === undefined ? undefined : onOneLine(result.title), result.savedTo ?? result.responseId ?? `${result.bytes} bytes`].filter((each) => each !== undefined).join("  ");
}
