import { expect, it } from "vitest";
import type { Measurement } from "../parts/part.ts";
import { judgeBudgets } from "./budgets.ts";
import type { Results } from "./results.ts";

const line = (tool: string, page: string, more: Partial<Measurement>): Measurement => ({ part: "", tool, surface: "mcp", page, samples: [], ...more });
const parts = (lines: Record<string, Measurement[]>): Pick<Results, "parts"> => ({
  parts: Object.fromEntries(
    Object.entries(lines).map(([part, measurements]) => [part, { title: part, ranAt: "", rounds: 1, measurements }]),
  ),
});
const verdictsOn = (lines: Record<string, Measurement[]>) => judgeBudgets(parts(lines)).filter(({ holds }) => holds !== undefined);

it("judges only what was measured", () => {
  expect(verdictsOn({})).toEqual([]);
});

it("compares a time with its limit and with the best of the peers", () => {
  const click = [
    line("Drover", "form", { samples: [50, 40, 60] }),
    line("@playwright/mcp", "form", { samples: [600] }),
    line("chrome-devtools-mcp", "form", { samples: [125] }),
  ];
  expect(verdictsOn({ click }).map(({ measured, holds }) => [measured, holds])).toEqual([
    ["50 ms", true],
    ["0.40 ×", false],
  ]);
});

it("takes the largest page of the corpus, and no failed page for a small one", () => {
  const judged = (lines: Measurement[]) => verdictsOn({ corpus: lines })[0];
  expect(judged([line("Drover", "a", { tokens: 900 }), line("Drover", "b", { tokens: 5_000 })])).toMatchObject({ measured: "5,000 at most", holds: true });
  expect(judged([line("Drover", "a", { tokens: 6_001 })])).toMatchObject({ holds: false });
  expect(judged([line("Drover", "a", { failure: "broke" })])).toMatchObject({ measured: "0 at most, 1 failed", holds: false });
});

it("spreads the memory of many sessions over those that were added", () => {
  const at = (sessions: number, megabytes: number) => line("Drover", `${sessions} sessions`, { counts: { resident: megabytes * 1_048_576 } });
  const verdicts = verdictsOn({ memory: [at(1, 100), at(10, 110), at(50, 345)] });
  expect(verdicts.map(({ measured, holds }) => [measured, holds])).toEqual([
    ["100 MB", true],
    ["5.0 MB each, of 50", false],
    ["50 opened", true],
  ]);
});

it("sees growth that is more than linear", () => {
  const snapshot = (cost: number) => [
    line("Drover", "table-1000", { elements: 13_000, samples: [100] }),
    line("Drover", "table-10000", { elements: 130_000, samples: [cost] }),
  ];
  const grows = (cost: number) => verdictsOn({ snapshot: snapshot(cost) }).find(({ target }) => target === "grows linearly")?.holds;
  expect([grows(1_000), grows(10_000)]).toEqual([true, false]);
});

it("takes the effect that was told least often, and not the click that has none", () => {
  const shown = (page: string, right: number) => line("Drover, Firefox", page, { counts: { right, of: 100 }, samples: [70] });
  const judged = (...lines: Measurement[]) => verdictsOn({ told: lines }).map(({ measured, holds }) => [measured, holds]);
  expect(judged(shown("after 0 ms", 100), shown("a cache write", 95))).toEqual([["95 of 100 (a cache write), of 2 effects the worst", true]]);
  expect(judged(shown("after 0 ms", 94), shown("nothing", 0))).toEqual([["94 of 100 (after 0 ms), of 1 effects the worst", false], ["70 ms", false]]);
});

it("lets a long run breathe, and no more", () => {
  const ran = (grew: number, filesGrew: number, more: Partial<Measurement> = {}) =>
    verdictsOn({ soak: [line("Drover", "10000 actions, 1000 sessions", { counts: { actions: 10_000, sessions: 1_000, grew: grew * 1_048_576, filesGrew }, ...more })] })[0];
  expect(ran(3, 0)).toMatchObject({ measured: "10,000 and 1,000 done, 3.0 MB and 0 files more", holds: true });
  expect([ran(9, 0), ran(3, 1_000), ran(3, 0, { failure: "broke" })].map((each) => each?.holds)).toEqual([false, false, false]);
});
