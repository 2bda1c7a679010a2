import { expect, test } from "vitest";
import { cut, padTo, widthOf } from "./width.ts";

test.each([
  ["Save", 4],
  ["Größe", 5],
  ["保存", 4],
  ["한국어", 6],
  ["é", 1],
  ["✓ done", 6],
  ["🚀", 2],
])("%j takes %i columns", (text, width) => expect(widthOf(text)).toBe(width));

test("a text is cut where its room ends, not in the middle of a letter", () => {
  expect(cut("Checkout", 8)).toBe("Checkout");
  expect(cut("Checkout", 5)).toBe("Chec…");
  expect(cut("保存する", 5)).toBe("保存…");
  expect(cut("保存する", 4)).toBe("保…");
  expect(cut("x", 0)).toBe("");
  expect(padTo("保存", 6)).toBe("保存  ");
});
