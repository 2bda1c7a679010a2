import { z } from "zod";
import type { Chunk } from "../../../analysis/documents/chunkText.ts";
import { inDocumentThread } from "../../../analysis/documents/documentThread.ts";
import { DroverError, isDroverError } from "../../../protocol/errors.ts";
import { isFileName } from "../../../text/fileName.ts";
import type { DaemonContext } from "../../context.ts";
import { beginningOf, countLines } from "../beginningOf.ts";
import { keepCapture, MAX_CAPTURE_BYTES } from "../captures.ts";
import { matchLines } from "../matchLines.ts";
import { searchInput } from "../readingAnswer.ts";
import type { GotPage } from "./gotPage.ts";
import { type PageText, scrapeFormats, textOf, type TextWish } from "./pageText.ts";
import { sectionDiff } from "./sectionDiff.ts";
import { Snapshots } from "./snapshots.ts";

const DEFAULT_CHUNK = 512;

/** What is made of each page. */
export const scrapingInput = {
  format: z.enum(scrapeFormats).optional().describe("markdown"),
  whole: z.boolean().optional().describe("not only the main content"),
  scope: z.string().min(1).optional().describe("CSS"),
  chunks: z.boolean().optional().describe("cut for retrieval"),
  maxTokens: z.int().min(50).max(100_000).optional().describe(`of a chunk (${DEFAULT_CHUNK}), else of the text`),
  overlapTokens: z.int().min(0).max(10_000).optional().describe("of chunks"),
  saveToFile: z
    .union([z.boolean(), z.string().min(1), z.object({ dir: z.string().min(1).optional(), name: z.string().min(1).optional() })])
    .optional()
    .describe("true, a path, or {dir, name}"),
  snapshotName: z.string().refine(isFileName, "letters, digits, . _ -").optional().describe("remember this state under a name"),
  diff: z.boolean().optional().describe("what changed since the last snapshot of that name"),
  storeCapture: z.boolean().optional().describe("keep the whole under a responseId"),
  ...searchInput,
};

export type ScrapingWish = z.output<z.ZodObject<typeof scrapingInput>>;

const chunkShape = z.object({ index: z.number(), headings: z.array(z.string()), tokens: z.number(), overlap: z.number().optional(), fromLine: z.number(), toLine: z.number(), text: z.string() });
const diffShape = z.object({
  since: z.string().optional(),
  changed: z.boolean(),
  added: z.number(),
  removed: z.number(),
  sections: z.array(z.object({ section: z.string(), added: z.array(z.string()).optional(), removed: z.array(z.string()).optional(), left: z.number().optional() })),
});

export const scrapedShape = z.object({
  url: z.string(),
  status: z.number().optional(),
  title: z.string().optional(),
  byline: z.string().optional(),
  published: z.string().optional(),
  contentType: z.string().optional(),
  pages: z.number().optional(),
  redirects: z.array(z.string()).optional(),
  notModified: z.boolean().optional(),
  truncated: z.boolean().optional(),
  text: z.string().optional(),
  nextLine: z.number().optional(),
  matches: z.string().optional(),
  matched: z.number().optional(),
  chunks: z.array(chunkShape).optional(),
  chunkCount: z.number().optional(),
  diff: diffShape.optional(),
  responseId: z.string().optional(),
  bytes: z.number().optional(),
  lines: z.number().optional(),
  savedTo: z.string().optional(),
  blobPath: z.string().optional(),
});

export type Scraped = z.output<typeof scrapedShape>;

/** One page's answer: its text within the budget, the rest kept. */
export async function scrapePage(context: DaemonContext, got: GotPage, wish: ScrapingWish, { budget, session }: { budget: number; session: string }): Promise<Scraped> {
  const about = {
    url: got.url,
    ...(got.status !== undefined && { status: got.status }),
    ...(got.contentType && { contentType: got.contentType }),
    ...(got.redirects && { redirects: got.redirects }),
    ...(got.notModified && { notModified: true }),
    ...(got.cut !== undefined && { truncated: true }),
  };
  const read = await textOrBytes(context, got, { format: wish.format ?? "markdown", ...(wish.whole && { whole: true }), ...(wish.scope !== undefined && { scope: wish.scope }), ...(wish.storeCapture && { dom: true }) });
  if (!read) return { ...about, ...(await savedBytes(context, got, wish, session)) };
  const { title, byline, published, pages, body } = read;
  const told = { ...about, ...(title && { title }), ...(byline && { byline }), ...(published && { published }), ...(pages !== undefined && { pages }) };
  const diff = await compared(context, got.url, body, wish);
  const chunks = wish.chunks ? await inDocumentThread("chunkText", { text: body, maxTokens: wish.maxTokens ?? DEFAULT_CHUNK, overlapTokens: overlapOf(wish) }, context.signal) : undefined;
  const savedTo = wish.saveToFile === undefined || wish.saveToFile === false ? undefined : await saved(context, read, chunks, wish.saveToFile, session);
  const shown = shownOf(read, chunks, { wish, budget, quiet: diff !== undefined || savedTo !== undefined });
  const rest = shown.nextLine !== undefined || shown.chunksLeft > 0;
  if (shown.chunksLeft > 0) context.warn(`${shown.chunksLeft} of ${chunks?.length} chunks are not in this answer: saveToFile writes all of them, and all of the text is under responseId.`);
  if (shown.left > 0) context.warn(`${shown.left} more lines match: narrow linesMatching, or read them from a capture (storeCapture=true).`);
  const kept = wish.storeCapture || rest ? await keepCapture(context.files, session, body, read.ending, read.dom) : undefined;
  if (kept?.cut) context.warn(`The body was cut at ${MAX_CAPTURE_BYTES} bytes, the most that a capture holds.`);
  return {
    ...told,
    ...shown.fields,
    ...(shown.nextLine !== undefined && { nextLine: shown.nextLine }),
    ...(diff && { diff }),
    ...(savedTo !== undefined && { savedTo }),
    bytes: Buffer.byteLength(body),
    lines: countLines(body),
    ...(kept && { responseId: kept.responseId }),
  };
}

/** A PDF that cannot be read is bytes as others are. */
async function textOrBytes({ signal, warn }: DaemonContext, got: GotPage, wish: TextWish): Promise<PageText | undefined> {
  try {
    return await textOf(got, wish, signal);
  } catch (thrown) {
    if (!isDroverError(thrown) || thrown.failure?.["kind"] !== "pdf") throw thrown;
    warn(`${thrown.message.replace(/\.$/, "")}. It was saved as it is.`);
    return undefined;
  }
}

function overlapOf({ overlapTokens = 0, maxTokens = DEFAULT_CHUNK }: ScrapingWish): number {
  if (overlapTokens >= maxTokens) throw new DroverError("bad-input", `overlapTokens ${overlapTokens} must be less than maxTokens ${maxTokens}`);
  return overlapTokens;
}

interface Shown {
  fields: Partial<Scraped>;
  nextLine?: number;
  chunksLeft: number;
  left: number;
}

function shownOf({ body }: PageText, chunks: Chunk[] | undefined, { wish, budget, quiet }: { wish: ScrapingWish; budget: number; quiet: boolean }): Shown {
  if (chunks) {
    let left = budget;
    const fitting = chunks.filter((chunk) => (left -= chunk.tokens) >= 0 && !quiet);
    return { fields: { chunkCount: chunks.length, ...(!quiet && { chunks: fitting }) }, chunksLeft: quiet ? 0 : chunks.length - fitting.length, left: 0 };
  }
  if (wish.linesMatching) {
    const { lines, matched, left } = matchLines(body, { patterns: wish.linesMatching, contextLines: wish.contextLines ?? 0, caseSensitive: wish.caseSensitive ?? false });
    return { fields: { matches: lines.join("\n"), matched }, chunksLeft: 0, left };
  }
  // Who asks what has changed, or has it in a file, does not want to pay for it here.
  if (quiet && wish.maxTokens === undefined) return { fields: {}, chunksLeft: 0, left: 0 };
  const { text, nextLine } = beginningOf(body, wish.maxTokens ?? budget);
  return { fields: { text }, ...(nextLine !== undefined && { nextLine }), chunksLeft: 0, left: 0 };
}

async function compared({ files, warn }: DaemonContext, url: string, body: string, { snapshotName, diff }: ScrapingWish): Promise<Scraped["diff"]> {
  if (snapshotName === undefined) {
    if (diff) throw new DroverError("bad-input", "diff needs snapshotName", { hint: "The first call with a snapshotName remembers the page, later ones with diff=true compare with it." });
    return undefined;
  }
  const snapshots = new Snapshots(files);
  const last = diff ? snapshots.last(snapshotName, url) : undefined;
  await snapshots.keep(snapshotName, { url, at: new Date().toISOString(), body });
  if (!diff) return undefined;
  if (!last) warn(`There is no earlier snapshot "${snapshotName}" of ${url}: this is the first.`);
  return last ? { since: last.at, ...sectionDiff(last.body, body) } : { changed: false, added: 0, removed: 0, sections: [] };
}

/** Chunks as one line of JSON each, or the text. */
async function saved({ files, require }: DaemonContext, { body, ending }: PageText, chunks: Chunk[] | undefined, where: Exclude<ScrapingWish["saveToFile"], undefined | false>, session: string): Promise<string> {
  const text = chunks ? chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join("") : body;
  const chosen = chosenPath(where, chunks ? ".jsonl" : ending);
  if (chosen !== undefined) require("file-io", "writing to a file that you name");
  const place = files.place("scraped", { session, ending: chunks ? ".jsonl" : ending, chosen });
  await files.writeText(place, text);
  return place.path;
}

function chosenPath(where: true | string | { dir?: string; name?: string }, ending: string): string | undefined {
  if (where === true) return undefined;
  if (typeof where === "string") return where;
  const { dir = "scraped", name = `page-${Date.now()}${ending}` } = where;
  return `${dir}/${/\.\w+$/.test(name) ? name : name + ending}`;
}

/** Bytes go to a file and are never in an answer. */
async function savedBytes({ files, require, warn }: DaemonContext, got: GotPage, { saveToFile, snapshotName, chunks, linesMatching }: ScrapingWish, session: string): Promise<Partial<Scraped>> {
  const { content } = got;
  const body = "body" in content ? content.body : Buffer.alloc(0);
  if (snapshotName !== undefined || chunks || linesMatching) warn(`${got.url} is ${got.contentType || "bytes"}: there is no text to compare, cut or search.`);
  const ending = endingOf(got);
  const chosen = saveToFile === undefined || typeof saveToFile === "boolean" ? undefined : chosenPath(saveToFile, ending);
  if (chosen !== undefined) require("file-io", "writing to a file that you name");
  const place = files.place("scraped", { session, ending, chosen });
  await files.writeBytes(place, body);
  return { blobPath: place.path, responseId: (await files.find(place.path)).id, bytes: body.length };
}

/** By the address, else by the type where that is one word: the store takes no dashes in an ending. */
const endingOf = ({ url, contentType }: GotPage): string => /\.\w{1,8}$/.exec(new URL(url).pathname)?.[0] ?? `.${/^\w+\/(\w{1,8})(?![\w.+-])/.exec(contentType)?.[1] ?? "bin"}`;
