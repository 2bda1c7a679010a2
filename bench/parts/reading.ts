import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import { ReaderProcess } from "../suites/readerProcess.ts";
import { readerNames } from "../suites/readers.ts";
import type { Judgement } from "../suites/readingJudges.ts";
import { hasSets, howToGetSets, readingCases } from "../suites/readingSets.ts";
import { repository } from "../workplace.ts";
import type { Bench, Measurement, Part } from "./part.ts";

/** What each reader lost and left of each page, a line for each: where a rule is looked for. */
const missesFile = path.join(repository, "bench", ".suites", "reading-misses.jsonl");
/** Pages between two savings of what was measured so far. */
const SAVED_EVERY = 20;

/** Shares of what was to be kept and to be dropped, each page counting as one. */
class Tally {
  readonly samples: number[] = [];
  readonly #judged: Judgement[] = [];
  #failed = 0;

  add(judgement: Judgement, { took, failure }: { took: number; failure?: string }): void {
    this.samples.push(took);
    if (failure !== undefined) this.#failed++;
    this.#judged.push(judgement);
  }

  get counts(): Record<string, number> {
    const [kept, dropped, precision] = [this.#mean("kept"), this.#mean("dropped"), this.#mean("precision")];
    return { kept, dropped, pages: this.samples.length, failed: this.#failed, ...(Number.isFinite(precision) && { f1: (2 * precision * kept) / (precision + kept) }) };
  }

  #mean(of: "kept" | "dropped" | "precision"): number {
    const shares = this.#judged.flatMap((each) => each[of] ?? []);
    return (100 * shares.reduce((sum, each) => sum + each, 0)) / shares.length;
  }
}

async function run(bench: Bench): Promise<Measurement[]> {
  const line = (tool: string, page: string): Measurement => ({ part: "reading", tool, surface: "library", page, samples: [] });
  if (!hasSets()) return [{ ...line("Drover", "all sets"), failure: `there is no copy of the sets; ${howToGetSets}` }];
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
    for (const { set, name, html, url, judge, beside, heldOut } of readingCases(bench.quick ? 10 : 1)) {
      bench.progress(`reading ${set} ${name}`);
      await Promise.all(
        contenders.map(async ({ tool, process }) => {
          const { text, ...cost } = await process.read({ html, url });
          const judgement = judge(text);
          const { lost, left } = judgement;
          const count = (row: string, judged: Judgement): void => {
            for (const page of heldOut ? [row, `${row}, held out`] : [row]) tallyOf(tool, page).add(judged, cost);
          };
          count(set, judgement);
          if (beside) count(`${set}, ${beside.row}`, beside.judge(text));
          if (lost.length + left.length > 0 || cost.failure !== undefined) told.write(`${JSON.stringify({ set, page: name, heldOut, tool, lost, left, ...(cost.failure !== undefined && { failure: cost.failure }) })}\n`);
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
