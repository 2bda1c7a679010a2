import { expect, it } from "vitest";
import { coerce, parseNumber } from "./coerce.ts";

it.each([
  ["42", 42],
  ["$1,234.50", 1234.5],
  ["1.234,50 €", 1234.5],
  ["1,5", 1.5],
  ["12,345", 12345],
  ["1 234 567", 1234567],
  ["1.234.567", 1234567],
  ["3.5%", 3.5],
  ["-7", -7],
  ["−7", -7],
  ["USD 9.99 incl. VAT", 9.99],
  ["(12)", -12],
  ["4 of 5", undefined],
  ["2024-01-01", undefined],
  ["free", undefined],
  ["", undefined],
])("%s as a number is %s", (text, expected) => {
  expect(parseNumber(text)).toBe(expected);
});

it.each([
  ["yes", "boolean", true],
  ["Off", "boolean", false],
  [true, "boolean", true],
  ["maybe", "boolean", undefined],
  ["12", "integer", 12],
  ["1.5", "integer", undefined],
  [null, "string", undefined],
  ["", "string", ""],
] as const)("%s as %s is %s", (raw, type, expected) => {
  expect(coerce(raw, type)).toBe(expected);
});
