/** Texts compared by each four words in a row, as often as they stand there: so scrapinghub's benchmark of articles scores. */

const WORDS = 4;

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

export class Shingles {
  readonly #counts = new Map<string, number>();
  #size = 0;

  constructor(words: readonly string[]) {
    for (const shingle of shinglesOf(words)) this.#add(shingle, 1);
  }

  get size(): number {
    return this.#size;
  }

  has(shingle: string): boolean {
    return this.#counts.has(shingle);
  }

  /** How many stand in both. */
  shared(other: Shingles): number {
    let sum = 0;
    for (const [shingle, count] of this.#counts) sum += Math.min(count, other.#counts.get(shingle) ?? 0);
    return sum;
  }

  /** What is left when those of another text are taken away. */
  without(other: Shingles): Shingles {
    const rest = new Shingles([]);
    for (const [shingle, count] of this.#counts) rest.#add(shingle, count - (other.#counts.get(shingle) ?? 0));
    return rest;
  }

  #add(shingle: string, count: number): void {
    if (count <= 0) return;
    this.#counts.set(shingle, (this.#counts.get(shingle) ?? 0) + count);
    this.#size += count;
  }
}

/** The longest stretches of a text of which all shingles are chosen. */
export function stretches(words: readonly string[], isChosen: (shingle: string) => boolean): string[] {
  const found: { from: number; to: number }[] = [];
  shinglesOf(words).forEach((shingle, at) => {
    if (!isChosen(shingle)) return;
    const last = found.at(-1);
    const to = Math.min(at + WORDS, words.length);
    if (last && at <= last.to) last.to = to;
    else found.push({ from: at, to });
  });
  return found.map(({ from, to }) => words.slice(from, to).join(" "));
}

/** Of fewer than four words, all of them. */
const shinglesOf = (words: readonly string[]): string[] =>
  words.length === 0 ? [] : Array.from({ length: Math.max(1, words.length - WORDS + 1) }, (_, at) => words.slice(at, at + WORDS).join(" "));
