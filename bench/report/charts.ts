import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { count, megabytes, milliseconds, summarize } from "../measure.ts";
import type { Measurement } from "../parts/part.ts";
import { repository } from "../workplace.ts";
import type { Results } from "./results.ts";
import { type Bar, type Line, barChart, courseChart, growthChart, rankChart } from "./svg.ts";

const folder = path.join(repository, "bench", "charts");

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

function timeBars(measurements: readonly Measurement[]): Bar[] {
  return measurements
    .filter(({ samples }) => samples.length > 0)
    .map(({ tool, samples }) => {
      const { median, p25, p75 } = summarize(samples);
      return { name: tool, value: median, low: p25, high: p75, text: milliseconds(median) };
    })
    .toSorted((a, b) => a.value - b.value);
}

const countBars = (measurements: readonly Measurement[], value: (line: Measurement) => number | undefined, text = count): Bar[] =>
  measurements
    .flatMap((line) => {
      const found = value(line);
      return found === undefined || line.failure !== undefined ? [] : [{ name: line.tool, value: found, text: text(found) }];
    })
    .toSorted((a, b) => a.value - b.value);

/** Each tool's cost against the number of elements, over the tables. */
function growthLines(measurements: readonly Measurement[]): Line[] {
  const tables = measurements.filter(({ page, samples }) => page?.startsWith("table-") && samples.length > 0);
  return unique(tables.map(({ tool }) => tool)).map((tool) => ({
    name: tool,
    points: tables
      .filter((line) => line.tool === tool)
      .map(({ elements, samples }) => ({ x: elements ?? 0, y: summarize(samples).median }))
      .toSorted((a, b) => a.x - b.x),
  }));
}

/** Each tool's pages from the smallest snapshot to the largest. */
function corpusLines(measurements: readonly Measurement[]): Line[] {
  return unique(measurements.map(({ tool }) => tool)).map((tool) => ({
    name: tool,
    points: measurements
      .filter((line) => line.tool === tool && line.tokens !== undefined)
      .map(({ tokens }) => tokens ?? 0)
      .toSorted((a, b) => a - b)
      .map((y, index) => ({ x: index + 1, y: Math.max(y, 1) })),
  }));
}

const MEGABYTE = 1_048_576;

/** What a long run held, moment by moment. */
function courseLines(measurements: readonly Measurement[]): Line[] {
  const course = measurements.flatMap((line) => line.course ?? []);
  const over = (name: string, pick: (moment: (typeof course)[number]) => number): Line => ({ name, points: course.map((moment) => ({ x: moment.at, y: pick(moment) })) });
  return [over("Drover, all processes", ({ tool }) => tool / MEGABYTE), over("its browser", ({ browser }) => browser / MEGABYTE), over("open files", ({ files }) => files)];
}

const onPage = (measurements: readonly Measurement[], page: string): Measurement[] => measurements.filter((line) => line.page === page);

type Draw = (measurements: readonly Measurement[]) => Record<string, string>;

const pageWork =
  (title: string, pages: Record<string, string>): Draw =>
  (measurements) =>
    Object.fromEntries(
      Object.entries(pages).flatMap(([page, where]) => {
        const bars = timeBars(onPage(measurements, page));
        return bars.length === 0 ? [] : [[page, barChart(`${title}, ${where}: median time`, bars)]];
      }),
    );

const draws: Record<string, Draw> = {
  cold: (lines) => ({ all: barChart("From nothing to the first page: median time", timeBars(lines)) }),
  cli: (lines) => ({ eval: barChart("A warm command from the shell: median time", timeBars(onPage(lines, "eval"))) }),
  evaluate: pageWork("Run a script", { form: "small form" }),
  click: pageWork("Click with its result", { form: "small form", "table-1000": "13,000 elements" }),
  fill: pageWork("Fill ten fields", { form: "small form" }),
  screenshot: pageWork("Picture of the viewport", { form: "small form" }),
  snapshot: (lines) => ({
    ...pageWork("Snapshot", { "table-1000": "13,000 elements" })(lines),
    growth: growthChart("Snapshot time and page size", { x: "elements", y: "ms" }, growthLines(lines)),
  }),
  find: (lines) => ({ growth: growthChart("Find time and page size", { x: "elements", y: "ms" }, growthLines(lines)) }),
  tools: (lines) => ({ tokens: barChart("tools/list by default: tokens", countBars(onPage(lines, "by default"), ({ tokens }) => tokens)) }),
  task: (lines) => ({
    tokens: barChart("The ten-step task: tokens written and read", countBars(lines, ({ counts }) => counts?.["tokens"])),
    time: barChart("The ten-step task: median time", timeBars(lines)),
  }),
  corpus: (lines) => ({ tokens: rankChart("Snapshots of real pages, smallest to largest", { x: "pages", y: "tokens" }, corpusLines(lines)) }),
  soak: (lines) => ({ memory: courseChart("What a long run holds", { x: "actions; sessions come and go meanwhile", y: "MB" }, courseLines(lines)) }),
  memory: (lines) => ({
    one: barChart("One session: memory of tool and browser", countBars(onPage(lines, "1 sessions"), ({ counts }) => (counts?.["tool"] ?? 0) + (counts?.["browser"] ?? 0), megabytes)),
    ten: barChart("Ten sessions: memory of tool and browser", countBars(onPage(lines, "10 sessions"), ({ counts }) => (counts?.["tool"] ?? 0) + (counts?.["browser"] ?? 0), megabytes)),
  }),
};

/** Draws every part that was measured; returns the pictures' paths, seen from RESULTS.md, by part. */
export function drawCharts({ parts }: Pick<Results, "parts">): Record<string, string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Object.fromEntries(
    Object.entries(parts).map(([part, { measurements }]) => {
      const usable = measurements.filter(({ failure }) => failure === undefined);
      const pictures = usable.length === 0 ? {} : (draws[part]?.(usable) ?? {});
      const files = Object.entries(pictures).map(([name, svg]) => {
        const file = `${part}-${name}.svg`;
        writeFileSync(path.join(folder, file), svg);
        return `charts/${file}`;
      });
      return [part, files];
    }),
  );
}
