import { expect, test } from "vitest";
import { settledWithin } from "./settledWithin.ts";

test.each([
  ["work that ends well", () => Promise.resolve(1), true],
  ["work that ends badly", () => Promise.reject(new Error("no")), true],
  ["work that does not end", () => new Promise(() => undefined), false],
])("%s", async (_, work, ended) => {
  expect(await settledWithin(5, work())).toBe(ended);
});
