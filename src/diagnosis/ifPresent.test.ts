import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ifPresent } from "./ifPresent.ts";
import { swallowedFailures } from "./mayFail.ts";

test("what is absent is answered with something else, and is no failure", () => {
  expect(ifPresent(() => readFileSync("/no/such/file", "utf8"), "absent file", "")).toBe("");
  expect(ifPresent(() => process.kill(2 ** 22 + 1, 0), "absent process", false)).toBe(false);
  expect(swallowedFailures().filter(({ why }) => why.startsWith("absent"))).toEqual([]);
});

test("what is there and cannot be read is noted", () => {
  expect(ifPresent(() => readFileSync("/", "utf8"), "a folder in the place of a file")).toBeUndefined();
  expect(swallowedFailures().at(-1)).toMatchObject({ why: "a folder in the place of a file", message: expect.stringContaining("EISDIR") });
});
