import { expect, test } from "vitest";
import { DAY_MS, surplus, type Bounds } from "./bounds.ts";

const now = 1000 * DAY_MS;
/** Ages in days, each of ten bytes. */
const kept = (...ages: number[]) => ages.map((age) => ({ age, bytes: 10, modifiedAt: now - age * DAY_MS }));

test.each<[why: string, ages: number[], bounds: Bounds, bytes: number, gone: number[]]>([
  ["nothing is there", [], { entries: 1, bytes: 1 }, 0, []],
  ["there is room", [3, 1, 2], { entries: 4, bytes: 100 }, 0, []],
  ["one more does not fit by number", [3, 1, 2], { entries: 3, bytes: 100 }, 0, [3]],
  ["several have to go by number", [3, 1, 2], { entries: 1, bytes: 100 }, 0, [3, 2, 1]],
  ["the new one takes the bytes", [3, 1, 2], { entries: 9, bytes: 35 }, 10, [3]],
  ["the new one takes them all", [3, 1, 2], { entries: 9, bytes: 35 }, 35, [3, 2, 1]],
  ["bytes fit exactly", [3, 1, 2], { entries: 9, bytes: 40 }, 10, []],
  ["some are too old", [30, 1, 31], { entries: 9, bytes: 100, days: 29 }, 0, [31, 30]],
  ["an age that is just reached stays", [30], { entries: 9, bytes: 100, days: 30 }, 0, []],
])("%s", (_why, ages, bounds, bytes, gone) => {
  expect(surplus(kept(...ages), bounds, { bytes, now }).map(({ age }) => age)).toEqual(gone);
});
