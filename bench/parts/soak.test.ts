import { expect, it } from "vitest";
import type { Moment } from "./part.ts";
import { growthOf } from "./soak.ts";

const course = (held: (at: number) => number): Moment[] => Array.from({ length: 100 }, (_, at) => ({ at, tool: held(at), browser: held(at) * 2, resident: 0, files: 40 }));

it("takes what is held more at the end than when it was warm", () => {
  expect(growthOf(course((at) => Math.min(at, 10)))).toEqual({ grew: 0, browserGrew: 0, filesGrew: 0 });
  expect(growthOf(course((at) => at))).toEqual({ grew: 60, browserGrew: 120, filesGrew: 0 });
});

it("does not judge a run that ended before it was warm", () => {
  expect(growthOf([]).grew).toBeNaN();
});
