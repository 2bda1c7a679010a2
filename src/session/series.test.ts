import { expect, it } from "vitest";
import { summarizeSeries } from "./series.ts";

const at = (...values: number[]) => values.map((value, index) => ({ tMs: index * 10, value }));

it.each([
  ["nothing", at(), { count: 0, min: null, max: null, first: null, last: null, distinctCount: 0, firstChangeTMs: null }],
  ["a constant", at(5, 5, 5), { count: 3, min: 5, max: 5, first: 5, last: 5, distinctCount: 1, firstChangeTMs: null }],
  ["a rise", at(1, 1, 4, 2), { count: 4, min: 1, max: 4, first: 1, last: 2, distinctCount: 3, firstChangeTMs: 20 }],
])("%s", (_, series, expected) => {
  expect(summarizeSeries(series)).toEqual(expected);
});
