import { expect, test } from "vitest";
import type { BatchReport } from "./batch.ts";
import { compareRuns } from "./flakeReport.ts";
import type { BatchCall, CallResult } from "./innerCall.ts";

const calls: BatchCall[] = [
  { tool: "find", args: { query: "new" }, label: "locate" },
  { tool: "click", args: { selector: "#new" } },
  { tool: "click", args: { coords: { x: 1, y: 2 } } },
];
const found = (ref: string): CallResult => ({ tool: "find", ok: true, result: { candidates: [{ ref, selectorHint: "#new" }] } });
const clicked = (ok: boolean): CallResult => (ok ? { tool: "click", ok, result: {} } : { tool: "click", ok, result: {}, error: "not-found: nothing" });
const run = (...results: CallResult[]): BatchReport => ({ ok: results.every((each) => each.ok), completed: results.length, failedAt: null, results });

test("agreement on every step leaves no divergence and gives resolvers", () => {
  const report = compareRuns(calls, [run(found("e1"), clicked(true), clicked(true)), run(found("e1"), clicked(true), clicked(true))]);
  expect(report.firstDivergence).toBeNull();
  expect(report.steps[0]).toMatchObject({ step: 0, label: "locate", runs: 2, ok: 2, successRate: 1, signatures: ["e1::#new"] });
  expect(report.cachedResolvers).toEqual([
    { step: 0, tool: "find", label: "locate", ref: "e1", selectorHint: "#new", agreedRuns: 2 },
    { step: 1, tool: "click", selector: "#new", agreedRuns: 2 },
  ]);
});

test("the first step whose runs differ is named with its errors", () => {
  const report = compareRuns(calls, [run(found("e1"), clicked(true), clicked(true)), run(found("e2"), clicked(false), clicked(true)), run(found("e1"), clicked(true), clicked(true))]);
  expect(report.firstDivergence).toBe(1);
  expect(report.steps[1]).toMatchObject({ runs: 3, ok: 2, successRate: 0.667, errors: ["not-found: nothing"] });
  expect(report.steps[0]?.signatures).toEqual(["e1::#new", "e2::#new"]);
  expect(report.cachedResolvers).toEqual([]);
});

test("a step that fails in every run agrees", () => {
  expect(compareRuns(calls, [run(found("e1"), clicked(false), clicked(true)), run(found("e1"), clicked(false), clicked(true))]).firstDivergence).toBeNull();
});
