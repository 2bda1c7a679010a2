import { expect, test } from "vitest";
import { mayHideMore } from "./readValue.ts";

test.each([
  [{}, true],
  [[1, { a: [{}] }], true],
  [{ a: 1, b: null, c: "" }, false],
  [[], false],
  [null, false],
  ["{}", false],
])("%j", (value, expected) => expect(mayHideMore(value)).toBe(expected));
