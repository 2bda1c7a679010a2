import { expect, test } from "vitest";
import { inPairs, type Weighed } from "./inPairs.ts";

const weighed = (text: string): Weighed<string>[] => text.split(" ").filter(Boolean).map((item) => ({ item, weight: Number(item.slice(1)) }));

test.each([
  ["about as long as each other", "f2 f2", "c3 c3", "f2 c3 f2 c3"],
  ["one of a kind beside several of the other", "f5 f5", "c2 c2 c2 c2", "f5 c2 c2 c2 f5 c2"],
  ["what is left of one kind", "f1", "c2 c1 c1", "f1 c2 c1 c1"],
  ["only one kind", "", "c1 c2", "c1 c2"],
  ["nothing", "", "", ""],
])("%s", (_, one, other, expected) => {
  expect(inPairs(weighed(one), weighed(other)).join(" ")).toBe(expected);
});
