import { expect, test } from "vitest";
import type { SnapshotLine } from "../snapshotText.ts";
import { diffLines } from "./treeDiff.ts";

/** Two spaces are one step down. */
const lines = (texts: string[]): SnapshotLine[] => texts.map((text) => [(text.length - text.trimStart().length) / 2, null, text.trimStart()]);

test.each<[string, string[], string[], string[]]>([
  ["nothing changed", ["a", "b"], ["a", "b"], []],
  ["a line was added", ["list", "  a"], ["list", "  a", "  b"], ["  list", "+   b"]],
  ["a line went", ["list", "  a", "  b"], ["list", "  b"], ["  list", "-   a"]],
  ["a line changed", ["form", '  button "Save"'], ["form", '  button "Saved"'], ["  form", '-   button "Save"', '+   button "Saved"']],
  ["a line moved in", ["a", "b"], ["a", "  b"], ["- b", "  a", "+   b"]],
  ["changes in two places", ["a", "  1", "b", "  2"], ["a", "  x", "b", "  y"], ["  a", "-   1", "+   x", "  b", "-   2", "+   y"]],
  ["from nothing", [], ["a"], ["+ a"]],
])("%s", (_, before, after, diff) => expect(diffLines(lines(before), lines(after))).toEqual(diff));
