import { escapeHtml } from "../pages/document.ts";

const style = `
  text { font: 12px system-ui, sans-serif; fill: #333 } .quiet { fill: #777 } .title { font-weight: 600 } .grid { stroke: #ddd }
  .ours { fill: #c2410c; stroke: #c2410c } .theirs { fill: #94a3b8; stroke: #94a3b8 } .line { fill: none; stroke-width: 2 }
  .whisker { stroke: #333; stroke-width: 1 } .limit { stroke: #15803d; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd } .quiet { fill: #999 } .grid { stroke: #444 } .whisker { stroke: #ddd }
  }`;

const isOurs = (name: string): boolean => name.startsWith("Drover");
const kind = (name: string): string => (isOurs(name) ? "ours" : "theirs");
const round = (value: number): string => value.toFixed(1);

const picture = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">` +
  `<style>${style}</style>${body}</svg>\n`;

export interface Bar {
  name: string;
  value: number;
  /** The middle half of the samples. */
  low?: number;
  high?: number;
  text: string;
}

const LABELS = 170;
const VALUES = 130;
const ROW = 22;

/** One bar for each tool, shortest best, with the middle half of the samples as a whisker. */
export function barChart(title: string, bars: readonly Bar[], width = 720): string {
  const room = width - LABELS - VALUES;
  const longest = Math.max(...bars.map(({ value, high }) => Math.max(value, high ?? 0)));
  const scale = (value: number): number => LABELS + (value / longest) * room;
  const rows = bars.map(({ name, value, low, high, text }, index) => {
    const y = 30 + index * ROW;
    const whisker =
      low === undefined || high === undefined
        ? ""
        : `<line class="whisker" x1="${round(scale(low))}" x2="${round(scale(high))}" y1="${y + 7}" y2="${y + 7}"/>`;
    return (
      `<text x="${LABELS - 8}" y="${y + 11}" text-anchor="end">${escapeHtml(name)}</text>` +
      `<rect class="${kind(name)}" x="${LABELS}" y="${y}" height="14" width="${round(Math.max(scale(value) - LABELS, 1))}"/>${whisker}` +
      `<text x="${round(scale(Math.max(value, high ?? 0)) + 6)}" y="${y + 11}">${escapeHtml(text)}</text>`
    );
  });
  return picture(width, 36 + bars.length * ROW, `<text x="0" y="14" class="title">${escapeHtml(title)}</text>${rows.join("")}`);
}

export interface Line {
  name: string;
  points: readonly { x: number; y: number }[];
}

const PLOT = { left: 60, top: 34, right: 190, bottom: 38 };
const WIDTH = 720;
const HEIGHT = 360;

interface Axis {
  label: string;
  ticks: readonly number[];
  /** Where a value lies, 0 at the first tick and 1 at the last. */
  along(value: number): number;
}

function logarithmic(label: string, values: readonly number[]): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...values))), low + 1);
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return { label, ticks, along: (value) => (Math.log10(value) - low) / (high - low) };
}

function evenly(label: string, values: readonly number[]): Axis {
  const last = Math.max(...values);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(last * share));
  return { label, ticks, along: (value) => value / last };
}

const numbersOf = (lines: readonly Line[], pick: (point: Line["points"][number]) => number): number[] =>
  lines.flatMap(({ points }) => points.map(pick)).filter((value) => value > 0);

/** Both axes logarithmic: a straight line at the grid's diagonal is linear growth. */
export const growthChart = (title: string, axes: { x: string; y: string }, lines: readonly Line[]): string =>
  lineChart(title, logarithmic(axes.x, numbersOf(lines, ({ x }) => x)), logarithmic(axes.y, numbersOf(lines, ({ y }) => y)), lines);

/** Things in order of size: even steps to the right, powers of ten upwards. */
export const rankChart = (title: string, axes: { x: string; y: string }, lines: readonly Line[]): string =>
  lineChart(title, evenly(axes.x, numbersOf(lines, ({ x }) => x)), logarithmic(axes.y, numbersOf(lines, ({ y }) => y)), lines);

/** What something held over time: even steps in both directions, from nothing upwards. */
export const courseChart = (title: string, axes: { x: string; y: string }, lines: readonly Line[]): string =>
  lineChart(title, evenly(axes.x, numbersOf(lines, ({ x }) => x)), evenly(axes.y, numbersOf(lines, ({ y }) => y)), lines);

function lineChart(title: string, horizontal: Axis, vertical: Axis, lines: readonly Line[]): string {
  const atX = (value: number): number => PLOT.left + horizontal.along(value) * (WIDTH - PLOT.left - PLOT.right);
  const atY = (value: number): number => HEIGHT - PLOT.bottom - vertical.along(value) * (HEIGHT - PLOT.top - PLOT.bottom);
  const [left, right, top, bottom] = [PLOT.left, WIDTH - PLOT.right, PLOT.top, HEIGHT - PLOT.bottom];
  const label = (value: number): string => value.toLocaleString("en-GB");
  const grid = [
    ...horizontal.ticks.map((tick) => {
      const x = round(atX(tick));
      return `<line class="grid" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/><text class="quiet" x="${x}" y="${bottom + 16}" text-anchor="middle">${label(tick)}</text>`;
    }),
    ...vertical.ticks.map((tick) => {
      const y = atY(tick);
      return `<line class="grid" x1="${left}" x2="${right}" y1="${round(y)}" y2="${round(y)}"/><text class="quiet" x="${left - 6}" y="${round(y + 4)}" text-anchor="end">${label(tick)}</text>`;
    }),
  ];
  return picture(
    WIDTH,
    HEIGHT,
    `<text x="0" y="14" class="title">${escapeHtml(title)} (${escapeHtml(vertical.label)})</text>` +
      `<text class="quiet" x="${left}" y="${HEIGHT - 6}">${escapeHtml(horizontal.label)}</text>` +
      grid.join("") +
      lines.map((line) => polyline(line, atX, atY)).join("") +
      endLabels(lines, atX, atY),
  );
}

const polyline = ({ name, points }: Line, atX: (value: number) => number, atY: (value: number) => number): string =>
  `<polyline class="line ${kind(name)}" style="fill:none" points="${points.map(({ x, y }) => `${round(atX(x))},${round(atY(y))}`).join(" ")}"/>`;

/** The names at the right end of their lines, moved apart where they would cover each other. */
function endLabels(lines: readonly Line[], atX: (value: number) => number, atY: (value: number) => number): string {
  const ends = lines
    .flatMap(({ name, points }) => {
      const last = points.at(-1);
      return last ? [{ name, x: atX(last.x) + 6, y: atY(last.y) + 4 }] : [];
    })
    .toSorted((a, b) => a.y - b.y);
  let lowest = Number.NEGATIVE_INFINITY;
  return ends
    .map(({ name, x, y }) => {
      lowest = Math.max(y, lowest + 14);
      return `<text x="${round(x)}" y="${round(lowest)}"${isOurs(name) ? ' class="title"' : ""}>${escapeHtml(name)}</text>`;
    })
    .join("");
}
