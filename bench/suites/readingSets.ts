import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { repository } from "../workplace.ts";
import { type ReadableDocument, documentOf } from "./readableDocument.ts";

/** Checkouts of the two sets. Nothing of them is in this repository. */
const folders = {
  readability: process.env["DROVER_BENCH_READABILITY"] ?? path.join(repository, "bench", ".suites", "readability"),
  trafilatura: process.env["DROVER_BENCH_TRAFILATURA"] ?? path.join(repository, "bench", ".suites", "trafilatura"),
};

export const howToGetSets = `to get them: git clone --depth 1 https://github.com/mozilla/readability ${folders.readability} && git clone --depth 1 https://github.com/adbar/trafilatura ${folders.trafilatura}`;

export const hasSets = (): boolean => Object.values(folders).every((folder) => existsSync(folder));

export interface ReadingCase {
  set: keyof typeof folders;
  name: string;
  html: string;
  url: string;
  /** What must be there, and what must not, as `squashed` has it. */
  keep: string[];
  drop: string[];
  /** Of the half on which no rule is made: it shows whether rules hold for pages that nobody looked at. */
  heldOut: boolean;
}

/** Letters and digits alone, without the addresses of links: markup and spaces are not what is measured. */
export const squashed = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\]\([^)\s]*\)/g, " ").replaceAll(/[^\p{L}\p{N}]+/gu, "");

const BLOCKS = "p, li, h2, h3, h4, pre, blockquote, td, dd, figcaption, div";

/** Texts of the innermost blocks. */
function blocksOf(document: ReadableDocument, least: number): string[] {
  const inner = [...document.querySelectorAll(BLOCKS)].filter((block) => !block.querySelector(`${BLOCKS}, ul, table`));
  return [...new Set(inner.map((block) => (block.textContent ?? "").replaceAll(/\s+/g, " ").trim()))].filter((text) => text.length >= least).map(squashed).filter((text) => text.length > 10);
}

/** Kept: what the set's own answer has. Dropped: blocks of the page that it has not. */
function* readabilityPages(): Generator<Omit<ReadingCase, "heldOut">> {
  const folder = path.join(folders.readability, "test", "test-pages");
  const url = "http://fakehost/test/page.html";
  for (const name of readdirSync(folder).toSorted()) {
    const html = readFileSync(path.join(folder, name, "source.html"), "utf8");
    const expected = documentOf(readFileSync(path.join(folder, name, "expected.html"), "utf8"), url);
    const page = documentOf(html, url);
    for (const unseen of page.querySelectorAll("script, style, noscript, template, svg, select")) unseen.remove();
    const [all, title] = [squashed(expected.body.textContent ?? ""), squashed(page.title)];
    yield { set: "readability", name, html, url, keep: blocksOf(expected, 25), drop: blocksOf(page, 15).filter((text) => !all.includes(text) && !title.includes(text)) };
  }
}

/** What there is to read on a page, for the set has words of pages that were longer once. */
function wordsOf(html: string, url: string): string {
  const page = documentOf(html, url);
  for (const unseen of page.querySelectorAll("script, style, noscript, template")) unseen.remove();
  return squashed(`${page.title} ${page.body?.textContent ?? ""}`);
}

/** The set names what must and what must not be there. */
function* trafilaturaPages(): Generator<Omit<ReadingCase, "heldOut">> {
  const folder = path.join(folders.trafilatura, "tests");
  const named = JSON.parse(readFileSync(path.join(folder, "evaldata.json"), "utf8")) as Record<string, { file: string; with: string[]; without: string[] }>;
  for (const [url, { file, with: keep, without: drop }] of Object.entries(named)) {
    const place = ["cache", "eval"].map((each) => path.join(folder, each, file)).find((each) => existsSync(each));
    if (place === undefined) continue;
    const html = decoded(readFileSync(place));
    const words = wordsOf(html, url);
    const there = (texts: string[]) => texts.map(squashed).filter((text) => text !== "" && words.includes(text));
    yield { set: "trafilatura", name: file, html, url, keep: there(keep), drop: there(drop) };
  }
}

/** As the page says, unless it is UTF-8 all the same. */
function decoded(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD")) return text;
  const said = /charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 3000).toString("latin1"))?.[1];
  return new TextDecoder(said?.toLowerCase() === "utf-8" ? "windows-1252" : said).decode(bytes);
}

/** Each `every`th page of both. */
export function* readingCases(every: number): Generator<ReadingCase> {
  for (const pages of [readabilityPages(), trafilaturaPages()]) {
    let index = 0;
    for (const page of pages) {
      if (index % every === 0) yield { ...page, heldOut: index % 2 === 1 };
      index++;
    }
  }
}
