import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { type DroverServer, startDrover } from "../drivers/drover.ts";
import { table } from "../pages/table.ts";
import { footprintOf } from "../processes.ts";
import { type Bench, type Measurement, type Part, messageOf, timed } from "./part.ts";

const page = table(1_000);
const MB = 1_048_576;
const WANTED = 100 * MB;
const MOST_ROUNDS = 3;
const OTHER = "beside";

/** Enough objects for a snapshot of that size. */
const fillHeap = `class Row { constructor(i) { this.id = i; this.next = null; this.tags = ["t" + i, { x: i, y: { z: i } }] } }
globalThis.rows = []; for (let i = 0; i < 210000; i++) { const row = new Row(i); row.next = rows.at(-1); rows.push(row) } rows.length`;

const line = (page: string): Measurement => ({ part: "analysis", tool: "Drover", surface: "mcp", page, samples: [] });

async function answered({ server }: DroverServer, tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { text } = await server.call(tool, input);
  return JSON.parse(text) as Record<string, unknown>;
}

/** A real trace, its events over and over, each time later. */
function enlarge(file: string): string {
  const events = readFileSync(file, "utf8").split("\n").filter((each) => each.startsWith('{"args"') && each.endsWith("},"));
  const again = events.filter((each) => !each.includes('"ph":"M"') && !each.includes("navigationStart"));
  const large = file.replace(/\.json$/, "-large.json");
  const descriptor = openSync(large, "w");
  try {
    let size = writeSync(descriptor, `{"traceEvents":[\n${events.join("\n")}\n`);
    for (let turn = 1; size < WANTED; turn++)
      for (const event of again) size += writeSync(descriptor, `${event.replace(/"ts":(\d+)/, (_, ts: string) => `"ts":${Number(ts) + turn * 5_000_000}`)}\n`);
    writeSync(descriptor, '{"name":"end","ph":"I","pid":1,"tid":1,"ts":1}]}');
  } finally {
    closeSync(descriptor);
  }
  return large;
}

/** What the daemon takes at most while something goes on. */
async function peakDuring<T>(home: string, work: Promise<T>): Promise<{ value: T; peak: number }> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, footprintOf(home).resident)), 200);
  try {
    return { value: await work, peak };
  } finally {
    clearInterval(timer);
  }
}

async function evaluations({ server }: DroverServer, until: Promise<unknown>, least: number): Promise<number[]> {
  let over = false;
  void until.finally(() => (over = true));
  const samples: number[] = [];
  while (!over || samples.length < least) samples.push((await timed(() => server.call("eval_js", { session: OTHER, expr: "1 + 1" }))).took);
  return samples;
}

async function measureFiles(drover: DroverServer, bench: Bench): Promise<Measurement[]> {
  const { server, home } = drover;
  bench.progress("a trace and a heap snapshot of 100 MB");
  await server.call("perf_start", {});
  await server.call("navigate", { url: bench.server.url(page), timeoutMs: 30_000 });
  const large = enlarge(String((await answered(drover, "perf_stop", { timeoutMs: 120_000 }))["path"]));
  await server.call("eval_js", { expr: fillHeap, timeoutMs: 60_000 });
  const heap = String((await answered(drover, "heap_snapshot", { timeoutMs: 300_000 }))["path"]);
  await server.call("open_session", { session: OTHER, mode: "incognito" });
  const [parse, insights, retainers, alone, during] = ["JSON.parse of it", "perf_insights, 100 MB", "heap_retainers, 100 MB", "eval_js alone", "eval_js meanwhile"].map(line) as [Measurement, Measurement, Measurement, Measurement, Measurement];
  alone.samples = await evaluations(drover, Promise.resolve(), 50);
  for (let round = 0; round < Math.min(bench.rounds, MOST_ROUNDS); round++) {
    bench.progress(`taking them apart, round ${round + 1}`);
    parse.samples.push((await timed(async () => JSON.parse(readFileSync(large, "utf8")) as unknown)).took);
    const before = footprintOf(home).resident;
    const { value, peak } = await peakDuring(home, timed(() => answered(drover, "perf_insights", { tracePath: large, timeoutMs: 180_000 })));
    insights.samples.push(value.took);
    insights.counts = { grew: Math.max(insights.counts?.["grew"] ?? 0, peak - before) };
    const asked = timed(() => answered(drover, "heap_retainers", { snapshotPath: heap, query: { name: "Row", type: "object" }, timeoutMs: 180_000 }));
    during.samples.push(...(await evaluations(drover, asked, 1)));
    retainers.samples.push((await asked).took);
  }
  return [parse, insights, retainers, alone, during];
}

/** The page's own time from navigation to load, with and without an audit of it. */
async function measureLoad(drover: DroverServer, bench: Bench): Promise<Measurement[]> {
  const [bare, audited] = [line("load"), line("load, audited")] as [Measurement, Measurement];
  const loadTime = async () => Number((await answered(drover, "eval_js", { expr: "performance.getEntriesByType('navigation')[0].loadEventEnd" }))["value"]);
  await drover.server.call("navigate", { url: bench.server.url(page), timeoutMs: 30_000 });
  for (let round = 0; round < Math.min(bench.rounds, 2 * MOST_ROUNDS); round++) {
    bench.progress(`loads with and without an audit, round ${round + 1}`);
    await drover.server.call("navigate", { url: bench.server.url(page), timeoutMs: 30_000 });
    bare.samples.push(await loadTime());
    await answered(drover, "perf_audit", { reload: true, durationMs: 2_000, categories: ["long-tasks"] });
    audited.samples.push(await loadTime());
  }
  return [bare, audited];
}

async function run(bench: Bench): Promise<Measurement[]> {
  const drover = await startDrover(bench.workplace);
  try {
    return [...(await measureFiles(drover, bench)), ...(await measureLoad(drover, bench))];
  } catch (error) {
    return [{ ...line("100 MB"), failure: messageOf(error) }];
  } finally {
    await drover.stop();
  }
}

export const analysis: Part = { name: "analysis", title: "taking traces and heaps apart", run };

