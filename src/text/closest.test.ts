import { expect, test } from "vitest";
import { closest, editDistance } from "./closest.ts";

test.each([
  ["navgate", "navigate"],
  ["snapshto", "snapshot"],
  ["fillForm", "fill_form"],
  ["snap", "snapshot"],
  ["zzz", undefined],
])("%s means %s", (given, expected) => {
  expect(closest(given, ["navigate", "snapshot", "fill_form", "click"])).toBe(expected);
});

test("adjacent swaps cost one", () => {
  expect(editDistance("clikc", "click")).toBe(1);
  expect(editDistance("", "abc")).toBe(3);
});
