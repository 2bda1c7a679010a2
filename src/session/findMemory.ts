import type { Feedback } from "../page/see/rank.ts";

const MAX_ENTRIES = 100;

/** Right answers to earlier questions, most recently used last. */
export class FindMemory {
  readonly #entries = new Map<string, Feedback>();

  get size(): number {
    return this.#entries.size;
  }

  remember(entry: Feedback): void {
    const key = JSON.stringify([entry.query.toLowerCase(), entry.identity]);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }

  all(): Feedback[] {
    return [...this.#entries.values()];
  }
}
