/** Both lists in one, each key once where it stood first and as it is in the later one; the newest so many. */
export function joined<Item>(earlier: readonly Item[], later: readonly Item[], keyOf: (item: Item) => string, most: number): Item[] {
  const byKey = new Map(earlier.map((item) => [keyOf(item), item]));
  for (const item of later) byKey.set(keyOf(item), item);
  return [...byKey.values()].slice(-most);
}
