import { expect, it } from "vitest";
import { counterText } from "./counterText.ts";

it.each([
  [7, "decimal", "7"],
  [-7, "decimal", "-7"],
  [7, "decimal-leading-zero", "07"],
  [-7, "decimal-leading-zero", "-07"],
  [12, "decimal-leading-zero", "12"],
  [1994, "upper-roman", "MCMXCIV"],
  [4, "lower-roman", "iv"],
  [0, "lower-roman", "0"],
  [1, "lower-alpha", "a"],
  [26, "lower-latin", "z"],
  [27, "upper-alpha", "AA"],
  [702, "lower-alpha", "zz"],
  [0, "upper-latin", "0"],
  [3, "none", ""],
  [3, "disc", "•"],
  [3, "cjk-decimal", "3"],
] as const)("%i in %s is %s", (value, style, text) => {
  expect(counterText(value, style)).toBe(text);
});
