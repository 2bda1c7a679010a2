import { expect, test } from "vitest";
import { fileNameOf, isFileName } from "./fileName.ts";

test.each([
  ["checkout-2.b_C", "checkout-2.b_C"],
  ["agent A: checkout", "agent%20A%3A%20checkout"],
  ["../../../tmp/x/evil", "%2E.%2F..%2F..%2Ftmp%2Fx%2Fevil"],
  ["..", "%2E."],
  ["a\\b", "a%5Cb"],
  ["100%", "100%25"],
  ["ü🦊", "%C3%BC%F0%9F%A6%8A"],
])("%j is filed as %s", (given, name) => {
  expect(fileNameOf(given)).toBe(name);
  expect(isFileName(name)).toBe(true);
});

test("long names are cut and stay apart", () => {
  const [one, other] = ["1", "2"].map((end) => fileNameOf("🦊".repeat(199) + end));
  expect(one).not.toBe(other);
  for (const name of [one!, other!]) expect(isFileName(name)).toBe(true);
});
