import { expect, test } from "vitest";
import { matchLines } from "./matchLines.ts";

const text = "Alpha\nTotal: 3\nBeta\nGamma\nsubtotal 4\nDelta";

test.each([
  [["total"], {}, ["2: Total: 3", "5: subtotal 4"]],
  [["Total"], { caseSensitive: true }, ["2: Total: 3"]],
  [["/^tot/"], {}, ["2: Total: 3"]],
  [["/^TOT/"], { caseSensitive: true }, []],
  [["alpha", "delta"], {}, ["1: Alpha", "6: Delta"]],
  [["total"], { contextLines: 1 }, ["1- Alpha", "2: Total: 3", "3- Beta", "4- Gamma", "5: subtotal 4", "6- Delta"]],
  [["/^Al|^Del/"], { contextLines: 1 }, ["1: Alpha", "2- Total: 3", "--", "5- subtotal 4", "6: Delta"]],
])("%j %j", (patterns, options, lines) => {
  expect(matchLines(text, { patterns, contextLines: 0, caseSensitive: false, ...options }).lines).toEqual(lines);
});

test("a search that finds everything says how much it left out", () => {
  const { lines, matched, left } = matchLines("word ".repeat(20).concat("\n").repeat(500), { patterns: ["word"], contextLines: 0, caseSensitive: false });
  expect(matched).toBe(500);
  expect(lines.length + left).toBe(500);
  expect(left).toBeGreaterThan(0);
});

test("what is no regular expression is refused", () => {
  expect(() => matchLines(text, { patterns: ["/(/"], contextLines: 0, caseSensitive: false })).toThrow("not a regular expression");
});
