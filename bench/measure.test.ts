import { describe, expect, it } from "vitest";
import { count, growthExponent, megabytes, median, milliseconds, quantile, rotate, spread, summarize } from "./measure.ts";

describe("summarize", () => {
  it("finds the quartiles whatever the order of the samples", () => {
    expect(summarize([5, 1, 4, 2, 3])).toEqual({ n: 5, min: 1, p25: 2, median: 3, p75: 4, max: 5 });
  });

  it("takes the middle of two neighbours", () => {
    expect(median([1, 2, 3, 4])).toBe(2.5);
    expect(quantile([10, 20], 0.25)).toBe(12.5);
  });

  it("leaves the samples as they were", () => {
    const samples = [3, 1, 2];
    summarize(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it("has no median without samples", () => {
    expect(median([])).toBeNaN();
  });
});

describe("rotate", () => {
  it("lets every item come first once", () => {
    expect([0, 1, 2, 3].map((round) => rotate(["a", "b", "c"], round).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
  });

  it("has nothing to rotate in an empty list", () => {
    expect(rotate([], 3)).toEqual([]);
  });
});

describe("growthExponent", () => {
  const sizes = [100, 1_000, 10_000];

  it.each([
    ["constant", 0, (): number => 7],
    ["linear", 1, (size: number): number => 3 * size],
    ["quadratic", 2, (size: number): number => size * size],
  ])("recognises a %s cost", (_name, exponent, cost) => {
    expect(growthExponent(sizes.map((size) => ({ size, cost: cost(size) })))).toBeCloseTo(exponent);
  });

  it("knows nothing from a single point", () => {
    expect(growthExponent([{ size: 1, cost: 1 }])).toBeNaN();
  });
});

describe("wording", () => {
  it.each([
    [0.000_071, "0.07 µs"],
    [0.42, "0.4 ms"],
    [7.44, "7.4 ms"],
    [74.4, "74 ms"],
    [744, "744 ms"],
    [7_440, "7.44 s"],
    [74_400, "74.4 s"],
    [Number.NaN, "–"],
  ])("writes %d milliseconds as %s", (value, text) => {
    expect(milliseconds(value)).toBe(text);
  });

  it("writes a median with its spread", () => {
    expect(spread(summarize([10, 20, 30]))).toBe("20 ms (15 ms–25 ms)");
  });

  it("groups digits and rounds sizes", () => {
    expect(count(12_345.6)).toBe("12,346");
    expect(megabytes(15.5 * 1_048_576)).toBe("15.5 MB");
    expect(megabytes(155.4 * 1_048_576)).toBe("155 MB");
  });
});
