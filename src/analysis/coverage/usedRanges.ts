export interface Range {
  from: number;
  to: number;
}

interface CountedRange {
  startOffset: number;
  endOffset: number;
  count: number;
}

/** What of a script ran: V8's ranges lie in each other, and the innermost decides, as in DevTools' Coverage panel. */
export function usedRanges(functions: readonly { ranges: readonly CountedRange[] }[]): { used: Range[]; length: number } {
  const all = functions.flatMap(({ ranges }) => ranges).toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const length = all.reduce((end, { endOffset }) => Math.max(end, endOffset), 0);
  const used: Range[] = [];
  const open: CountedRange[] = [];
  let at = 0;
  const advance = (to: number): void => {
    if (to > at && (open.at(-1)?.count ?? 0) > 0) add(used, at, to);
    at = Math.max(at, to);
  };
  const closeUntil = (offset: number): void => {
    for (let last = open.at(-1); last && last.endOffset <= offset; last = open.at(-1)) {
      advance(last.endOffset);
      open.pop();
    }
  };
  for (const range of all) {
    closeUntil(range.startOffset);
    advance(range.startOffset);
    open.push(range);
  }
  closeUntil(length);
  return { used, length };
}

function add(used: Range[], from: number, to: number): void {
  const last = used.at(-1);
  if (last && last.to === from) last.to = to;
  else used.push({ from, to });
}

/** What lies between the ranges. */
export function gapsBetween(ranges: readonly Range[], length: number): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const { from, to } of [...ranges, { from: length, to: length }]) {
    if (from > at) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return gaps;
}

export const sizeOf = (ranges: readonly Range[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** The same code may be told of twice, after a navigation: what ran once was used. */
export function union(a: readonly Range[], b: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const { from, to } of [...a, ...b].toSorted((x, y) => x.from - y.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
