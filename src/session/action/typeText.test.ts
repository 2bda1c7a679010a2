import { expect, test } from "vitest";
import { runsOf } from "./typeText.ts";

test.each([
  ["plain words", ["plain words"]],
  ["two\nlines", ["two", "\n", "lines"]],
  ["\n\n", ["\n", "\n"]],
  ["naïve 🌍!", ["na", "ï", "ve ", "🌍", "!"]],
  ["日本\tgo", ["日本", "\t", "go"]],
])("%j goes in as %j", (text, runs) => {
  expect(runsOf(text)).toEqual(runs);
});

test("a first key that opens a field goes in by itself", () => {
  expect(runsOf("Anna\nBert", true)).toEqual(["A", "nna", "\n", "Bert"]);
});
