import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECE_LENGTH, inPieces } from "./pieces.ts";

test("pieces are the text, and no character is cut in two", () => {
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 3 }), fc.string({ unit: "grapheme-composite", minLength: 1, maxLength: 8 }), (shift, rest) => {
      const text = "x".repeat(PIECE_LENGTH + shift) + "😀".repeat(3) + rest;
      const pieces = inPieces(text);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces) expect(piece.length <= PIECE_LENGTH && piece.isWellFormed()).toBe(true);
    }),
  );
});

test("a short text is one piece, and no text none", () => {
  expect(inPieces("short")).toEqual(["short"]);
  expect(inPieces("")).toEqual([]);
});
