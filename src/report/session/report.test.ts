import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { htmlReport } from "./htmlReport.ts";
import { playwrightTrace } from "./playwrightTrace.ts";
import type { ReportData } from "./reportData.ts";

const hostile = `</script><script>alert(1)</script><img src=x onerror="alert(1)">'"\u202e`;

const report = (text: string): ReportData => ({
  session: text,
  engine: text,
  url: text,
  title: text,
  note: text,
  generatedAt: 2000,
  startedAt: 1000,
  viewport: { width: 100, height: 50 },
  calls: [
    { id: "c1", client: text, tool: text, subject: text, ts: 1000, ms: 10, ok: false, error: text, changed: [text], before: "p1", after: "gone" },
    { id: "c2", parent: "c1", client: "mcp", tool: "click", ts: 1500, ms: 0, ok: true },
  ],
  console: [{ ts: 1200, level: text, text, count: 2 }],
  network: [{ id: "r", method: text, url: text, type: text, status: null, startedAt: 1100, ms: null, error: text }],
  questions: [{ askedAt: 1300, kind: text, prompt: text, about: text, outcome: text, answeredIn: text }],
  downloads: [{ name: text, bytes: 5 }],
  files: [{ kind: text, path: text, bytes: 5_000_000, modifiedAt: 1 }],
  metrics: { callsByTool: { [text]: 1 }, durationMsByTool: { [text]: 10 }, errorsByTool: {}, tokensEstimateSum: 3, capabilityDenials: 0 },
  pictures: {},
});

test("whatever pages say is text in the report, and adds no element to it", () => {
  const tags = (html: string) => html.match(/<[a-z][^>]*>/gi)?.map((tag) => /^<\w+/.exec(tag)?.[0]);
  const pictures = { p1: "AAAA" };
  expect(tags(htmlReport(report(hostile), pictures))).toEqual(tags(htmlReport(report("word"), pictures)));
  expect(htmlReport(report(hostile), pictures)).not.toMatch(/\u202e|onerror="/);
});

test("a report of nothing is one, too", () => {
  const empty: ReportData = { ...report("x"), calls: [], console: [], network: [], questions: [], downloads: [], files: [], metrics: { callsByTool: {}, durationMsByTool: {}, errorsByTool: {}, tokensEstimateSum: 0, capabilityDenials: 0 } };
  expect(htmlReport(empty, {}).match(/Nothing\./g)).toHaveLength(6);
  expect(htmlReport(empty, {})).not.toMatch(/NaN|Infinity|undefined/);
  expect(Object.keys(unzipSync(playwrightTrace(empty, {})))).toEqual(["trace.trace", "trace.network"]);
});

test("of a thousand calls the longest is seen in the chart", () => {
  const calls = Array.from({ length: 1_000 }, (_, index) => ({ id: `c${index}`, client: "mcp", tool: "click", ts: 1000 + index, ms: index === 437 ? 500 : 10, ok: true }));
  expect(htmlReport({ ...report("x"), calls }, {})).toContain("up to 500 ms");
});

test("a picture that is not there is not shown", () => {
  const html = htmlReport(report("x"), { p1: "AAAA" });
  expect(html.match(/data-picture=/g)).toHaveLength(1);
  expect(html).not.toMatch(/NaN|Infinity|undefined/);
});

test("a trace has each call as an action, with its pictures, in the viewer's form", () => {
  const files = unzipSync(playwrightTrace(report("x"), { p1: new Uint8Array([1, 2]) }));
  expect(Object.keys(files)).toEqual(["trace.trace", "trace.network", "resources/p1.jpeg"]);
  const events = strFromU8(files["trace.trace"]!).trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.map(({ type }) => type)).toEqual(["context-options", "before", "log", "after", "screencast-frame", "frame-snapshot", "before", "after", "console"]);
  expect(events[1]).toMatchObject({ callId: "c1", startTime: 0, title: "x x", beforeSnapshot: "before@c1" });
  expect(events[3]).toMatchObject({ endTime: 10, error: { message: "x" } });
  expect(events[3]).not.toHaveProperty("afterSnapshot");
  expect(events[6]).toMatchObject({ parentId: "c1" });
});
