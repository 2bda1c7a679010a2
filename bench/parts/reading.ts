import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import { Readability } from "@mozilla/readability";
import { documentOf, type ReadableDocument } from "../suites/readableDocument.ts";
import { hasSets, howToGetSets, readingCases, squashed, type ReadingCase } from "../suites/readingSets.ts";
import { repository } from "../workplace.ts";
import { type Bench, type Measurement, type Part, messageOf } from "./part.ts";

/** From a page to markdown. */
type Reader = (document: ReadableDocument, url: string) => Promise<string> | string;

interface Defuddle {
  Defuddle(document: ReadableDocument, url: string, options: { markdown: true }): Promise<{ title: string; content: string; contentMarkdown?: string }>;
}

interface Turndown {
  default: new () => { remove(names: string[]): { turndown(node: unknown): string } };
}

/** Of what is installed for the benchmark alone. */
const peer = (...place: string[]): Promise<unknown> => import(pathToFileURL(path.join(repository, "bench", "node_modules", ...place)).href);

/** Ours as it is brought to pages; the others as their documentation calls them. */
async function readers(): Promise<Record<string, Reader>> {
  runInThisContext(readFileSync(path.join(repository, "dist", "reader.js"), "utf8"));
  const { __droverReader: ours } = globalThis as unknown as { __droverReader: (document: ReadableDocument, arg: { format: string }) => { body: string } };
  const { Defuddle: defuddle } = (await peer("defuddle", "dist", "node.js")) as Defuddle;
  const { default: TurndownService } = (await peer("turndown", "lib", "turndown.cjs.js")) as Turndown;
  const markdown = (node: unknown) => new TurndownService().remove(["script", "style", "noscript"]).turndown(node);
  return {
    Drover: (document) => ours(document, { format: "markdown" }).body,
    "@mozilla/readability": (document, url) => {
      const article = new Readability(document as never).parse();
      return article ? `${article.title}\n${markdown(documentOf(article.content ?? "", url).body)}` : "";
    },
    turndown: (document) => markdown(document.body),
    defuddle: async (document, url) => {
      const { title, content, contentMarkdown = content } = await defuddle(document, url, { markdown: true });
      return `${title}\n${contentMarkdown}`;
    },
  };
}

/** Shares of what was to be kept and to be dropped, each page counting as one. */
class Tally {
  readonly samples: number[] = [];
  #kept: number[] = [];
  #dropped: number[] = [];
  failed = 0;

  add({ keep, drop }: ReadingCase, text: string, took: number): void {
    this.samples.push(took);
    if (keep.length > 0) this.#kept.push(keep.filter((each) => text.includes(each)).length / keep.length);
    if (drop.length > 0) this.#dropped.push(drop.filter((each) => !text.includes(each)).length / drop.length);
  }

  get counts(): Record<string, number> {
    const mean = (shares: number[]) => (100 * shares.reduce((sum, each) => sum + each, 0)) / shares.length;
    return { kept: mean(this.#kept), dropped: mean(this.#dropped), pages: this.samples.length, failed: this.failed };
  }
}

async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string, page: string): Measurement => ({ part: "reading", tool, surface: "library", page, samples: [] });
  if (!hasSets()) return [{ ...line("Drover", "both sets"), failure: `there is no copy of the sets; ${howToGetSets}` }];
  const tallies = new Map<string, Tally>();
  const contenders = Object.entries(await readers());
  for (const page of readingCases(bench.quick ? 10 : 1)) {
    bench.progress(`reading ${page.set} ${page.name}`);
    for (const [tool, read] of contenders) {
      const key = JSON.stringify([tool, page.set]);
      const tally = tallies.get(key) ?? new Tally();
      tallies.set(key, tally);
      const document = documentOf(page.html, page.url);
      const from = performance.now();
      let text = "";
      try {
        text = squashed(await read(document, page.url));
      } catch (thrown) {
        tally.failed++;
        bench.progress(`${tool} failed on ${page.name}: ${messageOf(thrown)}`);
      }
      tally.add(page, text, performance.now() - from);
    }
  }
  return [...tallies].map(([key, { samples, counts }]) => {
    const [tool, set] = JSON.parse(key) as [string, string];
    return { ...line(tool, set), samples, counts };
  });
}

export const reading: Part = { name: "reading", title: "how much of a page's content is read, and how much of the rest is left out", run };
