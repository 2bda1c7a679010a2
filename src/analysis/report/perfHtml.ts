import type { Flame } from "../trace/flames.ts";
import type { Milestones, TracedRequest } from "../trace/traceFacts.ts";

/** What a person should see of a trace. */
export interface PerfPicture {
  title: string;
  /** Under what it was measured, and the like. */
  notes: string[];
  vitals: Vital[];
  milestones: Milestones;
  flames: Flame[];
  requests: TracedRequest[];
  findings: { heading: string; lines: string[] }[];
}

export interface Vital {
  name: string;
  value: number;
  unit: "ms" | "";
  /** Up to which it is good, and from which on it is poor, as web.dev has it. */
  good: number;
  poor: number;
}

const WIDTH = 1200;
const ROW = 18;
const MAX_REQUESTS = 200;
const MAX_DEPTH = 12;

const text = (value: string): string => value.replace(/[&<>"']/g, (found) => `&#${found.codePointAt(0)};`);
const rounded = (value: number): string => (Math.abs(value) >= 10 ? String(Math.round(value)) : String(Math.round(value * 1000) / 1000));

/** One file without scripts: pictures are drawn as SVG, and what is pointed at says what it is. */
export function perfHtml({ title, notes, vitals, milestones, flames, requests, findings }: PerfPicture): string {
  const shownRequests = requests.toSorted((a, b) => a.startMs - b.startMs).slice(0, MAX_REQUESTS);
  const end = Math.max(1, ...flames.map(({ startMs, durationMs }) => startMs + durationMs), ...shownRequests.map(({ startMs, durationMs }) => startMs + durationMs), ...Object.values(milestones).filter((each) => typeof each === "number"));
  const start = Math.min(0, ...flames.map(({ startMs }) => startMs));
  const x = (ms: number): number => Math.round((((ms - start) / (end - start)) * WIDTH + Number.EPSILON) * 10) / 10;
  const scale: Scale = { x, start, end };
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(title)}</title><style>${style}</style>
<h1>${text(title)}</h1><p class="notes">${notes.map(text).join(" · ")}</p>
<section><h2>Vitals</h2><div class="vitals">${vitals.map(vitalCard).join("") || "<p>The trace has none.</p>"}</div></section>
<section><h2>Main thread</h2>${flames.length > 0 ? flameChart(flames, milestones, scale) : "<p>Nothing took longer than 0.3 ms.</p>"}</section>
<section><h2>Requests</h2>${shownRequests.length > 0 ? waterfall(shownRequests, milestones, scale) : "<p>The trace has none.</p>"}${requests.length > MAX_REQUESTS ? `<p>The first ${MAX_REQUESTS} of ${requests.length}.</p>` : ""}</section>
${findings.map(({ heading, lines }) => `<section><h2>${text(heading)}</h2>${lines.length > 0 ? `<ul>${lines.map((line) => `<li>${text(line)}</li>`).join("")}</ul>` : "<p>Nothing.</p>"}</section>`).join("\n")}
</html>
`;
}

interface Scale {
  x: (ms: number) => number;
  start: number;
  end: number;
}

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{margin:2rem auto;max-width:${WIDTH}px;padding:0 1rem}h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}
.notes{opacity:.75}.vitals{display:flex;flex-wrap:wrap;gap:1rem}.vital{border:1px solid #8886;border-left-width:6px;border-radius:6px;padding:.5rem 1rem;min-width:7rem}.vital b{display:block;font-size:1.5rem}
.good{border-left-color:#0a7d33}.middling{border-left-color:#c77700}.poor{border-left-color:#c92a2a}svg{width:100%;height:auto;display:block;font:10px system-ui,sans-serif}
rect{stroke:#fff8;stroke-width:.4}.task{fill:#adb5bd}.script{fill:#f2c14e}.render{fill:#9775fa}.parse{fill:#4dabf7}.gc{fill:#63b37a}.long{stroke:#c92a2a;stroke-width:1.5}text{fill:#111;pointer-events:none}.outside{fill:currentColor}
.mark{stroke:#c92a2a;stroke-dasharray:3 3}.axis{stroke:#8886}.document{fill:#4dabf7}.stylesheet{fill:#9775fa}.scriptfile{fill:#f2c14e}.image{fill:#63b37a}.font{fill:#e599a8}.other{fill:#adb5bd}li{overflow-wrap:anywhere}`;

function vitalCard({ name, value, unit, good, poor }: Vital): string {
  const grade = value <= good ? "good" : value <= poor ? "middling" : "poor";
  return `<div class="vital ${grade}"><span>${text(name)}</span><b>${rounded(value)}${unit && ` ${unit}`}</b><small>${grade === "middling" ? "needs work" : grade}</small></div>`;
}

const marks: [keyof Milestones, string][] = [["fcpMs", "FCP"], ["lcpMs", "LCP"], ["dclMs", "DCL"], ["loadMs", "Load"]];

/** Lines that go through the whole picture, and the times along its foot. */
function grid(milestones: Milestones, { x, start, end }: Scale, height: number): string {
  const named = marks.flatMap(([key, label]) => {
    const at = milestones[key];
    return typeof at === "number" ? [{ label, at }] : [];
  });
  const labels = named.toSorted((a, b) => a.at - b.at).map(({ label, at }, index) => `<line class="mark" x1="${x(at)}" x2="${x(at)}" y1="0" y2="${height}"/><text class="outside" x="${x(at) + 2}" y="${9 + 10 * (index % 4)}">${label}</text>`);
  const ticks = Array.from({ length: 11 }, (_, index) => start + ((end - start) * index) / 10);
  const foot = ticks.map((at, index) => `<line class="axis" x1="${x(at)}" x2="${x(at)}" y1="${height}" y2="${height + 4}"/><text class="outside" x="${x(at)}" y="${height + 14}" text-anchor="${index === 0 ? "start" : index === 10 ? "end" : "middle"}">${rounded(at)} ms</text>`);
  return [...labels, ...foot].join("");
}

const kinds: [RegExp, string][] = [
  [/RunTask|ProcessTask/, "task"],
  [/GC/, "gc"],
  [/^Parse/, "parse"],
  [/Layout|Paint|Decode/, "render"],
];
const kindOf = (name: string): string => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? "script";
const LONG_MS = 50;
const HEAD = 44;

function flameChart(flames: Flame[], milestones: Milestones, scale: Scale): string {
  const shown = flames.filter(({ depth }) => depth < MAX_DEPTH);
  const height = HEAD + ROW * (1 + Math.max(...shown.map(({ depth }) => depth)));
  const bars = shown.map(({ startMs, durationMs, depth, name, at }) => {
    const left = scale.x(startMs);
    const width = Math.max(0.5, scale.x(startMs + durationMs) - left);
    const kind = kindOf(name);
    const label = width > 60 ? `<text x="${left + 3}" y="${HEAD + depth * ROW + 12}">${text(fitted(name === "RunTask" ? "Task" : (at?.split(" ")[0] ?? name), width))}</text>` : "";
    return `<g><title>${text(`${name} ${rounded(durationMs)} ms${at ? `\n${at}` : ""}`)}</title><rect class="${kind}${kind === "task" && durationMs >= LONG_MS ? " long" : ""}" x="${left}" y="${HEAD + depth * ROW}" width="${Math.round(width * 10) / 10}" height="${ROW - 2}"/>${label}</g>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height + 20}" role="img" aria-label="Flame chart of the main thread">${bars.join("")}${grid(milestones, scale, height)}</svg>`;
}

const fitted = (label: string, width: number): string => {
  const room = Math.floor((width - 6) / 6);
  return label.length > room ? `${label.slice(0, Math.max(1, room - 1))}…` : label;
};

const fills: Record<string, string> = { document: "document", stylesheet: "stylesheet", script: "scriptfile", image: "image", font: "font" };

function waterfall(requests: TracedRequest[], milestones: Milestones, scale: Scale): string {
  const height = HEAD + ROW * requests.length;
  const bars = requests.map(({ url, type, startMs, durationMs, bytes, renderBlocking }, row) => {
    const left = scale.x(startMs);
    const width = Math.max(1, scale.x(startMs + durationMs) - left);
    const y = HEAD + row * ROW;
    const name = fitted(shortName(url), 360);
    const told = `${type} ${rounded(durationMs)} ms${bytes === undefined ? "" : `, ${rounded(bytes / 1024)} KB`}${renderBlocking ? ", keeps the page from being drawn" : ""}\n${url}`;
    const inside = left + width + 6 + name.length * 6 > WIDTH;
    return `<g><title>${text(told)}</title><rect class="${fills[type.toLowerCase()] ?? "other"}${renderBlocking ? " long" : ""}" x="${left}" y="${y}" width="${Math.round(width * 10) / 10}" height="${ROW - 4}"/><text class="outside" x="${inside ? left - 4 : left + width + 4}" y="${y + 11}" text-anchor="${inside ? "end" : "start"}">${text(name)}</text></g>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${height + 20}" role="img" aria-label="Waterfall of the requests">${bars.join("")}${grid(milestones, scale, height)}</svg>`;
}

function shortName(url: string): string {
  const { pathname, host } = URL.canParse(url) ? new URL(url) : { pathname: url, host: "" };
  return pathname.split("/").findLast((part) => part !== "") ?? host;
}
