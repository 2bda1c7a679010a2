import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { drivers } from "./drivers/index.ts";
import { droverCli, droverMcp, earlierDrover } from "./drivers/drover.ts";
import { effects } from "./pages/effects.ts";
import { flood } from "./pages/flood.ts";
import { orders } from "./pages/orders.ts";
import { PageServer } from "./pages/server.ts";
import { comparedParts, ownParts, pageWorks, partNames } from "./parts/index.ts";
import { measurePages, pages } from "./parts/pageWork.ts";
import type { Bench, Measurement } from "./parts/part.ts";
import { Progress } from "./progress.ts";
import { judgeBudgets } from "./report/budgets.ts";
import { drawCharts } from "./report/charts.ts";
import { comparisonHead, comparisonRows } from "./report/comparison.ts";
import { markdownReport } from "./report/markdown.ts";
import { type Results, describeMachine, describeTool, readParts, writeResults } from "./report/results.ts";
import { tableOf } from "./report/tables.ts";
import { textTable } from "./report/textTable.ts";
import { Workplace, chromiumFlags, repository } from "./workplace.ts";

const usage = `npm run bench -- [--only <part>[,<part>]] [--tools <name>[,<name>]] [--rounds <n>] [--quick] [--before <dist>] [--soak <actions>,<sessions>]

--before measures another build of Drover beside this one and leaves the results as they are.
--soak makes the soak shorter or longer than its 10,000 actions and 1,000 sessions.

parts: ${partNames.join(", ")}`;

interface Wish {
  parts: readonly string[];
  drivers: Bench["drivers"];
  rounds: number;
  quick: boolean;
  /** The built folder of another Drover to be held against this one. */
  before: string | undefined;
  soak: Bench["soak"];
}

const list = (text: string | undefined): string[] => text?.split(",").map((each) => each.trim()) ?? [];

function readWish(args: readonly string[]): Wish {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      tools: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      before: { type: "string" },
      soak: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    process.exit(0);
  }
  const only = list(values.only);
  const unknown = only.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) throw new Error(`No part is called ${unknown.join(", ")}.\n\n${usage}`);
  const named = list(values.tools);
  const { before } = values;
  const offered = before === undefined ? drivers : [droverMcp, droverCli, ...earlierDrover(path.resolve(before))];
  return {
    before,
    parts: only.length > 0 ? only : before === undefined ? partNames : comparedParts,
    drivers: named.length > 0 ? offered.filter(({ name }) => named.some((each) => name.toLowerCase().includes(each.toLowerCase()))) : offered,
    rounds: Number(values.rounds ?? (values.quick ? 3 : 15)),
    quick: values.quick,
    soak: soakOf(values.soak ?? (values.quick ? "200,20" : "10000,1000")),
  };
}

function soakOf(text: string): Bench["soak"] {
  const [actions = Number.NaN, sessions = Number.NaN] = list(text).map(Number);
  if (!(actions > 0 && sessions > 0)) throw new Error(`--soak takes two numbers, as 10000,1000; not ${text}.\n\n${usage}`);
  return { actions, sessions };
}

async function measure(wish: Wish, bench: Bench, done: (part: string, measurements: Measurement[]) => void): Promise<void> {
  const works = pageWorks.filter(({ name }) => wish.parts.includes(name));
  for (const name of partNames) {
    if (!wish.parts.includes(name)) continue;
    const part = ownParts.find((each) => each.name === name);
    if (part) done(name, await part.run(bench));
    else if (works[0]?.name === name) {
      const measured = await measurePages(bench, works);
      for (const work of works) done(work.name, measured.filter((line) => line.part === work.name));
    }
  }
}

const titleOf = (name: string): string => [...ownParts, ...pageWorks].find((each) => each.name === name)?.title ?? name;

function report(results: Results): void {
  const verdicts = judgeBudgets(results);
  const markdown = markdownReport(results, verdicts, drawCharts(results), partNames);
  writeFileSync(path.join(repository, "bench", "RESULTS.md"), markdown);
  const rows = verdicts.map(({ what, target, measured, holds }) => [what, target, measured, holds === undefined ? "–" : holds ? "yes" : "NO"]);
  console.log(`\nbudgets\n${textTable(["budget", "target", "measured", "holds"], rows)}\n`);
}

const wish = readWish(process.argv.slice(2));
const progress = new Progress();
const compared: Measurement[] = [];
using workplace = new Workplace();
const server = await PageServer.listen([...pages, orders, flood, effects]);
try {
  const results: Results = {
    machine: describeMachine(workplace.installed, chromiumFlags),
    tools: drivers.map(describeTool),
    parts: readParts(),
  };
  const keep = (part: string, measurements: Measurement[]): void => {
    if (wish.before !== undefined) return;
    results.parts[part] = { title: titleOf(part), ranAt: new Date().toISOString(), rounds: wish.rounds, measurements };
    writeResults(results);
  };
  await measure(wish, { workplace, server, ...wish, progress: progress.say, soFar: keep }, (part, measurements) => {
    progress.clear();
    const { head, rows } = tableOf(part, measurements);
    console.log(`\n${part}: ${titleOf(part)}\n${textTable(head, rows)}`);
    compared.push(...measurements);
    // A run that is interrupted keeps what it has measured.
    keep(part, measurements);
  });
  if (wish.before === undefined) report(results);
  else console.log(`\nbefore and after\n${textTable(comparisonHead, comparisonRows(compared))}\n`);
} finally {
  await server.close();
}
