import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

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
  await session.call("perf_start");
  const told = await session.call("perf_audit", { durationMs: 1500, reload: true });
  expect(told).toMatchObject({
    ok: true,
    categoriesRun: ["render-blocking", "unused-code", "oversize-images", "layout-thrashing", "long-tasks", "leak-suspects", "cache-opportunities", "font-loading"],
    evidence: { tracePath: expect.stringMatching(/perf\/.*-audit-.*\.json$/), coveragePath: expect.stringMatching(/perf\/.*-audit-coverage-.*\.json$/) },
    conditions: { cpuThrottleRate: 1 },
    warnings: expect.arrayContaining([expect.stringContaining("given up"), expect.stringContaining("memory_diff")]),
  });
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

  expect(await session.call("perf_audit", { durationMs: 100, categories: ["long-tasks"] })).toMatchObject({ categoriesRun: ["long-tasks"], byCategory: { "long-tasks": { issues: [] } }, summary: { score: 100 } });
  expect(await session.call("perf_audit", { categories: ["speed"] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("perf_audit", { durationMs: 30_001 })).toMatchObject({ ok: false, error: "bad-input" });
});
