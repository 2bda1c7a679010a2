import * as fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { chooseWithinBudget, estimateTokens, lineCost, type BudgetItem } from "./budget.ts";

const item = (parent: number, priority: number, cost = 1): BudgetItem => ({ parent, priority, cost: () => cost });
const chosen = (items: BudgetItem[], budget: number) => [...chooseWithinBudget(items, budget)].sort((a, b) => a - b);

describe("chooseWithinBudget", () => {
  it.each<[string, BudgetItem[], number, number[]]>([
    ["everything when there is room", [item(-1, 0), item(0, 1)], 10, [0, 1]],
    ["the most important first", [item(-1, 2), item(-1, 0), item(-1, 1)], 2, [1, 2]],
    ["an item with the line it stands under", [item(-1, 4), item(0, 0)], 2, [0, 1]],
    ["nothing whose ancestors do not fit", [item(-1, 4, 5), item(0, 0), item(-1, 1)], 2, [2]],
    ["a smaller one after one that did not fit", [item(-1, 0, 9), item(-1, 0, 1)], 3, [1]],
  ])("takes %s", (_, items, budget, expected) => {
    expect(chosen(items, budget)).toEqual(expected);
  });

  it("never exceeds the budget and never orphans a line", () => {
    const tree = fc.array(fc.record({ up: fc.nat(5), priority: fc.nat(4), cost: fc.integer({ min: 1, max: 30 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(tree, fc.nat(300), (given, budget) => {
        const items = given.map(({ up, priority, cost }, index) => item(Math.max(-1, index - 1 - up), priority, cost));
        const picked = chooseWithinBudget(items, budget);
        const spent = [...picked].reduce((sum, index) => sum + (items[index]?.cost() ?? 0), 0);
        return (
          spent <= budget &&
          [...picked].every((index) => (items[index]?.parent ?? -1) < 0 || picked.has(items[index]?.parent ?? -1))
        );
      }),
    );
  });
});

describe("lineCost", () => {
  it.each([
    'button "Edit" [ref=e17] [data-testid="row-edit"] [from-both]',
    'row "950 Person 950 person950@example.com Active 2024-01-01 $950.00 Edit Delete Open" [ref=e1042]',
    'text "Das Fräulein lief über die Straße und kaufte Äpfel, Birnen und Schokoladenkuchen."',
    'text "東京都の天気は晴れ、最高気温は二十五度です。"',
    'link "Как зарегистрировать новую учётную запись" [ref=e88]',
  ])("counts at least as many characters as four for each token: %s", (line) => {
    expect(estimateTokens(line)).toBeGreaterThanOrEqual(encode(line).length * 0.9);
    expect(lineCost(line)).toBeGreaterThanOrEqual(line.length);
  });
});
