import { expect, test } from "vitest";
import { digestOf, headingsOf, landmarksText, withinTokens, wordsIn } from "./digest.ts";

test.each([
  ["# One\n\ntext\n\n## [Two](https://e.test/)", ["1 1 One", "5 2 Two"]],
  ["```sh\n# not one\n```\n### `code` and **bold**", ["4 3 code and bold"]],
  ["#hashtag\n####### seven", []],
])("headings of %j", (markdown, expected) => {
  expect(headingsOf(markdown).map(({ line, level, text }) => `${line} ${level} ${text}`)).toEqual(expected);
});

test.each([
  ["one two-three it's", 3],
  ["[link](https://example.com/a/b) end", 2],
  ["漢字 word", 3],
  ["--- | |", 0],
])("words in %j", (text, count) => expect(wordsIn(text)).toBe(count));

test("a digest stays small however much there is", () => {
  const headings = Array.from({ length: 500 }, (_, index) => ({ line: index, level: 2, text: `Heading number ${index} with several words in it` }));
  const digest = digestOf({ counts: { words: 9, lines: 9, links: 9 }, headings, landmarks: Array.from({ length: 50 }, (_, index) => ({ role: "region", name: `Part ${index}` })) });
  expect(digest.length).toBeLessThan(1800);
  expect(digest).toMatch(/… \+\d+ more$/);
  expect(digest).toContain("… +42 more");
});

test("lines that fit are all there", () => expect(withinTokens(["a b", "c"], 100)).toEqual(["a b", "c"]));

test("landmarks of one name are told once", () => expect(landmarksText([{ role: "navigation", name: "Main" }, { role: "navigation", name: "Main" }, { role: "main", name: "" }])).toBe('navigation "Main", main'));
