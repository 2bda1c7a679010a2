import { expect, test } from "vitest";
import { SplitWords } from "./splitWords.ts";

const words = new SplitWords(["submit", "7", "++"]);
const textOf = (markUp: string) => markUp.replace(/<!--.*?-->|<(?:[^">]|"[^"]*")*>/g, "");

test.each([
  ["by what is hidden", '<b>sub<span hidden="">x</span>mit</b>', true],
  ["by a comment with a quote in it, and more", 'sub<!-- " --><i>"</i>mit', true],
  ["behind an attribute with a tag in it", '<b title="a>b">sub</b><i title=">">x</i>mit', true],
  ["twice", "s<i>1</i>ub<i>2</i>mit", true],
  ["after a letter that might have begun it", "s<i>s</i>ubm<i>x</i>it", true],
  ["and its end missing", "sub<i>x</i>mi", false],
  ["and its halves the wrong way round", "<b>mit</b><i>x</i>sub", false],
  ["by a space", "sub </b>mit", false],
  ["inside of a text", "<b>sub-mit</b>", false],
  ["into nothing at all", "", false],
])("a word that is split %s", (_how, markUp, isThere) => {
  expect(words.mayBeIn(textOf(markUp), () => markUp)).toBe(isThere);
});

test("a single letter and a sign cannot be split", () => {
  expect(words.mayBeIn("+x+", () => "+<b>x</b>+")).toBe(false);
});

test("the mark-up is not asked for where the letters are missing, or the word is there", () => {
  const markUp = () => expect.unreachable();
  expect(words.mayBeIn("something else", markUp)).toBe(false);
  expect(words.mayBeIn("submit s u b m i t", markUp)).toBe(false);
});
