import { expect, it } from "vitest";
import { foldRepeatedSiblings, isFold } from "./fold.ts";

/** Letters are kinds, capitals are in view, "-" never folds; a fold shows as its count. */
const folded = (text: string) =>
  foldRepeatedSiblings(
    [...text].map((letter) => ({ letter })),
    {
      kindOf: ({ letter }) => (letter === "-" ? undefined : letter.toLowerCase()),
      keep: ({ letter }) => letter !== letter.toLowerCase(),
    },
    { whole: 4, first: 2 },
  )
    .map((entry) => (isFold(entry) ? `(${entry.folded})` : entry.letter))
    .join("");

it.each([
  ["", ""],
  ["aaaa", "aaaa"],
  ["aaaaa", "aa(3)"],
  ["aaaaaaAAa", "aa(4)AA(1)"],
  ["AAAAAAAA", "AAAAAAAA"],
  ["aaaaaabb", "aa(4)bb"],
  ["-------", "-------"],
  ["aa-aaaa-aa", "aa-(4)-(2)"],
  ["ababababab", "abab(6)"],
])("%s folds to %s", (before, after) => {
  expect(folded(before)).toBe(after);
});
