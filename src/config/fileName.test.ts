import { expect, test } from "vitest";
import { fileNameOf } from "./fileName.ts";

test.each([
  ["default", "default"],
  ["a/b", "a%2Fb"],
  ["..", "%2E%2E"],
  ["agent A: checkout", "agent%20A%3A%20checkout"],
])("%j is %j", (id, name) => expect(fileNameOf(id)).toBe(name));

test("long names stay short and apart", () => {
  const [one, two] = [`${"é".repeat(90)}1`, `${"é".repeat(90)}2`].map(fileNameOf);
  expect(one!.length).toBeLessThanOrEqual(120);
  expect(one).not.toBe(two);
});
