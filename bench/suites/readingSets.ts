import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { repository } from "../workplace.ts";
import { judgedByPhrases, judgedByShingles, squashed, type Judgement } from "./readingJudges.ts";
import { type ReadableDocument, documentOf } from "./readableDocument.ts";

/** Checkouts of the sets. Nothing of them is in this repository. */
const folders = {
  readability: process.env["DROVER_BENCH_READABILITY"] ?? path.join(repository, "bench", ".suites", "readability"),
  trafilatura: process.env["DROVER_BENCH_TRAFILATURA"] ?? path.join(repository, "bench", ".suites", "trafilatura"),
  articles: process.env["DROVER_BENCH_ARTICLES"] ?? path.join(repository, "bench", ".suites", "articles"),
};

const repositories: Record<keyof typeof folders, string> = { readability: "mozilla/readability", trafilatura: "adbar/trafilatura", articles: "scrapinghub/article-extraction-benchmark" };

export const howToGetSets = `to get them: ${Object.entries(folders).map(([set, folder]) => `git clone --depth 1 https://github.com/${repositories[set as keyof typeof folders]} ${folder}`).join(" && ")}`;

export const hasSets = (): boolean => Object.values(folders).every((folder) => existsSync(folder));

export interface ReadingCase {
  set: keyof typeof folders;
  name: string;
  html: string;
  url: string;
  judge(markdown: string): Judgement;
  /** The same page on a row beside that of its set. */
  beside?: { row: string; judge(markdown: string): Judgement };
  /** Of the half on which no rule is made: it shows whether rules hold for pages that nobody looked at. */
  heldOut: boolean;
}

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
    yield { set: "readability", name, html, url, judge: judgedByPhrases(blocksOf(expected, 25), blocksOf(page, 15).filter((text) => !all.includes(text) && !title.includes(text))) };
  }
}

/** What there is to read on a page, for the set has words of pages that were longer once, and what of it stands under pictures and tables. */
function textsOf(html: string, url: string): { title: string; shown: string; captions: string } {
  const page = documentOf(html, url);
  for (const unseen of page.querySelectorAll("script, style, noscript, template")) unseen.remove();
  const captions = [...page.querySelectorAll("figcaption, caption")].map(({ textContent }) => squashed(textContent ?? ""));
  return { title: squashed(page.title), shown: squashed(page.body?.textContent ?? ""), captions: captions.join(" ") };
}

/** The set names what must and what must not be there. */
function* trafilaturaPages(): Generator<Omit<ReadingCase, "heldOut">> {
  const folder = path.join(folders.trafilatura, "tests");
  const named = JSON.parse(readFileSync(path.join(folder, "evaldata.json"), "utf8")) as Record<string, { file: string; with: string[]; without: string[] }>;
  for (const [url, { file, with: keep, without: drop }] of Object.entries(named)) {
    const place = ["cache", "eval"].map((each) => path.join(folder, each, file)).find((each) => existsSync(each));
    if (place === undefined) continue;
    const html = decoded(readFileSync(place));
    const { title, shown, captions } = textsOf(html, url);
    const there = (texts: string[]) => texts.map(squashed).filter((text) => text !== "" && (title + shown).includes(text));
    const [kept, dropped] = [there(keep), there(drop)];
    const told = dropped.filter((text) => shown.indexOf(text) === shown.lastIndexOf(text) && !captions.includes(text));
    yield { set: "trafilatura", name: file, html, url, judge: judgedByPhrases(kept, dropped), beside: { row: "without captions and texts that stand there twice", judge: judgedByPhrases(kept, told) } };
  }
}

/** As the page says, unless it is UTF-8 all the same. */
function decoded(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (!text.includes("\uFFFD")) return text;
  const said = /charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 3000).toString("latin1"))?.[1];
  return new TextDecoder(said?.toLowerCase() === "utf-8" ? "windows-1252" : said).decode(bytes);
}

const UNSEEN = "script, style, noscript, template, svg, select, textarea, [hidden], [style*='display:none'], [style*='display: none']";
const LINES = "address, article, aside, blockquote, br, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, option, p, pre, section, table, td, th, tr, ul";

/** All that is shown, each block on lines of its own. */
function linesOf(page: ReadableDocument): string {
  for (const unseen of page.querySelectorAll(UNSEEN)) unseen.remove();
  for (const block of page.querySelectorAll(LINES)) {
    block.prepend("\n");
    block.append("\n");
  }
  return page.body.textContent ?? "";
}

/** The set has all of each article's text, without its name. */
function* articlePages(): Generator<Omit<ReadingCase, "heldOut">> {
  const named = JSON.parse(readFileSync(path.join(folders.articles, "ground-truth.json"), "utf8")) as Record<string, { articleBody: string; url: string }>;
  for (const [name, { articleBody: article, url }] of Object.entries(named)) {
    const html = gunzipSync(readFileSync(path.join(folders.articles, "html", `${name}.html.gz`))).toString("utf8");
    const page = documentOf(html, url);
    const names = [page.title, ...[...page.querySelectorAll("h1")].map(({ textContent }) => textContent ?? "")];
    yield { set: "articles", name, html, url, judge: judgedByShingles({ article, names, page: linesOf(page) }) };
  }
}

/** Each `every`th page of all. */
export function* readingCases(every: number): Generator<ReadingCase> {
  for (const pages of [readabilityPages(), trafilaturaPages(), articlePages()]) {
    let index = 0;
    for (const page of pages) {
      if (index % every === 0) yield { ...page, heldOut: index % 2 === 1 };
      index++;
    }
  }
}
