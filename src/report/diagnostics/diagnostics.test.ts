import { describe, expect, test } from "vitest";
import { describeCall, failureKindOf, type EndedCall } from "./describeCall.ts";
import { Newest } from "./newest.ts";
import type { Diagnostic } from "./record.ts";
import { DiagnosticSums, percentile } from "./rollup.ts";
import { taxonomyOf } from "./taxonomy.ts";

test("the newest records of several sessions are kept in their order", () => {
  const note = (minute: number): Diagnostic => ({ kind: "note", ts: new Date(minute * 60_000).toISOString(), sessionId: "s", insight: String(minute), category: "other", severity: "info" });
  const newest = new Newest(3);
  for (const minute of [7, 8, 9, 1, 2, 3, 4, 5, 6, 10]) newest.add(note(minute));
  expect(newest.records).toEqual([8, 9, 10].map(note));
  expect(newest.truncated).toBe(true);
});

test.each([
  ["document.querySelector('#save')", "dom-query"],
  ["[...document.querySelectorAll('a')].map((a) => a.textContent)", "dom-query"],
  ["document.title", "dom-query"],
  ["localStorage.getItem('token')", "storage-access"],
  ["document.cookie", "storage-access"],
  ["getComputedStyle(document.querySelector('h1')).color", "computed-style"],
  ["document.querySelector('#save').click()", "callback-trigger"],
  ["window.__app.flushQueue()", "callback-trigger"],
  ["'serviceWorker' in navigator", "feature-detect"],
  ["typeof React", "feature-detect"],
  ["1 + 1", "custom"],
] as const)("%s is %s", (expression, taxonomy) => {
  expect(taxonomyOf(expression)).toBe(taxonomy);
});

test.each([
  ["capability-disabled", "capability-denied"],
  ["timeout", "timeout"],
  ["ref-gone", "target-not-found"],
  ["covered", "target-not-found"],
  ["bad-input", "bad-arg"],
  ["page-crashed", "internal"],
  [undefined, "internal"],
] as const)("%s is a failure of the kind %s", (error, kind) => {
  expect(failureKindOf(error)).toBe(kind);
});

const ended = (rest: Partial<EndedCall>): EndedCall => ({ tool: "click", sessionId: "default", startedAt: 0, durationMs: 12, args: {}, ok: true, result: { ok: true }, capabilityDenials: 0, ...rest });

describe("a call's record", () => {
  test("keeps what it was about, and of other text only its size", () => {
    const { argsRedacted } = describeCall(ended({ args: { selector: "#save", value: "hunter22", fields: [{ ref: "e1", value: "x" }], force: true } }), "key");
    expect(argsRedacted).toEqual({
      selector: "#save",
      value: { __redacted: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/), byteLength: 8 },
      fields: [{ ref: "e1", value: expect.objectContaining({ byteLength: 1 }) }],
      force: true,
    });
    expect(JSON.stringify(argsRedacted)).not.toContain("hunter");
  });

  test("tells the same text again in one run, and nothing that could be guessed at in another", () => {
    const shaOf = (key: string) => (describeCall(ended({ args: { value: "hunter22" } }), key).argsRedacted["value"] as { sha256: string }).sha256;
    expect(shaOf("one")).toBe(shaOf("one"));
    expect(shaOf("one")).not.toBe(shaOf("two"));
  });

  test("tells how it ended", () => {
    const { resultMeta } = describeCall(ended({ ok: false, result: { ok: false, error: "ref-gone", warnings: ["a", "b"] } }), "key");
    expect(resultMeta).toEqual({ ok: false, sizeBytes: 52, warningsCount: 2, failureKind: "target-not-found" });
  });

  test("shows the head of a script, without long literals", () => {
    const { evalJs, argsRedacted } = describeCall(ended({ tool: "eval_js", args: { expr: `fetch("/x", { body: "${"s3cret".repeat(10)}" })` }, result: { ok: true, value: [1] } }), "key");
    expect(evalJs).toMatchObject({ exprHead: 'fetch("/x", { body: "…" })', returnType: "array", returnSizeBytes: 3, taxonomy: "custom" });
    expect(JSON.stringify(argsRedacted)).not.toContain("s3cret");
  });

  test("survives arguments of any depth", () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 100; level++) deep = { deep };
    expect(JSON.stringify(describeCall(ended({ args: deep }), "key").argsRedacted).length).toBeLessThan(400);
  });
});

test.each([
  [[], 0, 0],
  [[5], 5, 5],
  [[1, 2, 3, 4], 2, 4],
  [Array.from({ length: 100 }, (_, index) => index + 1), 50, 95],
])("percentiles of %j", (sorted, p50, p95) => {
  expect([percentile(sorted, 50), percentile(sorted, 95)]).toEqual([p50, p95]);
});

test("the sums name what was slow, failed, denied and missing", () => {
  const sums = new DiagnosticSums();
  const call = (rest: Partial<EndedCall>): Diagnostic => describeCall(ended(rest), "key");
  for (const durationMs of [10, 20, 30]) sums.add(call({ durationMs }));
  sums.add(call({ ok: false, result: { ok: false, error: "capability-disabled" } }));
  for (let turn = 0; turn < 3; turn++) sums.add(call({ tool: "eval_js", args: { expr: `document.querySelector('#a${turn}')` } }));
  for (let turn = 0; turn < 5; turn++) sums.add(call({ tool: "eval_js", args: { expr: "1+1" } }));
  for (let turn = 0; turn < 2; turn++) sums.add(call({ tool: "eval_js", args: { expr: "localStorage.x" } }));
  sums.add({ kind: "note", ts: "", sessionId: "default", insight: "x", category: "workaround", severity: "info" });
  expect(sums.rollup).toMatchObject({
    perTool: { click: { count: 4, failureCount: 1, p50Duration: 12, p95Duration: 30 }, eval_js: { count: 10 } },
    capabilityDenials: { click: 1 },
    notesByCategory: { workaround: 1 },
    missingPrimitiveHypotheses: ["dom-query", "custom"],
  });
  expect(sums.rollup.topEvalJsPatterns[0]).toMatchObject({ exprHead: "1+1", count: 5, taxonomy: "custom" });
});
