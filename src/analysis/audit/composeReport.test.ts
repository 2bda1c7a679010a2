import { expect, test } from "vitest";
import type { AuditContext } from "./auditContext.ts";
import { auditCategories } from "./categories.ts";
import { composeReport } from "./composeReport.ts";

const nothing: AuditContext = {
  trace: { durationMs: 5000, longTasks: [], layoutShifts: [], requests: [], lcpCandidates: [], navigation: {}, forcedLayouts: { count: 0, totalMs: 0, byOrigin: [] }, layoutEvents: 0, styleEvents: 0 },
  scripts: [],
  sheets: [],
  resources: [],
};

const resource = { url: "https://x.test/a", type: "script", startMs: 0, durationMs: 0, renderBlocking: false };

test("a page without faults has the full score and nothing to fix", () => {
  const { summary, byCategory, warnings } = composeReport(nothing, auditCategories, "summary");
  expect(summary).toEqual({ score: 100, topIssues: [] });
  expect(Object.keys(byCategory)).toEqual(auditCategories);
  for (const report of Object.values(byCategory)) expect(report).toEqual({ issues: [], remediations: [] });
  expect(warnings).toEqual([]);
});

test.each<[string, Partial<AuditContext>, string, string, number]>([
  ["render-blocking", { resources: [{ ...resource, renderBlocking: true, durationMs: 600 }] }, "high", "a blocks first paint (script, 600 ms)", 90],
  ["unused-code", { scripts: [{ url: "https://x.test/vendor.js", totalBytes: 100_000, usedBytes: 22_000, usagePercent: 22 }] }, "medium", "vendor.js is 78% unused", 96],
  ["oversize-images", { resources: [{ ...resource, type: "image", bytes: 600 * 1024 }] }, "medium", "a has 600 KB", 96],
  ["layout-thrashing", { trace: { ...nothing.trace, forcedLayouts: { count: 6, totalMs: 3, byOrigin: [] } } }, "medium", "6 forced synchronous layouts (3 ms)", 96],
  ["long-tasks", { trace: { ...nothing.trace, longTasks: [{ startMs: 10, durationMs: 60, work: "Layout" }] } }, "low", "the main thread was busy for 60 ms (Layout)", 99],
  ["leak-suspects", { growth: [{ node: "Row", type: "object", sizeBefore: 0, sizeAfter: 2 ** 21, deltaBytes: 2 ** 21, deltaPercent: "+inf", countBefore: 0, countAfter: 9 }] }, "high", "object Row grew by 2048 KB (there was none)", 90],
  ["cache-opportunities", { resources: [{ ...resource, cacheControl: null }] }, "low", "a has no Cache-Control", 99],
  ["cache-opportunities", { resources: [{ ...resource, cacheControl: "max-age=60" }] }, "low", "a is kept only for 60 s", 99],
  ["font-loading", { resources: [{ ...resource, type: "font", startMs: 900, durationMs: 400 }] }, "medium", "a was there 1300 ms after the document's start", 96],
])("%s is found and counted", (category, found, severity, title, score) => {
  const { summary, byCategory } = composeReport({ ...nothing, ...found }, auditCategories, "summary");
  expect(summary).toEqual({ score, topIssues: [{ category, severity, title }] });
  expect(byCategory[category as keyof typeof byCategory]?.remediations).toHaveLength(3);
});

test.each<[string, Partial<AuditContext>]>([
  ["30 % used", { scripts: [{ url: "a", totalBytes: 100_000, usedBytes: 30_000, usagePercent: 30 }] }],
  ["an image of 500 KB", { resources: [{ ...resource, type: "image", bytes: 500 * 1024 }] }],
  ["five forced layouts", { trace: { ...nothing.trace, forcedLayouts: { count: 5, totalMs: 3, byOrigin: [] } } }],
  ["growth of a tenth", { growth: [{ node: "Row", type: "object", sizeBefore: 1e6, sizeAfter: 1.1e6, deltaBytes: 1e5, deltaPercent: 10, countBefore: 1, countAfter: 2 }] }],
  ["a font after 200 ms", { resources: [{ ...resource, type: "font", startMs: 100, durationMs: 100 }] }],
  ["a file that is kept for a year", { resources: [{ ...resource, cacheControl: "max-age=31536000" }] }],
  ["an answer that is not known any more", { resources: [resource] }],
])("%s is no fault", (_, found) => {
  expect(composeReport({ ...nothing, ...found }, auditCategories, "full").summary.score).toBe(100);
});

test("a summary keeps three of each category and its budget, the full report everything", () => {
  const long = "x".repeat(600);
  const resources = Array.from({ length: 20 }, (_, n) => ({ ...resource, url: `https://x.test/${n}${long}`, renderBlocking: true, durationMs: 200, cacheControl: null, type: n % 2 ? "font" : "script", startMs: 300 }));
  const scripts = resources.map(({ url }) => ({ url, totalBytes: 5_000, usedBytes: 0, usagePercent: 0 }));
  const context = { ...nothing, resources, scripts };
  const short = composeReport(context, auditCategories, "summary");
  for (const report of Object.values(short.byCategory)) expect(report?.issues.length).toBeLessThanOrEqual(3);
  expect(JSON.stringify(short.byCategory).length / 4).toBeLessThanOrEqual(2_000);
  expect(short.warnings).toEqual([expect.stringMatching(/more issues/), expect.stringMatching(/dropped to keep to 2000 tokens/)]);
  const full = composeReport(context, auditCategories, "full");
  expect(full.byCategory["render-blocking"]?.issues).toHaveLength(20);
  expect(full.summary).toEqual(short.summary);
  expect(full.summary.score).toBe(0);
});
