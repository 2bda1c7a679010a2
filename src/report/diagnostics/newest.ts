import type { Diagnostic } from "./record.ts";

/** The newest of the records that come, in the order of their times: sessions have files of their own, which are read one after another. */
export class Newest {
  readonly #most: number;
  #kept: Diagnostic[] = [];
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(record: Diagnostic): void {
    this.#total++;
    this.#kept.push(record);
    if (this.#kept.length > 2 * this.#most) this.#kept = this.records;
  }

  get records(): Diagnostic[] {
    return this.#kept.toSorted((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0)).slice(-this.#most);
  }

  get truncated(): boolean {
    return this.#total > this.#most;
  }
}
