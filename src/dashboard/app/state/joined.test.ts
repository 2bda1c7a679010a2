import { expect, test } from "vitest";
import { joined } from "./joined.ts";

const key = (item: string) => item[0] ?? "";

test.each([
  ["nothing new", ["a1"], [], ["a1"]],
  ["something new comes last", ["a1"], ["b1"], ["a1", "b1"]],
  ["the same again is the later one, in its place", ["a1", "b1"], ["a2"], ["a2", "b1"]],
  ["the oldest make room", ["a1", "b1", "c1"], ["d1"], ["b1", "c1", "d1"]],
])("%s", (_, earlier, later, wanted) => expect(joined(earlier, later, key, 3)).toEqual(wanted));
