import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { askChromeModel } from "../../src/analysis/trace/chromeModel.ts";
import type { TraceEvent } from "../../src/analysis/trace/traceEvent.ts";
import { TraceRecording } from "../../src/session/measure/traceRecording.ts";
import { ownHome } from "./support/home.ts";
import { ownSession } from "./support/ownSession.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { test, type Data, type TestSession } from "./support/session.ts";

// Sessions share a browser, which has one trace at a time: all tests that trace are in this file, one after the other.
const slowPage = `<!doctype html><meta charset=utf-8><title>Slow</title><link rel=stylesheet href="/slow.css"><script src="/slow.js"></script>
<h1>Largest of all that is here</h1><button id=b onclick="work()">Go</button><div id=late></div>
<script>
function work() { const from = performance.now(); while (performance.now() - from < 130); late.textContent = "done" }
</script>`;

async function traced(session: TestSession, server: FixtureServer) {
  server.route("/slow.css", (_, response) => response.setHeader("content-type", "text/css").end("h1{color:red}"));
  server.route("/slow.js", (_, response) => response.setHeader("content-type", "text/javascript").end("globalThis.x = 1"));
  expect(await session.call("perf_start")).toMatchObject({ ok: true, running: true, restarted: false, categories: expect.arrayContaining(["devtools.timeline", "loading", "blink.user_timing", "frame", "latency"]) });
  await session.call("navigate", { url: server.html("/slow", slowPage) });
  await session.call("click", { selector: "#b" });
  return session.call("perf_stop");
}

test("a slow click is found in a trace, with the function that was slow", async ({ session, server }) => {
  const stopped = await traced(session, server);
  expect(stopped).toMatchObject({
    ok: true,
    path: expect.stringMatching(/perf-traces\/.*\.json$/),
    summary: { longTaskCount: expect.any(Number), layoutShiftCount: expect.any(Number), renderBlockingCount: 2, lcpCandidateCount: expect.any(Number) },
    conditions: { cpuThrottleRate: 1 },
    durationMs: expect.any(Number),
  });
  expect(stopped.summary.longTaskCount).toBeGreaterThanOrEqual(1);
  const file = JSON.parse(readFileSync(stopped.path, "utf8")) as { traceEvents: unknown[] };
  expect(file.traceEvents).toHaveLength(stopped.eventCount);
  expect(statSync(stopped.path).size).toBe(stopped.bytes);

  // What both Perfetto and DevTools want of each event.
  for (const event of file.traceEvents) expect(event).toMatchObject({ name: expect.any(String), ph: expect.any(String), pid: expect.any(Number), tid: expect.any(Number), ts: expect.any(Number) });
  expect(file).toMatchObject({ metadata: { cpuThrottling: 1, networkThrottling: "No throttling" } });

  const told = await session.call("perf_insights", { tracePath: stopped.path, html: "slow.html" });
  const picture = readFileSync(told.htmlPath, "utf8");
  for (const shown of ["Flame chart", "Waterfall", "slow.css", "slow.js", "INP", "LCP", "processor at full speed", "No throttling"]) expect(picture, shown).toContain(shown);
  expect(told).toMatchObject({ ok: true, eventCount: stopped.eventCount, insights: { navigation: { url: `${server.origin}/slow`, fcpMs: expect.any(Number), loadMs: expect.any(Number) } } });
  const slowest = told.insights.longTasks.find((task: { functionName?: string }) => task.functionName === "work" || task.functionName === "onclick");
  expect(slowest).toMatchObject({ durationMs: expect.any(Number), url: `${server.origin}/slow`, line: expect.any(Number) });
  expect(slowest.durationMs).toBeGreaterThan(125);
  expect(told.insights.renderBlocking.map(({ url }: { url: string }) => url)).toEqual(expect.arrayContaining([`${server.origin}/slow.css`, `${server.origin}/slow.js`]));
  // Chrome's model says the same of the whole trace, as DevTools would show it, and the facts agree.
  const { lcp, inp, cls, renderBlocking, failed } = (await askChromeModel(file.traceEvents as TraceEvent[]))!;
  // As it crosses from the worker: there is no -0 in JSON.
  expect(told.insights.chrome).toMatchObject(JSON.parse(JSON.stringify({ lcp, inp, renderBlocking, failed, ...(cls && { cls }) })) as object);
  expect(told.insights.chrome.url).toBe(`${server.origin}/slow`);
  expect(told.insights.chrome.lcp.ms).toBeCloseTo(told.insights.navigation.lcpMs, 0);
  expect(told.insights.chrome.inp.ms).toBeGreaterThan(100);
  expect(told.insights.chrome.renderBlocking.map(({ url }: { url: string }) => url).toSorted()).toEqual(told.insights.renderBlocking.map(({ url }: { url: string }) => url).toSorted());

  const packed = path.join(path.dirname(stopped.path), "packed.json.gz");
  writeFileSync(packed, gzipSync(readFileSync(stopped.path)));
  expect(await session.call("perf_insights", { tracePath: packed })).toMatchObject({ eventCount: stopped.eventCount, insights: { totals: told.insights.totals } });
  truncateSync(stopped.path, Math.floor(stopped.bytes / 2));
  expect(await session.call("perf_insights", { tracePath: stopped.path })).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining("ends in the middle")]) });
});

test("starting, stopping and what goes wrong between", async ({ session, server, client }) => {
  await session.call("navigate", { url: server.html("/plain", "<title>Plain</title>") });
  expect(await session.call("perf_stop")).toMatchObject({ ok: true, notRunning: true });
  expect(await session.call("perf_stop", { path: "../outside.json" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("perf_insights", { tracePath: "../../etc/passwd" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("perf_start", { categories: ["loading"] })).toMatchObject({ restarted: false, categories: ["loading"] });
  expect(await session.call("perf_start")).toMatchObject({ restarted: true });

  const other = `${session.id}-other`;
  await client.call("open_session", { session: other, mode: "incognito" });
  expect((await client.call("perf_start", { session: other })).data).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining(session.id) });
  // Closing the session ends its trace, so that the other one may have its own.
  const tab = await session.call("tab_open", { url: `${server.origin}/plain` });
  expect(await session.call("perf_start", { page: tab.id })).toMatchObject({ restarted: true });
  await session.call("tab_close", { page: tab.id });
  expect(await session.call("perf_stop")).toMatchObject({ ok: true, notRunning: true, warning: expect.stringContaining("closed while it was traced") });
  expect((await client.call("perf_start", { session: other })).data).toMatchObject({ ok: true });
  await client.call("close_session", { session: other });
  expect(await session.call("perf_start")).toMatchObject({ ok: true });
  await session.call("perf_stop");
});

test("a file that is no trace is refused with the reason", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/plain", "<title>Plain</title>") });
  const { path: shot } = await session.call("pdf_save", {});
  expect(existsSync(shot)).toBe(true);
  expect(await session.call("perf_insights", { tracePath: shot })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("perf_stop") });
  expect(await session.call("heap_retainers", { snapshotPath: shot, query: { name: "x" } })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("heap_snapshot") });
});

test("nothing is left on in somebody else's browser", async ({ server }) => {
  const { loadDescriptors } = await import("../../src/browser/descriptor.ts");
  await using owner = ownHome({ DROVER_DEBUGGING_PORT: "0" });
  await using guest = ownHome();
  await owner.call("navigate", { url: server.html("/theirs", "<title>Theirs</title>") });
  await guest.call("open_session", { session: "byob", mode: "attached", endpoint: loadDescriptors(owner.home)[0]!.endpoint });
  const theirs = { warning: expect.stringContaining("not Drover's own") };
  expect(await guest.call("perf_start", { session: "byob" })).toMatchObject(theirs);
  expect(await guest.call("coverage_start", { session: "byob" })).toMatchObject(theirs);
  // A browser has one trace, so it would refuse its owner's while the guest's went on.
  expect(await owner.call("perf_start")).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("one trace at a time") });
  expect(await guest.call("coverage_stop", { session: "byob" })).toMatchObject(theirs);
  expect(await guest.call("heap_snapshot", { session: "byob" })).toMatchObject(theirs);
  await guest.call("close_session", { session: "byob" });
  expect(await owner.call("perf_start")).toMatchObject({ ok: true, restarted: false });
  expect(await owner.call("perf_stop")).toMatchObject({ ok: true, path: expect.any(String) });
});

test("a tab that crashes during a trace costs neither the trace nor the session", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/crash", "<title>Crash</title>") });
  await session.call("perf_start");
  await session.call("navigate", { url: "chrome://crash", timeoutMs: 5000 });
  expect(await session.call("perf_stop")).toMatchObject({ ok: true, path: expect.any(String), eventCount: expect.any(Number) });
  await session.call("navigate", { url: `${server.origin}/crash` });
  expect(await session.call("perf_start")).toMatchObject({ ok: true, restarted: false });
  expect(await session.call("perf_stop")).toMatchObject({ ok: true });
});

test("a trace that does not fit into its buffer says so, and what is in it can be read", async () => {
  await using own = await ownSession();
  const page = own.session.page();
  const recording = await TraceRecording.start(page, ["blink.user_timing"], 256);
  await page.engine.mainFrame.evaluate(`for (let i = 0; i < 30000; i++) performance.mark("mark " + i)`);
  const { overflowed, pieces } = await recording.stop();
  let text = "";
  for await (const piece of pieces) text += piece;
  expect(overflowed).toBe(true);
  expect((JSON.parse(text) as { traceEvents: unknown[] }).traceEvents.length).toBeGreaterThan(100);
});

test("layout_thrash_trace names the line that forces layouts", async ({ session, server }) => {
  const url = server.html(
    "/thrash",
    `<!doctype html><title>Thrash</title><div id=box>x</div><script>
function thrash() {
  for (let i = 0; i < 8; i++) { box.style.width = (i % 7) + 50 + "px"; box.offsetWidth; }
}
setInterval(thrash, 50);
</script>`,
  );
  await session.call("navigate", { url });
  await session.call("perf_start");
  const told = await session.call("layout_thrash_trace", { durationMs: 600 });
  expect(told).toMatchObject({ ok: true, tracePath: expect.stringMatching(/perf\/.*-layout-thrash-.*\.json$/), warnings: [expect.stringContaining("given up")] });
  expect(told.forcedLayoutsCount).toBeGreaterThan(8);
  expect(told.eventsByOrigin[0]).toMatchObject({ originatingStack: expect.stringContaining(`thrash ${url}:3:`), at: expect.stringContaining(`${url}:3:`) });
  expect(told.eventsByOrigin[0].count).toBeGreaterThan(8);
  expect(await session.call("layout_thrash_trace", { durationMs: 30_001 })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("perf_stop")).toMatchObject({ notRunning: true });
});

const dead = Array.from({ length: 80 }, (_, n) => `function never${n}() { return "a function that nobody calls ${n}" }`).join("\n");

test("perf_audit names what to fix, with its evidence", async ({ session, server }) => {
  const file = (path: string, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    server.route(path, (_, response) => {
      response.setHeader("content-type", type);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(body);
    });
  file("/vendor.js", "text/javascript", dead);
  file("/kept.js", "text/javascript", "globalThis.kept = 1", { "cache-control": "public, max-age=31536000, immutable" });
  file("/heavy.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><!--${"x".repeat(600 * 1024)}--></svg>`);
  const url = server.html(
    "/audited",
    `<!doctype html><meta charset=utf-8><title>Audited</title><script src=/vendor.js></script><script src=/kept.js></script><img src=/heavy.svg><p id=box>x</p><script>
addEventListener("load", () => {
  const from = performance.now(); while (performance.now() - from < 120);
  for (let i = 0; i < 20; i++) { box.style.width = 50 + (i % 9) + "px"; box.offsetWidth }
});
</script>`,
  );
  await session.call("navigate", { url });
  await session.call("cpu_emulate", { throttleRate: 2 });
  await session.call("perf_start");
  const told = await session.call("perf_audit", { durationMs: 1500, reload: true, html: "audit.html" });
  expect(told).toMatchObject({
    ok: true,
    categoriesRun: ["render-blocking", "unused-code", "oversize-images", "layout-thrashing", "long-tasks", "leak-suspects", "cache-opportunities", "font-loading"],
    evidence: { tracePath: expect.stringMatching(/perf\/.*-audit-.*\.json$/), coveragePath: expect.stringMatching(/perf\/.*-audit-coverage-.*\.json$/) },
    conditions: { cpuThrottleRate: 2 },
    warnings: expect.arrayContaining([expect.stringContaining("given up"), expect.stringContaining("memory_diff")]),
  });
  const picture = readFileSync(told.htmlPath, "utf8");
  for (const shown of ["Flame chart", "Waterfall", "vendor.js", `score ${told.summary.score} of 100`, "slowed down 2 times", "layout thrashing"]) expect(picture, shown).toContain(shown);
  expect(JSON.parse(readFileSync(told.evidence.tracePath, "utf8"))).toMatchObject({ metadata: { cpuThrottling: 2 } });
  await session.call("cpu_emulate", { throttleRate: 1 });
  const titles = (category: string): string[] => told.byCategory[category].issues.map(({ title }: Data) => title);
  expect(titles("render-blocking").join()).toContain("vendor.js blocks first paint");
  expect(titles("unused-code").join()).toMatch(/vendor\.js is \d+% unused/);
  expect(titles("oversize-images").join()).toContain("heavy.svg has 60");
  expect(titles("layout-thrashing").join()).toMatch(/\d+ forced synchronous layouts/);
  expect(titles("long-tasks").join()).toContain("the main thread was busy for");
  expect(titles("cache-opportunities").join()).toContain("vendor.js has no Cache-Control");
  expect(titles("cache-opportunities").join()).not.toContain("kept.js");
  expect(told.summary.score).toBeLessThan(100);
  expect(told.summary.topIssues.length).toBeGreaterThan(0);
  const panel = JSON.parse(readFileSync(told.evidence.coveragePath, "utf8")) as Data[];
  expect(panel.find((each) => each.url.endsWith("/vendor.js"))).toMatchObject({ text: dead, ranges: expect.any(Array) });
  expect(existsSync(told.evidence.tracePath)).toBe(true);
  // Nothing is left on.
  expect(await session.call("perf_stop")).toMatchObject({ notRunning: true });
  expect(await session.call("coverage_stop")).toMatchObject({ notRunning: true });

  // What no category looks at is left alone.
  await session.call("coverage_start");
  expect(await session.call("perf_audit", { durationMs: 100, categories: ["long-tasks"] })).toMatchObject({ ok: true, categoriesRun: ["long-tasks"], byCategory: { "long-tasks": { issues: expect.any(Array) } } });
  expect(await session.call("coverage_stop")).toMatchObject({ jsCoverage: expect.any(Array) });
  expect(await session.call("perf_audit", { categories: ["speed"] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("perf_audit", { durationMs: 30_001 })).toMatchObject({ ok: false, error: "bad-input" });
});
