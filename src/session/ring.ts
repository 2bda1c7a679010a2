/** A buffer of a stated size: when it is full the oldest entry goes. */
export class Ring<T> {
  readonly size: number;
  readonly #items: T[] = [];
  #start = 0;
  /** How many were ever added. */
  added = 0;

  constructor(size: number) {
    this.size = size;
  }

  push(item: T): void {
    this.added++;
    if (this.#items.length < this.size) {
      this.#items.push(item);
      return;
    }
    this.#items[this.#start] = item;
    this.#start = (this.#start + 1) % this.size;
  }

  get length(): number {
    return this.#items.length;
  }

  /** Oldest first. */
  toArray(): T[] {
    return [...this.#items.slice(this.#start), ...this.#items.slice(0, this.#start)];
  }

  last(count: number): T[] {
    return this.toArray().slice(-count);
  }

  /** Keeps only what passes. */
  filter(keep: (item: T) => boolean): void {
    const kept = this.toArray().filter(keep);
    this.#items.length = 0;
    this.#items.push(...kept);
    this.#start = 0;
  }

  clear(): void {
    this.#items.length = 0;
    this.#start = 0;
  }
}
