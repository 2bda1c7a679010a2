import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { test, type TestSession } from "./support/session.ts";

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

  const told = await session.call("perf_insights", { tracePath: stopped.path });
  expect(told).toMatchObject({ ok: true, eventCount: stopped.eventCount, insights: { navigation: { url: `${server.origin}/slow`, fcpMs: expect.any(Number), loadMs: expect.any(Number) } } });
  const slowest = told.insights.longTasks.find((task: { functionName?: string }) => task.functionName === "work" || task.functionName === "onclick");
  expect(slowest).toMatchObject({ durationMs: expect.any(Number), url: `${server.origin}/slow`, line: expect.any(Number) });
  expect(slowest.durationMs).toBeGreaterThan(125);
  expect(told.insights.renderBlocking.map(({ url }: { url: string }) => url)).toEqual(expect.arrayContaining([`${server.origin}/slow.css`, `${server.origin}/slow.js`]));
  // Chrome's model and the facts agree.
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
