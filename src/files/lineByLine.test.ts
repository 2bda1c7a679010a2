import { expect, test } from "vitest";
import { lineByLine } from "./lineByLine.ts";

async function* given(pieces: string[]) {
  yield* pieces;
}

test.each([
  [["a sec", "ret b\nc\n"], "a *** b\nc\n"],
  [["secret\nsec", "ret"], "***\n***"],
  [["", "x"], "x"],
  [[], ""],
])("%j is written whole, without what must not lie in a file", async (pieces, written) => {
  let text = "";
  for await (const part of lineByLine(given(pieces), (line) => line.replaceAll("secret", "***"))) text += part;
  expect(text).toBe(written);
});
