import { expect, test } from "vitest";
import { complete } from "./complete.ts";
import { isUnfinished, looksLikeCommand } from "./javascript.ts";
import { promptText } from "./prompt.ts";
import { splitLine } from "./splitLine.ts";

test.each([
  ["click e12", ["click", "e12"]],
  ['fill e3 "two words" \'it"s\'', ["fill", "e3", "two words", 'it"s']],
  ['say a\\ b "c\\"d" ""', ["say", "a b", 'c"d', ""]],
  ["   ", []],
])("%s is split as a shell would", (line, words) => expect(splitLine(line)).toEqual(words));

test.each([
  ["({", true],
  ["function f() {", true],
  ["`open", true],
  ["await fetch('/x', {", true],
  ["1 + 1", false],
  ["({a: 1})", false],
  ["this is not javascript", false],
])("%s unfinished: %s", (code, unfinished) => expect(isUnfinished(code)).toBe(unfinished));

const known = (word: string) => ["find", "open", "text"].includes(word);
test.each([
  ["find the button", true],
  ["text", true],
  ["text -s h1", true],
  ["find = 3", false],
  ["find.call()", false],
  ["open('x')", false],
  ["document.title", false],
  ["find === 3", false],
])("%s is a command: %s", (line, expected) => expect(looksLikeCommand(line, known)).toBe(expected));

test.each([
  [{ title: undefined, pages: 0 }, "drover> "],
  [{ title: "Example Domain", pages: 1 }, "drover [Example Domain]> "],
  [{ title: "Example Domain", pages: 2 }, "drover [Example Domain](2)> "],
  [{ title: "JSONPlaceholder - Free Fake REST API", pages: 1 }, "drover [JSONPlaceholder - Free Fake...]> "],
  [{ title: "\u009b2J\u0007", pages: 1 }, "drover [\\u009b2J\\u0007]> "],
])("the prompt", (state, expected) => expect(promptText(state)).toBe(expected));

test("Tab completes commands, options, refs and pages", () => {
  const vocabulary = {
    commands: new Map([["click", ["--ref", "--button"]], ["clear", []], ["target", []]]),
    refs: ["e2", "e10", "e1"],
    pages: [{ id: "AB12", title: "Checkout" }, { id: "CD34", title: "Home" }],
  };
  expect(complete("cl", vocabulary)).toEqual([["clear", "click"], "cl"]);
  expect(complete("cli", vocabulary)).toEqual([["click "], "cli"]);
  expect(complete("click --b", vocabulary)).toEqual([["--button"], "--b"]);
  expect(complete("click e1", vocabulary)).toEqual([["e1", "e10"], "e1"]);
  expect(complete("target check", vocabulary)).toEqual([["AB12"], "check"]);
  expect(complete("click --page C", vocabulary)).toEqual([["AB12", "CD34"], "C"]);
});
