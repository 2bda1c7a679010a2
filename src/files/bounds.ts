/** How much may be kept. */
export interface Bounds {
  entries: number;
  bytes: number;
  days?: number;
}

interface Kept {
  bytes: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Which of what is kept have to go, oldest first, for one more of `bytes` to keep within the bounds. */
export function surplus<T extends Kept>(kept: readonly T[], bounds: Bounds, { bytes = 0, now = Date.now() } = {}): T[] {
  const oldestFirst = kept.toSorted((a, b) => a.modifiedAt - b.modifiedAt);
  let left = oldestFirst.length;
  let sum = kept.reduce((total, each) => total + each.bytes, bytes);
  const since = bounds.days === undefined ? -Infinity : now - bounds.days * DAY_MS;
  return oldestFirst.filter((each) => {
    if (left < bounds.entries && sum <= bounds.bytes && each.modifiedAt >= since) return false;
    left--;
    sum -= each.bytes;
    return true;
  });
}
