import { count, megabytes, milliseconds, spread, summarize } from "../measure.ts";
import { NOT_OFFERED, type Measurement } from "../parts/part.ts";

export interface Table {
  head: string[];
  rows: string[][];
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function timeCell(measurement: Measurement | undefined): string {
  if (measurement === undefined) return "–";
  if (measurement.samples.length > 0) return spread(summarize(measurement.samples));
  // What was counted and not timed has no failure.
  return measurement.failure === undefined || measurement.failure === NOT_OFFERED ? "–" : "failed";
}

/** Tools down, pages across. */
function grid(measurements: readonly Measurement[], cell: (measurement: Measurement | undefined) => string): Table {
  const pages = unique(measurements.flatMap(({ page }) => (page === undefined ? [] : [page])));
  const tools = unique(measurements.map(({ tool }) => tool));
  const at = (tool: string, page: string): Measurement | undefined => measurements.find((each) => each.tool === tool && each.page === page);
  return { head: ["", ...pages], rows: tools.map((tool) => [tool, ...pages.map((page) => cell(at(tool, page)))]) };
}

export const timeTable = (measurements: readonly Measurement[]): Table => grid(measurements, timeCell);

export const tokenTable = (measurements: readonly Measurement[]): Table =>
  grid(
    measurements.filter(({ surface, failure }) => surface !== "floor" && failure === undefined),
    (measurement) => (measurement?.tokens === undefined ? "–" : count(measurement.tokens)),
  );

const toolLists = (measurements: readonly Measurement[]): Table => ({
  head: ["", "", "tools", "tokens"],
  rows: measurements.map(({ tool, page, counts, tokens, failure }) => [
    tool, page ?? "", failure ? "failed" : count(counts?.["tools"] ?? Number.NaN), count(tokens ?? Number.NaN),
  ]),
});

const tasks = (measurements: readonly Measurement[]): Table => ({
  head: ["", "calls", "tokens written", "tokens read", "time"],
  rows: measurements.map((line) => [
    line.tool,
    ...["calls", "written", "read"].map((name) => (line.failure ? "–" : count(line.counts?.[name] ?? Number.NaN))),
    timeCell(line),
  ]),
});

/** Applications down, tools across: whether it was done, in how many calls, with how many tokens, in what time. */
function applications(measurements: readonly Measurement[]): Table {
  const tools = unique(measurements.map(({ tool }) => tool));
  const apps = unique(measurements.flatMap(({ page }) => page ?? []));
  const cell = (line: Measurement | undefined): string => {
    if (!line) return "–";
    const cost = `${count(line.counts?.["calls"] ?? 0)} calls, ${count(line.counts?.["tokens"] ?? 0)} tokens`;
    return line.failure === undefined ? `${cost}, ${milliseconds(line.samples[0] ?? Number.NaN)}` : `not done (${cost}): ${line.failure.slice(0, 60)}`;
  };
  return { head: ["", ...tools], rows: apps.map((app) => [app, ...tools.map((tool) => cell(measurements.find((line) => line.tool === tool && line.page === app)))]) };
}

const memories = (measurements: readonly Measurement[]): Table =>
  grid(measurements, (line) =>
    line?.counts ? `${megabytes(line.counts["tool"] ?? Number.NaN)} + ${megabytes(line.counts["browser"] ?? Number.NaN)}` : "–",
  );

function corpusSummary(measurements: readonly Measurement[]): Table {
  const rows = unique(measurements.map(({ tool }) => tool)).map((tool) => {
    const done = measurements.filter((line) => line.tool === tool && line.failure === undefined);
    const tokens = summarize(done.map((line) => line.tokens ?? Number.NaN));
    const times = summarize(done.flatMap(({ samples }) => samples));
    const total = done.reduce((sum, line) => sum + (line.tokens ?? 0), 0);
    return [tool, count(done.length), count(tokens.median), count(tokens.p75), count(tokens.max), count(total), milliseconds(times.median), milliseconds(times.max)];
  });
  return { head: ["", "pages", "median tokens", "p75", "largest", "all pages", "median time", "slowest"], rows };
}

const tallies = (measurements: readonly Measurement[]): Table =>
  grid(measurements, (line) =>
    line?.counts ? `${count(line.counts["right"] ?? Number.NaN)} of ${count(line.counts["of"] ?? Number.NaN)}` : line?.failure ? "not measured" : "–",
  );

/** How many of the clicks told what came of them, and how long they took; of those that begin nothing only that. */
const toldEffects = (measurements: readonly Measurement[]): Table =>
  grid(measurements, (line) => (line?.counts?.["right"] ? `${count(line.counts["right"])} of ${count(line.counts["of"] ?? Number.NaN)}, ${milliseconds(summarize(line.samples).median)}` : timeCell(line)));

/** Percent kept and dropped, and the score by which a set compares readers itself. */
const readings = (measurements: readonly Measurement[]): Table =>
  grid(measurements, (line) => {
    if (!line?.counts) return line?.failure ? "not measured" : "–";
    const { kept = Number.NaN, dropped = Number.NaN, pages = Number.NaN, f1 } = line.counts;
    return `${kept.toFixed(1)} / ${dropped.toFixed(1)} of ${count(pages)}${f1 === undefined ? "" : `, F1 ${f1.toFixed(1)}`}`;
  });

/** How many pages look the same from the disk, and the one that does so least. */
function archiveSummary(measurements: readonly Measurement[]): Table {
  const rows = unique(measurements.map(({ tool }) => tool)).map((tool) => {
    const all = measurements.filter((line) => line.tool === tool);
    const done = all.filter(({ failure }) => failure === undefined).toSorted((a, b) => (b.counts?.["differs"] ?? 0) - (a.counts?.["differs"] ?? 0));
    const below = (percent: number) => count(done.filter(({ counts }) => (counts?.["differs"] ?? Number.NaN) <= percent).length);
    const [worst] = done;
    return [tool, count(all.length), below(0), below(1), worst ? `${(worst.counts?.["differs"] ?? Number.NaN).toFixed(2)} % (${worst.page})` : "–", count(all.length - done.length)];
  });
  return { head: ["", "pages", "the same", "within 1 %", "worst", "failed"], rows };
}

const special: Record<string, (measurements: readonly Measurement[]) => Table> = {
  tools: toolLists,
  task: tasks,
  apps: applications,
  memory: memories,
  corpus: corpusSummary,
  faithful: tallies,
  told: toldEffects,
  reading: readings,
  exports: archiveSummary,
};

/** The table that shows a part best; most are times. */
export const tableOf = (part: string, measurements: readonly Measurement[]): Table => (special[part] ?? timeTable)(measurements);
