/** Repeated siblings say little after the first few: they fold into one line that says how many and how to reach them. */

export interface Fold {
  folded: number;
  /** Mostly one; several where kinds alternate. */
  kinds: string[];
}

export const isFold = <T extends object>(entry: T | Fold): entry is Fold => "folded" in entry;

export interface FoldRules {
  /** Runs up to this length stay whole. */
  whole: number;
  /** How many of a longer run are shown from its start. */
  first: number;
}

/** So many alike are all shown. */
export const UNFOLDED = 8;
const defaultFold: FoldRules = { whole: UNFOLDED, first: 3 };

export interface Folding<T> {
  /** Alike siblings share it; undefined never folds. */
  kindOf: (sibling: T) => string | undefined;
  /** In view: what a person looks at stays. */
  keep: (sibling: T) => boolean;
}

/** Runs may be broken by a few strangers (a separator, a group heading) without ending. */
export function foldRepeatedSiblings<T extends object>(
  siblings: readonly T[],
  { kindOf, keep }: Folding<T>,
  rules: FoldRules = defaultFold,
): (T | Fold)[] {
  const kinds = siblings.map(kindOf);
  const counts = new Map<string, number>();
  for (const kind of kinds) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const shown = new Map<string, number>();
  const result: (T | Fold)[] = [];
  for (const [index, sibling] of siblings.entries()) {
    const kind = kinds[index];
    if (kind === undefined || (counts.get(kind) ?? 0) <= rules.whole) {
      result.push(sibling);
      continue;
    }
    const count = shown.get(kind) ?? 0;
    if (count < rules.first || keep(sibling)) {
      shown.set(kind, count + 1);
      result.push(sibling);
      continue;
    }
    const last = result.at(-1);
    if (!last || !isFold(last)) result.push({ folded: 1, kinds: [kind] });
    else {
      last.folded++;
      if (!last.kinds.includes(kind)) last.kinds.push(kind);
    }
  }
  return result;
}
