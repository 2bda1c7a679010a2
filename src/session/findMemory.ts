import type { Feedback } from "../page/see/rank.ts";

const MAX_ENTRIES = 100;

/** Right answers to earlier questions, most recently used last. */
class FindMemory {
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

const memories = new WeakMap<object, FindMemory>();

/** The memory of a session; it lives as long as the session does. */
export function findMemoryOf(session: object): FindMemory {
  const memory = memories.get(session) ?? new FindMemory();
  memories.set(session, memory);
  return memory;
}
