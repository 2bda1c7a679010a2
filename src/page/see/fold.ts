/** Repeated siblings say little after the first few: they fold into one line that says how many and how to reach them. */

export interface Foldable {
  /** Alike siblings share it; undefined never folds. */
  kind: string | undefined;
  /** In view: what a person looks at stays. */
  keep: () => boolean;
}

export interface Fold {
  folded: number;
  kind: string;
}

export const isFold = <T extends object>(entry: T | Fold): entry is Fold => "folded" in entry;

export interface FoldRules {
  /** Runs up to this length stay whole. */
  whole: number;
  /** How many of a longer run are shown from its start. */
  first: number;
}

export const defaultFold: FoldRules = { whole: 8, first: 3 };

/** Runs may be broken by a few strangers (a separator, a group heading) without ending. */
export function foldRepeatedSiblings<T extends Foldable>(siblings: readonly T[], rules: FoldRules = defaultFold): (T | Fold)[] {
  const counts = new Map<string, number>();
  for (const { kind } of siblings) if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const shown = new Map<string, number>();
  const result: (T | Fold)[] = [];
  for (const sibling of siblings) {
    const { kind } = sibling;
    if (kind === undefined || (counts.get(kind) ?? 0) <= rules.whole) {
      result.push(sibling);
      continue;
    }
    const count = shown.get(kind) ?? 0;
    if (count < rules.first || sibling.keep()) {
      shown.set(kind, count + 1);
      result.push(sibling);
      continue;
    }
    const last = result.at(-1);
    if (last && isFold(last) && last.kind === kind) last.folded++;
    else result.push({ folded: 1, kind });
  }
  return result;
}
