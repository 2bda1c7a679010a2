import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { lengthOf, wordsOf } from "./measures.ts";

const samples = ["", " ", "a", " a ", "a  b", "\n a\t b \u00a0\u00a0 c\r\n", "\u3000全角\u2003x\ufeff", "\u1680\u2028\u2029\u202f\u205f.", "\u180e\u200b x", "no spaces around it"];

test.each(samples)("the length of %j is that of its words, whichever is asked for first", (text) => {
  const { document } = parseHTML("<body></body>");
  const [one, other] = [document.createElement("p"), document.createElement("p")];
  one.textContent = text;
  other.textContent = text;
  const words = text.replaceAll(/\s+/g, " ").trim();
  expect([lengthOf(one), wordsOf(one), wordsOf(other), lengthOf(other)]).toEqual([words.length, words, words, words.length]);
});
