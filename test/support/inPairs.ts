export interface Weighed<T> {
  item: T;
  /** How long it takes, in whatever unit. */
  weight: number;
}

/**
 * One queue of two kinds for two workers, each of which takes the next when it is done: as long as both kinds last, the workers have one of
 * each, if the weights are right.
 */
export function inPairs<T>(one: readonly Weighed<T>[], other: readonly Weighed<T>[]): T[] {
  const left = { one: [...one], other: [...other] };
  const order: T[] = [];
  let free: Worker = { until: 0, has: "other" };
  let busy: Worker = { until: 0, has: "other" };
  for (;;) {
    if (busy.until < free.until) [free, busy] = [busy, free];
    const wanted = busy.has === "one" ? "other" : "one";
    const has = left[wanted].length > 0 ? wanted : busy.has;
    const next = left[has].shift();
    if (!next) return order;
    order.push(next.item);
    free = { until: free.until + next.weight, has };
  }
}

interface Worker {
  until: number;
  /** The kind of what it took last. */
  has: "one" | "other";
}
