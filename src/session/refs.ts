import { settled } from "../diagnosis/settled.ts";
import { settledWithin } from "../diagnosis/settledWithin.ts";
import type { RefDescriptor } from "../page/api.ts";
import { DroverError } from "../protocol/errors.ts";

/** Where a ref's element lives and what it looked like. */
export interface RefEntry {
  ref: string;
  pageId: string;
  frameId: string;
  descriptor: RefDescriptor;
}

/** A reading that takes longer is not waited for by the next one. */
const READING_MS = 1500;
/** More than any reading gives out. */
const READING_REFS = 10_000;

/** What the registry keeps: the newest refs, as many as one reading can give out. A session that lives for days goes through far more. */
const MAX_REFS = READING_REFS;
/** Of documents that are no longer shown: their refs can at most be bound anew to what looks the same. */
const MAX_LEFT = 1000;

/** `eN` of a session: numbers are never used twice, so a ref can go stale but never mean another element. */
export class RefRegistry {
  readonly #entries = new Map<string, RefEntry>();
  readonly #left = new Map<string, RefEntry>();
  readonly #names = new Map<string, string>();
  #next: number;
  readonly #advanced: (next: number) => void;
  #lastReading: Promise<unknown> = Promise.resolve();

  /** `advanced` hears when numbers were used, so that the next daemon can go on above them. */
  constructor(first = 1, advanced: (next: number) => void = () => undefined) {
    this.#next = first;
    this.#advanced = advanced;
  }

  /** The number that the next new element gets. */
  get next(): number {
    return this.#next;
  }

  /** Two readings at once would give the same number to two elements: they take turns. */
  inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#reached(this.#lastReading).then(read);
    this.#lastReading = settled(turn);
    return turn;
  }

  /** A page that does not answer must not hold up the others: it keeps the numbers that it may still give out. */
  async #reached(before: Promise<unknown>): Promise<void> {
    if (!(await settledWithin(READING_MS, before))) this.#next += READING_REFS;
  }

  /** Takes in the refs that a walk of one frame minted. */
  record(pageId: string, frameId: string, minted: Record<string, RefDescriptor>, next: number): void {
    for (const [ref, descriptor] of Object.entries(minted)) {
      this.#entries.delete(ref);
      this.#entries.set(ref, { ref, pageId, frameId, descriptor });
    }
    dropOldest(this.#entries, MAX_REFS);
    if (next > this.#next) {
      this.#next = next;
      this.#advanced(next);
    }
  }

  /** The document that a frame showed has given way to another. */
  leave(frameId: string): void {
    for (const [ref, entry] of this.#entries) {
      if (entry.frameId !== frameId) continue;
      this.#entries.delete(ref);
      this.#left.set(ref, entry);
    }
    dropOldest(this.#left, MAX_LEFT);
  }

  has(ref: string): boolean {
    return this.#entries.has(ref) || this.#left.has(ref);
  }

  get(ref: string): RefEntry {
    const entry = this.#entries.get(ref) ?? this.#left.get(ref);
    if (entry) return entry;
    throw new DroverError("ref-gone", `${ref} is not a ref of this session`, {
      hint: "Call snapshot or find and use a ref from its answer.",
      failure: { source: "drover", kind: "ref-not-found", ref },
    });
  }

  name(name: string, ref: string): void {
    this.get(ref);
    this.#names.set(name, ref);
  }

  named(name: string): string {
    const ref = this.#names.get(name);
    if (ref) return ref;
    const known = [...this.#names.keys()];
    throw new DroverError("not-found", `no ref is named "${name}"`, {
      hint: known.length > 0 ? `Names in this session: ${known.join(", ")}.` : "Bind one with name_ref.",
    });
  }

  names(): { name: string; ref: string }[] {
    return [...this.#names].map(([name, ref]) => ({ name, ref }));
  }
}

function dropOldest(entries: Map<string, RefEntry>, most: number): void {
  for (const ref of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(ref);
  }
}
