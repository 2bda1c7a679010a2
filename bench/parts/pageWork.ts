import type { Answer, Driver, RunningTool } from "../drivers/driver.ts";
import { rotate } from "../measure.ts";
import { app } from "../pages/app.ts";
import { article } from "../pages/article.ts";
import type { Page } from "../pages/document.ts";
import { form } from "../pages/form.ts";
import { table } from "../pages/table.ts";
import { NOT_OFFERED, type Bench, type Measurement, type Runner, messageOf, sizeOf, timed, withTools } from "./part.ts";

/** One piece of work that is done by every tool on every page. */
export interface PageWork {
  name: string;
  title: string;
  /** How often each round asks for it; once. */
  timesARound?: number;
  /** What belongs to looking and not to the work itself; returns the work, or nothing where the tool cannot do it. */
  prepare(tool: RunningTool): Promise<(() => Promise<Answer>) | undefined>;
}

export const pages: readonly Page[] = [form, table(100), table(1_000), table(10_000), article, app];
const quickPages = new Set([form.name, "table-1000"]);

/** A slow tool on a large page is known well enough after this long. */
const PATIENCE_MS = 20_000;
const FEWEST_SAMPLES = 3;

interface Line extends Measurement {
  work: PageWork;
  runner: Runner;
}

const spent = ({ samples }: Line): number => samples.reduce((sum, took) => sum + took, 0);
const isDone = (line: Line): boolean => line.failure !== undefined || (spent(line) > PATIENCE_MS && line.samples.length >= FEWEST_SAMPLES);

async function sample(line: Line, stuck: Map<Runner, string>, keep: boolean): Promise<void> {
  const earlier = stuck.get(line.runner);
  if (earlier !== undefined) {
    line.failure = earlier;
    return;
  }
  const from = performance.now();
  try {
    const act = await line.work.prepare(line.runner.tool);
    if (act === undefined) {
      line.failure = NOT_OFFERED;
      return;
    }
    const { took, value } = await timed(act);
    if (keep) line.samples.push(took);
    Object.assign(line, sizeOf(value));
  } catch (error) {
    line.failure = messageOf(error);
    // A tool that did not answer at all is not asked again on this page: the others are waiting.
    if (performance.now() - from > PATIENCE_MS) stuck.set(line.runner, `${line.work.name}: ${line.failure}`);
  }
}

async function measurePage(bench: Bench, page: Page, works: readonly PageWork[], runners: readonly Runner[]): Promise<Measurement[]> {
  const open: Runner[] = [];
  const failures: Measurement[] = [];
  const about = ({ driver }: Runner): Pick<Measurement, "tool" | "surface" | "page"> => ({ tool: driver.name, surface: driver.surface, page: page.name });
  for (const runner of runners) {
    bench.progress(`${page.title}: ${runner.driver.name} opens it`);
    try {
      await runner.tool.open(bench.server.url(page));
      open.push(runner);
    } catch (error) {
      failures.push(...works.map(({ name }) => ({ part: name, ...about(runner), samples: [], failure: messageOf(error) })));
    }
  }
  const elements = await countElements(open);
  const lines: Line[] = works.flatMap((work) =>
    open.map((runner) => ({ part: work.name, ...about(runner), elements, samples: [], work, runner })),
  );
  const stuck = new Map<Runner, string>();
  for (const work of works) {
    const mine = lines.filter((line) => line.work === work);
    for (const line of mine) await sample(line, stuck, false);
    for (let round = 0; round < bench.rounds; round++) {
      bench.progress(`${page.title}: ${work.name}, round ${round + 1} of ${bench.rounds}`);
      for (let time = 0; time < (work.timesARound ?? 1); time++) for (const line of rotate(mine, round)) if (!isDone(line)) await sample(line, stuck, true);
    }
  }
  return [...failures, ...lines.map(({ work: _work, runner: _runner, ...measurement }) => measurement)];
}

async function countElements(runners: readonly Runner[]): Promise<number> {
  for (const { tool } of runners) {
    const { text } = await tool.evaluate("document.querySelectorAll('*').length");
    const found = /\d+/.exec(text);
    if (found) return Number(found[0]);
  }
  return 0;
}

/** Does the chosen works on every page, with every tool that is spoken to call by call. */
export function measurePages(bench: Bench, works: readonly PageWork[]): Promise<Measurement[]> {
  const chosen: Driver[] = bench.drivers.filter(({ surface }) => surface !== "cli");
  return withTools(bench, chosen, async (runners, missing) => {
    const absent = works.flatMap((work) =>
      missing.map(({ driver, failure }) => ({ part: work.name, tool: driver.name, surface: driver.surface, samples: [], failure })),
    );
    const measured: Measurement[] = [];
    for (const page of bench.quick ? pages.filter(({ name }) => quickPages.has(name)) : pages)
      measured.push(...(await measurePage(bench, page, works, runners)));
    return [...absent, ...measured];
  });
}
