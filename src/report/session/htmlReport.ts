import { htmlScript } from "./htmlScript.ts";
import { htmlStyle } from "./htmlStyle.ts";
import type { ReportCall, ReportData, ReportLine, ReportQuestion, ReportRequest } from "./reportData.ts";

/** In text and in attributes; what steers text or is not to be seen is taken out. */
const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");

const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
};

const size = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);

const percent = (part: number, whole: number): string => `${(whole > 0 ? Math.min(100, (100 * part) / whole) : 0).toFixed(2)}%`;

/** Since the report's first event: minutes and seconds. */
const since = (ts: number, start: number): string => {
  const seconds = Math.max(0, (ts - start) / 1000);
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`;
};

/** A report as one file that needs nothing else: no network, no script that must run to read it. `pictures` are base64 by their ids. */
export function htmlReport(data: ReportData, pictures: Record<string, string>): string {
  const start = Math.min(data.startedAt, ...data.calls.map(({ ts }) => ts), ...data.network.map(({ startedAt }) => startedAt));
  const shown = Object.entries(pictures);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';img-src data:;style-src 'unsafe-inline';script-src 'unsafe-inline';base-uri 'none';form-action 'none'">
<meta name="referrer" content="no-referrer"><title>${escaped(data.session)} · session report</title><style>${htmlStyle}</style></head><body>
${head(data, start)}
${navigation(data)}
<main>
${section("timeline", "Timeline", `${data.calls.length} calls · j and k move, Enter opens`, timeline(data.calls, start, new Set(Object.keys(pictures))))}
${section("console", "Console", countOf(data.console.length, "line"), consoleRows(data.console, start))}
${section("network", "Network", countOf(data.network.length, "request"), waterfall(data.network, start))}
${section("questions", "Questions", "what people were asked", questions(data.questions, start))}
${section("files", "Downloads and files", "", files(data))}
${section("metrics", "Metrics", `${data.metrics.tokensEstimateSum.toLocaleString("en")} tokens, ${data.metrics.capabilityDenials} denied`, charts(data))}
</main>
<footer>Made by Drover at ${new Date(data.generatedAt).toISOString()}. Secrets are masked; what pages wrote is shown as text.</footer>
<dialog aria-label="Picture"><img alt=""></dialog>
${shown.map(([id, base64]) => `<script type="text/plain" id="p-${escaped(id)}">${base64}</script>`).join("\n")}
<script>${htmlScript}</script></body></html>
`;
}

const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

const section = (id: string, title: string, about: string, body: string): string =>
  `<section id="${id}"><h2>${title} <small>${escaped(about)}</small></h2>${body || '<p class="empty">Nothing.</p>'}</section>`;

const isBadLine = ({ level }: ReportLine): boolean => level === "error";
const isBadRequest = ({ status, error }: ReportRequest): boolean => error !== undefined || (status ?? 0) >= 400;

function head(data: ReportData, start: number): string {
  const failed = data.calls.filter(({ ok }) => !ok).length;
  const facts: [string, string, boolean][] = [
    ["Calls", String(data.calls.length), false],
    ["Failed", String(failed), failed > 0],
    ["Console errors", String(data.console.filter(isBadLine).length), data.console.some(isBadLine)],
    ["Requests", String(data.network.length), false],
    ["Failed requests", String(data.network.filter(isBadRequest).length), data.network.some(isBadRequest)],
    ["Duration", duration(data.generatedAt - start), false],
  ];
  return `<header><h1>${escaped(data.title || data.session)}</h1>
<div class="dim">Session <code>${escaped(data.session)}</code> on ${escaped(data.engine)} · <span class="mono">${escaped(data.url)}</span></div>
${data.note === undefined ? "" : `<div class="note">${escaped(data.note)}</div>`}
<dl class="facts">${facts.map(([name, value, bad]) => `<div${bad ? ' class="bad"' : ""}><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl></header>`;
}

function navigation({ console: lines, network, questions: asked }: ReportData): string {
  const links = [["timeline", "Timeline"], ["console", `Console ${lines.length}`], ["network", `Network ${network.length}`], ["questions", `Questions ${asked.length}`], ["files", "Files"], ["metrics", "Metrics"]];
  return `<nav aria-label="Sections"><ul>${links.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join("")}<li class="grow"></li><li><label><input type="checkbox" id="failures"> Failures only</label></li></ul></nav>`;
}

function timeline(calls: ReportCall[], start: number, pictures: ReadonlySet<string>): string {
  if (calls.length === 0) return "";
  const longest = Math.max(1, ...calls.map(({ ms }) => ms));
  const known = new Set(calls.map(({ id }) => id));
  return `<div class="rows">${calls.map((call) => callRow(call, { start, longest, pictures, inner: call.parent !== undefined && known.has(call.parent) })).join("\n")}</div>`;
}

function callRow(call: ReportCall, { start, longest, pictures, inner }: { start: number; longest: number; pictures: ReadonlySet<string>; inner: boolean }): string {
  const { tool, subject = "", ts, ms, ok, error, client, changed = [] } = call;
  const shots = ([["Before", call.before], ["After", call.after]] as const).flatMap(([when, id]) => (id !== undefined && pictures.has(id) ? [figure(when, id, tool)] : []));
  const classes = ["call", ...(ok ? [] : ["failed"]), ...(inner ? ["inner"] : [])].join(" ");
  return `<details class="${classes}"><summary><span class="at">${since(ts, start)}</span><span class="mark" aria-hidden="true">${ok ? "✓" : "✗"}</span><span class="what"><b>${escaped(tool)}</b><span class="mono">${escaped(subject)}</span>${error === undefined ? "" : `<span class="error">${escaped(error)}</span>`}</span><span class="took">${duration(ms)}<i class="bar" style="width:${percent(ms, longest)}"></i></span></summary>
<div class="body"><div class="dim">${escaped(client)} · ${new Date(ts).toISOString()}${ok ? "" : " · failed"}</div>${changed.length > 0 ? `<ul class="changed">${changed.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>` : ""}${shots.length > 0 ? `<div class="shots">${shots.join("")}</div>` : ""}</div></details>`;
}

const figure = (when: string, id: string, tool: string): string =>
  `<figure><figcaption>${when}</figcaption><button type="button"><img data-picture="${escaped(id)}" alt="The page ${when.toLowerCase()} ${escaped(tool)}"></button></figure>`;

function consoleRows(lines: ReportLine[], start: number): string {
  if (lines.length === 0) return "";
  return `<div class="rows">${lines
    .map((line) => `<div class="row log${isBadLine(line) ? " failed" : ""}"><span class="at">${since(line.ts, start)}</span><span class="level level-${escaped(line.level)}">${escaped(line.level)}</span><span class="mono">${escaped(line.text)}${line.count > 1 ? ` <span class="dim">×${line.count}</span>` : ""}</span></div>`)
    .join("\n")}</div>`;
}

function waterfall(requests: ReportRequest[], start: number): string {
  if (requests.length === 0) return "";
  const from = Math.min(...requests.map(({ startedAt }) => startedAt));
  const span = Math.max(1, ...requests.map(({ startedAt, ms }) => startedAt + (ms ?? 0) - from));
  return `<div class="rows">${requests.map((request) => requestRow(request, from, span, start)).join("\n")}</div>`;
}

function requestRow(request: ReportRequest, from: number, span: number, start: number): string {
  const { method, url, type, status, startedAt, ms, bytes, error } = request;
  const left = startedAt - from;
  const late = left > span / 2;
  const label = `<span style="${late ? `right:${percent(span - left, span)}` : `left:${percent(left + (ms ?? 0), span)}`}">${ms === null ? "open" : duration(ms)}</span>`;
  const about = [type, bytes === undefined ? "" : size(bytes), since(startedAt, start), error ?? ""].filter(Boolean).join(" · ");
  return `<div class="row net${isBadRequest(request) ? " failed" : ""}"><span class="at">${status ?? "–"}</span><span><span class="url mono" title="${escaped(url)}">${escaped(method)} ${escaped(url)}</span><div class="dim at">${escaped(about)}</div></span><span class="fall"><i style="left:${percent(left, span)};width:${percent(ms ?? span - left, span)}"></i>${label}</span></div>`;
}

function questions(asked: ReportQuestion[], start: number): string {
  if (asked.length === 0) return "";
  return `<div class="rows">${asked
    .map(({ askedAt, kind, prompt, about, outcome, answeredIn }) => `<div class="row log always"><span class="at">${since(askedAt, start)}</span><span class="level">${escaped(kind)}</span><span>${escaped(prompt)}<div class="dim">for ${escaped(about)} · ${escaped(outcome)}${answeredIn === undefined ? "" : ` in the ${escaped(answeredIn)}`}</div></span></div>`)
    .join("\n")}</div>`;
}

function files({ downloads, files: made }: ReportData): string {
  const rows = [
    ...downloads.map(({ name, bytes }) => ["download", name, bytes] as const),
    ...made.map(({ kind, path, bytes }) => [kind, path, bytes] as const),
  ];
  if (rows.length === 0) return "";
  return `<div class="rows">${rows.map(([kind, name, bytes]) => `<div class="row log always"><span class="at">${size(bytes)}</span><span class="level">${escaped(kind)}</span><span class="mono">${escaped(name)}</span></div>`).join("\n")}</div>`;
}

const MAX_BARS = 12;
const MAX_COLUMNS = 120;

function charts({ metrics, calls }: ReportData): string {
  const tools = Object.entries(metrics.callsByTool);
  if (tools.length === 0) return "";
  const byCount = tools.toSorted(([, a], [, b]) => b - a).slice(0, MAX_BARS);
  const byTime = Object.entries(metrics.durationMsByTool).toSorted(([, a], [, b]) => b - a).slice(0, MAX_BARS);
  return `<div class="charts">${bars("Calls by tool", byCount, String)}${bars("Time by tool", byTime, duration)}${columns(calls)}</div>`;
}

function bars(title: string, rows: [string, number][], tell: (value: number) => string): string {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return `<div class="chart"><h3>${title}</h3><ol>${rows.map(([name, value]) => `<li><span>${escaped(name)}</span><span class="dim">${tell(value)}</span><i style="width:${percent(value, most)}"></i></li>`).join("")}</ol></div>`;
}

/** How long calls took, in their order; of many, the longest of neighbours. */
function columns(calls: ReportCall[]): string {
  const each = Math.max(1, Math.ceil(calls.length / MAX_COLUMNS));
  const groups = Array.from({ length: Math.ceil(calls.length / each) }, (_, index) => calls.slice(index * each, (index + 1) * each));
  const heights = groups.map((group) => Math.max(...group.map(({ ms }) => ms)));
  const most = Math.max(1, ...heights);
  const width = 300 / Math.max(1, groups.length);
  const rects = groups.map((group, index) => {
    const height = Math.max(1, (80 * (heights[index] ?? 0)) / most);
    return `<rect x="${(index * width).toFixed(1)}" y="${(85 - height).toFixed(1)}" width="${Math.max(0.8, width - 1).toFixed(1)}" height="${height.toFixed(1)}"${group.some(({ ok }) => !ok) ? ' class="bad"' : ""}/>`;
  });
  return `<div class="chart"><h3>Time of calls, in their order <span class="dim">up to ${duration(most)}</span></h3><svg viewBox="0 0 300 90" preserveAspectRatio="none" role="img" aria-label="Time of calls">${rects.join("")}</svg></div>`;
}
