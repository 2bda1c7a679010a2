import { expect, test } from "vitest";
import { diffLines } from "./treeDiff.ts";

test.each<[string, string[], string[], string[]]>([
  ["nothing changed", ["a", "b"], ["a", "b"], []],
  ["a line was added", ["list", "  a"], ["list", "  a", "  b"], ["  list", "+   b"]],
  ["a line went", ["list", "  a", "  b"], ["list", "  b"], ["  list", "-   a"]],
  ["a line changed", ["form", '  button "Save"'], ["form", '  button "Saved"'], ["  form", '-   button "Save"', '+   button "Saved"']],
  ["changes in two places", ["a", "  1", "b", "  2"], ["a", "  x", "b", "  y"], ["  a", "-   1", "+   x", "  b", "-   2", "+   y"]],
  ["from nothing", [], ["a"], ["+ a"]],
])("%s", (_, before, after, diff) => expect(diffLines(before, after)).toEqual(diff));
