/** Chooses which lines of an outline to show when there is not room for all. */

export interface BudgetItem {
  /** Index of the item it stands under, always smaller than its own; -1 at the top. */
  parent: number;
  /** 0 is shown first. */
  priority: number;
  /** What showing it costs; asked only when it is considered. */
  cost: () => number;
}

/**
 * Takes items by priority, in order, each with the ancestors it stands under, until the budget is spent. What does not
 * fit is left out and smaller ones of the same priority may still go in.
 */
export function chooseWithinBudget(items: readonly BudgetItem[], budget: number): Set<number> {
  const chosen = new Set<number>();
  const priorities = [...new Set(items.map((item) => item.priority))].sort((a, b) => a - b);
  let left = budget;
  for (const priority of priorities) {
    // Once several in a row do not fit, the rest of this priority will not either; asking each for its cost is not free.
    let refused = 0;
    for (let index = 0; index < items.length && refused < 20; index++) {
      if (items[index]?.priority !== priority || chosen.has(index)) continue;
      const needed: number[] = [];
      let cost = 0;
      for (let at = index; at >= 0 && !chosen.has(at); at = items[at]?.parent ?? -1) {
        needed.push(at);
        cost += items[at]?.cost() ?? 0;
      }
      if (cost > left) {
        refused++;
        continue;
      }
      refused = 0;
      left -= cost;
      for (const at of needed) chosen.add(at);
    }
  }
  return chosen;
}

const piece = /[A-Za-z]{1,7}|\d{1,3}|[^\sA-Za-z\d]/g;

/** About how many tokens a model reads in a text; on the high side. */
export function estimateTokens(text: string): number {
  return text.match(piece)?.length ?? 0;
}

/** Characters that a line counts for: lines of brackets and numbers take more tokens than their length says. */
export function lineCost(line: string): number {
  return Math.max(line.length + 1, estimateTokens(line) * 4);
}
