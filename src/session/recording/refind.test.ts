import { expect, test } from "vitest";
import { likeness } from "./refind.ts";

test.each([
  ["Sign in", "Sign in", 1],
  ["Sign in", "Sign in now", 2 / 3],
  ["Save", "Delete", 0],
  ["Anmelden", "ANMELDEN", 1],
  ["", "", 0],
])("%j and %j are alike by %d", (one, other, expected) => {
  expect(likeness(one, other)).toBeCloseTo(expected);
});
