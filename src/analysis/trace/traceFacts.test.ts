import { expect, test } from "vitest";
import type { TraceEvent } from "./traceEvent.ts";
import { TraceFold } from "./traceFacts.ts";

const MS = 1000;
const page = { pid: 10, tid: 1 };
const begin: TraceEvent[] = [
  { name: "thread_name", ph: "M", ...page, args: { name: "CrRendererMain" } },
  { name: "thread_name", ph: "M", pid: 20, tid: 1, args: { name: "CrRendererMain" } },
  { name: "TracingStartedInBrowser", ph: "I", pid: 1, tid: 1, ts: 1000 * MS, args: { data: { frames: [{ frame: "F", processId: 10, url: "https://x.test/" }] } } },
  { name: "navigationStart", ph: "R", ...page, ts: 1010 * MS, args: { frame: "F", data: { documentLoaderURL: "https://x.test/", isLoadingMainFrame: true } } },
];

function factsOf(...events: TraceEvent[]) {
  const fold = new TraceFold();
  for (const event of [...begin, ...events]) fold.add(event);
  return fold.facts();
}

test("long tasks are those of the page's main thread, longest first, with what they were busy with", () => {
  const task = (ts: number, dur: number, more = {}) => ({ name: "RunTask", ph: "X", ...page, ts: ts * MS, dur: dur * MS, ...more });
  const { longTasks } = factsOf(
    task(1020, 60),
    task(1100, 200),
    { name: "EventDispatch", ph: "X", ...page, ts: 1105 * MS, dur: 190 * MS, args: { data: { type: "click" } } },
    { name: "FunctionCall", ph: "X", ...page, ts: 1110 * MS, dur: 180 * MS, args: { data: { url: "https://x.test/a.js", lineNumber: 7, functionName: "slow" } } },
    task(1400, 49),
    task(1500, 300, { pid: 20 }),
    task(1500, 300, { tid: 2 }),
  );
  expect(longTasks).toEqual([
    { startMs: 90, durationMs: 200, work: "FunctionCall", url: "https://x.test/a.js", line: 7, functionName: "slow" },
    { startMs: 10, durationMs: 60 },
  ]);
});

test("milestones, shifts, candidates and requests count from the navigation", () => {
  const facts = factsOf(
    { name: "firstContentfulPaint", ph: "R", ...page, ts: 1110 * MS, args: { frame: "F" } },
    { name: "firstContentfulPaint", ph: "R", ...page, ts: 1050 * MS, args: { frame: "OTHER" } },
    { name: "MarkLoad", ph: "I", ...page, ts: 1310 * MS, args: { data: { frame: "F", isMainFrame: true } } },
    { name: "largestContentfulPaint::Candidate", ph: "R", ...page, ts: 1210 * MS, args: { data: { type: "text", size: 9, isMainFrame: true } } },
    { name: "LayoutShift", ph: "I", ...page, ts: 1260 * MS, args: { data: { score: 0.2, weighted_score_delta: 0.2, had_recent_input: false } } },
    { name: "LayoutShift", ph: "I", pid: 20, tid: 1, ts: 1260 * MS, args: { data: { score: 0.9 } } },
    { name: "ResourceSendRequest", ph: "I", ...page, ts: 1020 * MS, args: { data: { requestId: "1", url: "https://x.test/a.css", resourceType: "Stylesheet", renderBlocking: "blocking" } } },
    { name: "ResourceSendRequest", ph: "I", pid: 20, tid: 1, ts: 1020 * MS, args: { data: { requestId: "1", url: "https://other.test/tab.css" } } },
    { name: "ResourceFinish", ph: "I", ...page, ts: 1060 * MS, args: { data: { requestId: "1", decodedBodyLength: 85 } } },
  );
  expect(facts.requests).toHaveLength(1);
  expect(facts).toMatchObject({
    navigation: { url: "https://x.test/", fcpMs: 100, loadMs: 300, lcpMs: 200 },
    layoutShifts: [{ atMs: 250, score: 0.2, hadRecentInput: false }],
    lcpCandidates: [{ atMs: 200, type: "text", size: 9 }],
    requests: [{ url: "https://x.test/a.css", type: "Stylesheet", startMs: 10, durationMs: 40, bytes: 85, renderBlocking: true }],
  });
});

test("only layouts with a stack were forced", () => {
  const layout = (stack?: object[]): TraceEvent => ({ name: "Layout", ph: "X", ...page, ts: 1100 * MS, dur: MS, args: { beginData: stack ? { stackTrace: stack } : {} } });
  const stack = [{ functionName: "thrash", url: "https://x.test/a.js", lineNumber: 3, columnNumber: 5 }];
  expect(factsOf(layout(), layout(stack), layout(stack)).forcedLayouts).toEqual({
    count: 2,
    totalMs: 2,
    byOrigin: [{ originatingStack: "thrash https://x.test/a.js:3:5", count: 2, totalDurationMs: 2, at: { url: "https://x.test/a.js", line: 3, column: 5, functionName: "thrash" } }],
  });
});
