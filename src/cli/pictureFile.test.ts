import { expect, test } from "vitest";
import { pictureFile } from "./pictureFile.ts";

test.each([
  ["a.png", undefined, undefined, { output: "a.png", format: "png" }],
  ["b.JPG", "a.png", undefined, { output: "b.JPG", format: "jpeg" }],
  ["c", undefined, "jpeg", { output: "c", format: "jpeg" }],
  ["-", undefined, undefined, { output: "-" }],
  [undefined, "a.jpeg", undefined, { output: "a.jpeg", format: "jpeg" }],
  [undefined, "a.png", "jpeg", { format: "jpeg" }],
  [undefined, undefined, undefined, {}],
])("-o %s after %s with --format %s", (given, last, format, expected) => expect(pictureFile(given, last, format)).toEqual(expected));

test("a name that says another kind than --format is refused", () =>
  expect(() => pictureFile("a.png", undefined, "jpeg")).toThrow(expect.objectContaining({ code: "bad-input" })));
