/** How many kinds of failure are kept, the latest of which stay. */
const MAX_KINDS = 100;
const MAX_MESSAGE = 300;

/** A failure that was expected and passed over, as often as it happened. */
export interface Swallowed {
  why: string;
  message: string;
  /** Of the first one. */
  stack?: string;
  count: number;
  firstAt: number;
  lastAt: number;
}

const swallowed = new Map<string, Swallowed>();
const listeners = new Set<(failure: Swallowed) => void>();
/** A listener that fails itself, such as a log on a full disk, is not told of that. */
let telling = false;

/** Waits for what may fail, and says why it may: undefined, or what was given instead, when it does. */
export function mayFail<T>(work: Promise<T>, why: string): Promise<T | undefined>;
export function mayFail<T, I>(work: Promise<T>, why: string, instead: I): Promise<T | I>;
export function mayFail<T, I>(work: Promise<T>, why: string, instead?: I): Promise<T | I | undefined> {
  return work.catch((thrown: unknown) => {
    noteFailure(thrown, why);
    return instead;
  });
}

/** The same for what is done at once. */
export function attempt<T>(work: () => T, why: string): T | undefined;
export function attempt<T, I>(work: () => T, why: string, instead: I): T | I;
export function attempt<T, I>(work: () => T, why: string, instead?: I): T | I | undefined {
  try {
    return work();
  } catch (thrown) {
    noteFailure(thrown, why);
    return instead;
  }
}

/** For a failure that is dealt with in a way of its own, and yet nobody is told. */
export function noteFailure(thrown: unknown, why: string): void {
  const message = String(thrown instanceof Error ? thrown.message : thrown).slice(0, MAX_MESSAGE);
  const kind = `${why}\n${message.replaceAll(/[0-9A-F]{6,}|\d+/gi, "0")}`;
  const now = Date.now();
  const known = swallowed.get(kind);
  const failure = known
    ? { ...known, message, count: known.count + 1, lastAt: now }
    : { why, message, ...(thrown instanceof Error && { stack: thrown.stack }), count: 1, firstAt: now, lastAt: now };
  // The latest comes last, so that the first one is the one to go.
  swallowed.delete(kind);
  swallowed.set(kind, failure);
  if (swallowed.size > MAX_KINDS) swallowed.delete(swallowed.keys().next().value!);
  if (telling) return;
  telling = true;
  try {
    for (const listener of listeners) listener(failure);
  } finally {
    telling = false;
  }
}

/** What this process passed over, the latest last. */
export const swallowedFailures = (): Swallowed[] => [...swallowed.values()];

/** For a log that tells everything. */
export function onSwallowed(listener: (failure: Swallowed) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
