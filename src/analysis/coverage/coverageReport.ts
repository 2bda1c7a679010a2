import { AnyMap, eachMapping } from "@jridgewell/trace-mapping";
import { cssRules } from "./cssRules.ts";
import { gapsBetween, sizeOf, union, usedRanges, type Range } from "./usedRanges.ts";

export interface CoverageInput {
  scripts: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[]; text?: string; map?: { json: string; url: string } }[];
  sheets: { url: string; text: string; used: Range[] }[];
}

export interface ScriptCoverage {
  url: string;
  totalBytes: number;
  usedBytes: number;
  usagePercent: number;
  deadRanges?: { start: number; end: number; line?: number }[];
  /** The files that people wrote, where there is a source map. */
  sources?: { url: string; totalBytes: number; usedBytes: number; usagePercent: number }[];
}

export interface SheetCoverage {
  url: string;
  totalBytes: number;
  usedBytes: number;
  usedRules: number;
  totalRules: number;
  usagePercent: number;
  deadRules?: { selector: string; start: number; end: number; line: number }[];
}

export interface CoverageReport {
  jsCoverage: ScriptCoverage[];
  cssCoverage: SheetCoverage[];
  /** As DevTools' Coverage panel exports it. */
  panel: { url: string; ranges: { start: number; end: number }[]; text?: string }[];
}

interface Script {
  url: string;
  used: Range[];
  length: number;
  text?: string;
  map?: { json: string; url: string };
}

const MAX_DEAD = 50;
const MAX_SOURCES = 200;
const MAX_SELECTOR = 200;

/** How much of a page's code was used, worst first. */
export function coverageReport({ scripts, sheets }: CoverageInput): CoverageReport {
  const merged = new Map<string, Script>();
  for (const { url, functions, text, map } of scripts) {
    const { used, length } = usedRanges(functions);
    // The same script in two documents is one; inline scripts of one document have its address each.
    const key = `${length} ${url}`;
    merged.set(key, { url, used: union(merged.get(key)?.used ?? [], used), length, ...(text !== undefined && { text }), ...(map && { map }) });
  }
  const all = [...merged.values()];
  const byWaste = (a: { totalBytes: number; usedBytes: number }, b: { totalBytes: number; usedBytes: number }) => b.totalBytes - b.usedBytes - (a.totalBytes - a.usedBytes);
  const inPanel = (url: string, ranges: Range[], text?: string) => ({ url, ranges: ranges.map(({ from, to }) => ({ start: from, end: to })), ...(text !== undefined && { text }) });
  return {
    jsCoverage: all.map(scriptCoverage).toSorted(byWaste),
    cssCoverage: sheets.map(sheetCoverage).toSorted(byWaste),
    panel: [...all.map(({ url, used, text }) => inPanel(url, used, text)), ...sheets.map(({ url, used, text }) => inPanel(url, union(used, []), text))],
  };
}

const share = (used: number, total: number): number => (total === 0 ? 100 : Math.round((used / total) * 1000) / 10);

const largest = (ranges: Range[]): Range[] => ranges.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_DEAD);

function scriptCoverage({ url, used, length, text, map }: Script): ScriptCoverage {
  const usedBytes = sizeOf(used);
  const dead = largest(gapsBetween(used, length));
  const lines = text === undefined ? undefined : lineStarts(text);
  const sources = lines && map ? sourcesOf(used, length, lines, map) : [];
  return {
    url,
    totalBytes: length,
    usedBytes,
    usagePercent: share(usedBytes, length),
    ...(dead.length > 0 && { deadRanges: dead.map(({ from, to }) => ({ start: from, end: to, ...(lines && { line: lineOf(lines, from) }) })) }),
    ...(sources.length > 0 && { sources }),
  };
}

/** Each piece of the script between two mappings is of the file that the first one names. */
function sourcesOf(used: Range[], length: number, lines: number[], { json, url }: { json: string; url: string }): NonNullable<ScriptCoverage["sources"]> {
  const totals = new Map<string, { total: number; used: number }>();
  let before: { at: number; source: string | null } | undefined;
  const pieceEnds = (end: number): void => {
    if (before?.source == null || end <= before.at) return;
    const known = totals.get(before.source) ?? { total: 0, used: 0 };
    known.total += end - before.at;
    known.used += overlap(used, before.at, end);
    totals.set(before.source, known);
  };
  eachMapping(AnyMap(json, url), ({ generatedLine, generatedColumn, source }) => {
    const at = (lines[generatedLine - 1] ?? length) + generatedColumn;
    pieceEnds(at);
    before = { at, source };
  });
  pieceEnds(length);
  return [...totals]
    .map(([source, { total, used: usedBytes }]) => ({ url: source, totalBytes: total, usedBytes, usagePercent: share(usedBytes, total) }))
    .toSorted((a, b) => b.totalBytes - b.usedBytes - (a.totalBytes - a.usedBytes))
    .slice(0, MAX_SOURCES);
}

function firstFrom(inOrder: Range[], from: number): number {
  let low = 0;
  for (let high = inOrder.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (inOrder[middle]!.from < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function overlap(ranges: Range[], from: number, to: number): number {
  let low = 0;
  for (let high = ranges.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.to <= from) low = middle + 1;
    else high = middle;
  }
  let sum = 0;
  for (let range = ranges[low]; range && range.from < to; range = ranges[++low]) sum += Math.min(to, range.to) - Math.max(from, range.from);
  return sum;
}

function sheetCoverage({ url, text, used }: CoverageInput["sheets"][number]): SheetCoverage {
  const rules = cssRules(text);
  const inOrder = used.toSorted((a, b) => a.from - b.from);
  const isUsed = ({ from, to }: Range) => (inOrder[firstFrom(inOrder, from)]?.from ?? to) < to;
  const dead = rules.filter((rule) => !isUsed(rule));
  const deadBytes = sizeOf(union(dead, []));
  const lines = lineStarts(text);
  return {
    url,
    totalBytes: text.length,
    usedBytes: text.length - deadBytes,
    usedRules: rules.length - dead.length,
    totalRules: rules.length,
    usagePercent: share(text.length - deadBytes, text.length),
    ...(dead.length > 0 && {
      deadRules: dead
        .toSorted((a, b) => b.to - b.from - (a.to - a.from))
        .slice(0, MAX_DEAD)
        .map(({ from, to, selector }) => ({ selector: selector.slice(0, MAX_SELECTOR), start: from, end: to, line: lineOf(lines, from) })),
    }),
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: number[], offset: number): number {
  let low = 0;
  for (let high = starts.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
