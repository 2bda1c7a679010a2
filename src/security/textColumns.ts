/**
 * The texts of a result, those of the same field of a list's items one after the other: what a page shows in pieces stands in several items, and is found only
 * where they are read as one.
 */
export class TextColumns {
  readonly #root = new Column();

  constructor(value: unknown) {
    gather(value, this.#root);
  }

  /** `change` gets the texts of one field, and gives them back changed, or undefined. Undefined when nothing changed anywhere. */
  replaced(value: unknown, change: (texts: readonly string[]) => string[] | undefined, number: (value: number) => string | undefined): { value: unknown } | undefined {
    const texts = this.#root.change(change);
    const numbers = this.#root.anyNumber((each) => number(each) !== undefined);
    return texts || numbers ? { value: rebuilt(value, this.#root, number) } : undefined;
  }
}

class Column {
  readonly texts: string[] = [];
  readonly numbers = new Set<number>();
  /** By the names of fields, by the places in a tuple, or as the items of a list. */
  readonly #within = new Map<string | number, Column>();
  readonly #changedNames = new Map<string, string>();
  #changedTexts: string[] | undefined;
  #next = 0;

  within(key: string | number): Column {
    const known = this.#within.get(key);
    if (known) return known;
    const column = new Column();
    this.#within.set(key, column);
    return column;
  }

  change(change: (texts: readonly string[]) => string[] | undefined): boolean {
    this.#changedTexts = change(this.texts);
    let changed = this.#changedTexts !== undefined;
    for (const [name, column] of this.#within) {
      const [masked] = typeof name === "string" ? (change([name]) ?? []) : [];
      if (typeof name === "string" && masked !== undefined) this.#changedNames.set(name, masked);
      changed = column.change(change) || masked !== undefined || changed;
    }
    return changed;
  }

  anyNumber(is: (value: number) => boolean): boolean {
    return [...this.numbers].some(is) || [...this.#within.values()].some((column) => column.anyNumber(is));
  }

  takeText(): string {
    const at = this.#next++;
    return (this.#changedTexts ?? this.texts)[at] ?? "";
  }

  nameOf(field: string): string {
    return this.#changedNames.get(field) ?? field;
  }
}

/** Small numbers are counts and sizes. */
const SMALLEST = 100_000;

/** Results have up to a hundred thousand texts, and this is gone through for each of them. */
function gather(value: unknown, column: Column): void {
  if (typeof value === "string") column.texts.push(value);
  else if (typeof value === "number") {
    if (value >= SMALLEST) column.numbers.add(value);
  } else if (Array.isArray(value)) {
    const items = isTuple(value) ? undefined : column.within(ITEMS);
    for (let at = 0; at < value.length; at++) gather(value[at], items ?? column.within(placeIn(value, at)));
  } else if (typeof value === "object" && value !== null) for (const name of Object.keys(value)) gather((value as Record<string, unknown>)[name], column.within(name));
}

function rebuilt(value: unknown, column: Column, number: (value: number) => string | undefined): unknown {
  if (typeof value === "string") return column.takeText();
  if (typeof value === "number") return value >= SMALLEST ? (number(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((item, at) => rebuilt(item, column.within(isTuple(value) ? placeIn(value, at) : ITEMS), number));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [column.nameOf(name), rebuilt(item, column.within(name), number)]));
}

const ITEMS = -1;

/** Members of a tuple are each of their own kind. Tuples begin with a number: lines of a snapshot, whose words are the second of two or the third. */
const isTuple = (list: readonly unknown[]): boolean => typeof list[0] === "number";
const placeIn = (tuple: readonly unknown[], at: number): number => (tuple.length === 2 ? at + 1 : at);
