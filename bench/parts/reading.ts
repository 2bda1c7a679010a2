import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { ReaderProcess } from "../suites/readerProcess.ts";
import { readerNames } from "../suites/readers.ts";
import { hasSets, howToGetSets, readingCases, squashed, type ReadingCase } from "../suites/readingSets.ts";
import { repository } from "../workplace.ts";
import type { Bench, Measurement, Part } from "./part.ts";

/** What each reader lost and left of each page, a line for each: where a rule is looked for. */
const missesFile = path.join(repository, "bench", ".suites", "reading-misses.jsonl");
/** Pages between two savings of what was measured so far. */
const SAVED_EVERY = 20;

/** Shares of what was to be kept and to be dropped, each page counting as one. */
class Tally {
  readonly samples: number[] = [];
  #kept: number[] = [];
  #dropped: number[] = [];
  #failed = 0;

  add({ keep, drop }: ReadingCase, { lost, left }: Misses, { took, failure }: { took: number; failure?: string }): void {
    this.samples.push(took);
    if (failure !== undefined) this.#failed++;
    if (keep.length > 0) this.#kept.push(1 - lost.length / keep.length);
    if (drop.length > 0) this.#dropped.push(1 - left.length / drop.length);
  }

  get counts(): Record<string, number> {
    const mean = (shares: number[]) => (100 * shares.reduce((sum, each) => sum + each, 0)) / shares.length;
    return { kept: mean(this.#kept), dropped: mean(this.#dropped), pages: this.samples.length, failed: this.#failed };
  }
}

interface Misses {
  lost: string[];
  left: string[];
}

function missesIn(text: string, { keep, drop }: ReadingCase): Misses {
  const read = squashed(text);
  return { lost: keep.filter((each) => !read.includes(each)), left: drop.filter((each) => read.includes(each)) };
}

async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string, page: string): Measurement => ({ part: "reading", tool, surface: "library", page, samples: [] });
  if (!hasSets()) return [{ ...line("Drover", "both sets"), failure: `there is no copy of the sets; ${howToGetSets}` }];
  const tallies = new Map<string, { tool: string; page: string; tally: Tally }>();
  const tallyOf = (tool: string, page: string): Tally => {
    const key = JSON.stringify([tool, page]);
    const found = tallies.get(key) ?? { tool, page, tally: new Tally() };
    tallies.set(key, found);
    return found.tally;
  };
  const measured = (): Measurement[] => [...tallies.values()].map(({ tool, page, tally: { samples, counts } }) => ({ ...line(tool, page), samples, counts }));
  mkdirSync(path.dirname(missesFile), { recursive: true });
  const told = createWriteStream(missesFile);
  const contenders = readerNames.map((tool) => ({ tool, process: new ReaderProcess(tool) }));
  try {
    let pages = 0;
    for (const page of readingCases(bench.quick ? 10 : 1)) {
      bench.progress(`reading ${page.set} ${page.name}`);
      await Promise.all(
        contenders.map(async ({ tool, process }) => {
          const answer = await process.read(page);
          const misses = missesIn(answer.text, page);
          for (const row of [page.set, ...(page.heldOut ? [`${page.set}, held out`] : [])]) tallyOf(tool, row).add(page, misses, answer);
          if (misses.lost.length + misses.left.length > 0 || answer.failure !== undefined) told.write(`${JSON.stringify({ set: page.set, page: page.name, heldOut: page.heldOut, tool, ...misses, ...(answer.failure !== undefined && { failure: answer.failure }) })}\n`);
        }),
      );
      if (++pages % SAVED_EVERY === 0) bench.soFar("reading", measured());
    }
  } finally {
    told.end();
    await Promise.all(contenders.map(({ process }) => process.end()));
  }
  return measured();
}

export const reading: Part = { name: "reading", title: "how much of a page's content is read, and how much of the rest is left out", run };
