import type { Bench } from "../parts/part.ts";

export const engines = ["chromium", "firefox"] as const;
export type Engine = (typeof engines)[number];

/** How much of what was asked somebody answered as expected. */
export interface Count {
  who: string;
  what: string;
  right: number;
  of: number;
}

export interface Answers {
  counts: Count[];
  /** What was answered otherwise, a line or two each. */
  differing: string[];
}

/** Something that Drover is held against. */
export interface Question {
  title: string;
  ask(bench: Bench): Promise<Answers>;
}

export const drover = (engine: Engine): string => `Drover, ${engine}`;

/** Counts of one who was asked, by what it was asked about. */
export class Tally {
  readonly #who: string;
  readonly #counts = new Map<string, { right: number; of: number }>();

  constructor(who: string) {
    this.#who = who;
  }

  add(what: string, right: boolean): void {
    const count = this.#counts.get(what) ?? { right: 0, of: 0 };
    this.#counts.set(what, { right: count.right + (right ? 1 : 0), of: count.of + 1 });
  }

  get counts(): Count[] {
    return [...this.#counts].map(([what, count]) => ({ who: this.#who, what, ...count }));
  }
}
