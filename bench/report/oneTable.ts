import { count, median, megabytes, milliseconds } from "../measure.ts";
import { guardOff } from "../parts/guard.ts";
import { withoutSecrets } from "../parts/masking.ts";
import { NOT_OFFERED, type Measurement } from "../parts/part.ts";
import { withoutRecords } from "../parts/records.ts";
import { videoOff } from "../parts/video.ts";
import { thumbnails, unwatched } from "../parts/watching.ts";
import type { Results } from "./results.ts";
import { markdownTable } from "./textTable.ts";

/** One number of one tool. */
interface Figure {
  what: string;
  tool: string;
  surface: Measurement["surface"];
  /** Absent where it failed. */
  value?: number;
  wording(value: number): string;
  /** Whether more of it is better. */
  more?: true;
}

const ours = "Drover";

/** Each peer's column; what it is called on its surfaces. */
const peers: Record<string, readonly string[]> = {
  "agent-browser": ["agent-browser mcp", "agent-browser"],
  "@playwright/mcp, cli": ["@playwright/mcp", "@playwright/cli"],
  "chrome-devtools-mcp": ["chrome-devtools-mcp"],
};
const peerNames = Object.values(peers).flat();

/** Drover without what its part is about: what that may cost is seen from there. */
const bareDrover: readonly string[] = [guardOff, withoutSecrets, withoutRecords, videoOff, unwatched];

const percent = (value: number): string => `${value.toFixed(1)} %`;
const calls = (value: number): string => `${count(value)} calls`;
const tokens = (value: number): string => `${count(value)} tokens`;

const isOurs = (tool: string): boolean => tool.startsWith(ours);
const isFloor = ({ surface, tool }: Pick<Figure, "surface" | "tool">): boolean => surface === "floor" || bareDrover.includes(tool);

type Reading = Pick<Figure, "wording" | "more"> & { name?: string; value: number | undefined };

/** What is worth comparing of a line, by the part that it is from. */
const readings: Record<string, (line: Measurement) => Reading[]> = {
  tools: (line) => [{ value: line.tokens, wording: tokens }],
  task: ({ samples, counts }) => [{ name: "calls", value: counts?.["calls"], wording: calls }, { name: "tokens", value: counts?.["tokens"], wording: tokens }, timeOf(samples)],
  apps: ({ samples, counts }) => [{ name: "calls", value: counts?.["calls"], wording: calls }, { name: "tokens", value: counts?.["tokens"], wording: tokens }, timeOf(samples)],
  memory: ({ counts }) => [{ value: counts?.["tool"], wording: megabytes }, { name: "with its browsers", value: counts && (counts["tool"] ?? 0) + (counts["browser"] ?? 0), wording: megabytes }],
  endurance: ({ samples, counts }) => [timeOf(samples), { name: "more memory", value: counts?.["grew"], wording: megabytes }],
  soak: ({ counts }) => [
    { name: "more memory", value: counts?.["grew"], wording: megabytes },
    { name: "more memory of the browser", value: counts?.["browserGrew"], wording: megabytes },
    { name: "more open files", value: counts?.["filesGrew"], wording: count },
  ],
  faithful: ({ counts }) => [{ value: counts && (100 * (counts["right"] ?? 0)) / (counts["of"] ?? Number.NaN), wording: percent, more: true }],
  reading: ({ counts }) => [
    { name: "kept", value: counts?.["kept"], wording: percent, more: true },
    { name: "left out", value: counts?.["dropped"], wording: percent, more: true },
    ...(counts?.["f1"] === undefined ? [] : [{ name: "F1", value: counts["f1"], wording: percent, more: true as const }]),
  ],
  watching: ({ tool, samples, counts }) => [tool === thumbnails ? { value: counts?.["Drover %"], wording: percent } : timeOf(samples)],
};

const readsText = new Set(["snapshot", "find", "click", "fill"]);

function timeOf(samples: readonly number[]): Reading {
  return { value: samples.length > 0 ? median(samples) : undefined, wording: milliseconds };
}

const usualReadings = ({ part, samples, tokens: read }: Measurement): Reading[] => [timeOf(samples), ...(readsText.has(part) ? [{ name: "to read", value: read, wording: tokens }] : [])];

/** `Drover, chromium` is Drover in another way: the row says which. */
const wayOf = (tool: string): string[] => (isOurs(tool) && tool.includes(", ") ? [tool.slice(tool.indexOf(", ") + 2)] : []);

const figuresOf = (part: string, line: Measurement): Figure[] =>
  (line.failure === NOT_OFFERED ? [] : (readings[part] ?? usualReadings)(line)).map(({ name, value, wording, more }) => ({
    what: [`${part}: ${line.page ?? ""}`, ...(name === undefined ? [] : [name])].join(", "),
    tool: line.tool,
    surface: line.surface,
    wording,
    ...(more && { more }),
    ...(line.failure === undefined && value !== undefined && Number.isFinite(value) && { value }),
  }));

/** Sixty pages are told as one. */
function corpusFigures(measurements: readonly Measurement[]): Figure[] {
  return [...new Set(measurements.map(({ tool }) => tool))].flatMap((tool) => {
    const lines = measurements.filter((line) => line.tool === tool && line.failure === undefined);
    const about = { tool, surface: "mcp" as const };
    return [
      { ...about, what: "corpus: snapshot, median, to read", value: median(lines.map((line) => line.tokens ?? Number.NaN)), wording: tokens },
      { ...about, what: "corpus: snapshot, all pages, to read", value: lines.reduce((sum, line) => sum + (line.tokens ?? 0), 0), wording: tokens },
      { ...about, what: "corpus: snapshot, median", value: median(lines.flatMap(({ samples }) => samples)), wording: milliseconds },
    ];
  });
}

interface Row {
  cells: string[];
  /** Absent where nobody else was measured. */
  isFirst?: boolean;
}

const ahead = (a: number, b: number, more: true | undefined): boolean => (more ? a > b : a < b);

function best(figures: readonly Figure[]): (Figure & { value: number }) | undefined {
  const known = figures.flatMap((each) => (each.value === undefined ? [] : [{ ...each, value: each.value }]));
  return known.toSorted((a, b) => (a.more ? b.value - a.value : a.value - b.value))[0];
}

const said = ({ value, wording }: Figure): string => (value === undefined ? "failed" : wording(value));

function rowOf(own: Figure, others: readonly Figure[]): Row {
  const rivals = others.filter((each) => !isFloor(each) && !isOurs(each.tool));
  const inColumn = (names: readonly string[]): Figure | undefined => rivals.find(({ tool, surface }) => names.includes(tool) && surface === own.surface);
  const another = best(rivals.filter(({ tool }) => !peerNames.includes(tool)));
  const rival = best(rivals.filter((each) => each.surface === own.surface));
  const floor = best(others.filter((each) => isFloor(each) && each.value !== 0));
  const against = rival ?? floor;
  const ratio = own.value === undefined || !against || against.value === 0 ? "–" : `${(own.value / against.value).toFixed(2)}${rival ? "" : " of the floor"}`;
  const isFirst = rival && own.value !== undefined ? !ahead(rival.value, own.value, own.more) : rival ? false : undefined;
  const cells = [
    [own.what, ...wayOf(own.tool)].join(", "),
    said(own),
    ...Object.values(peers).map((names) => {
      const found = inColumn(names);
      return found ? said(found) : "–";
    }),
    another ? `${said(another)} (${another.tool})` : "–",
    floor ? `${said(floor)} (${floor.tool})` : "–",
    ratio,
  ];
  return isFirst === undefined ? { cells } : { cells, isFirst };
}

export const oneTableHead: readonly string[] = ["", ours, ...Object.keys(peers), "another", "floor", "Drover ÷ best"];

/** Every number of Drover's beside everybody else's for the same work, in the order of the report. */
export function oneTable({ parts }: Pick<Results, "parts">, order: readonly string[]): Row[] {
  return order.flatMap((part) => {
    const measurements = parts[part]?.measurements ?? [];
    const figures = part === "corpus" ? corpusFigures(measurements) : measurements.flatMap((line) => figuresOf(part, line));
    const own = figures.filter((each) => isOurs(each.tool) && !isFloor(each));
    return own.map((each) => rowOf(surfaceNamed(each, own), figures.filter(({ what }) => what === each.what)));
  });
}

/** Where a shell and an agent do the same work, the row says which of them. */
const surfaceNamed = (figure: Figure, all: readonly Figure[]): Figure =>
  all.some(({ what, surface }) => what === figure.what && surface !== figure.surface) ? { ...figure, what: `${figure.what}, ${figure.surface === "cli" ? "from a shell" : "over MCP"}` } : figure;

export function oneTableSection(rows: readonly Row[]): string {
  const compared = rows.filter(({ isFirst }) => isFirst !== undefined);
  const first = compared.filter(({ isFirst }) => isFirst);
  return [
    "## Everything in one table",
    "",
    `Somebody else was measured in ${compared.length} of these ${rows.length} rows, and Drover is first in ${first.length} of them; **rows where it is not are bold**. The ratio is Drover's number`,
    "against the best of the others on the same surface (MCP or shell), or against the floor where there is nobody else. Less is better, but for percentages of what was right.",
    "",
    markdownTable(oneTableHead, rows.map(({ cells, isFirst }) => (isFirst === false ? cells.map((cell) => `**${cell}**`) : cells))),
  ].join("\n");
}
