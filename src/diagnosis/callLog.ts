import type { CallRecord } from "../protocol/events.ts";

/** Enough to see how an agent came where it is; a record is some hundred bytes. */
const KEPT = 1000;

/** The last calls of every client, oldest first: what `drover log` and `drover status` show. */
export class CallLog {
  #calls: { call: CallRecord; caller: string }[] = [];

  /** `caller` tells clients apart; it is not told to anybody. */
  add(call: CallRecord, caller: string): void {
    this.#calls.push({ call, caller });
    if (this.#calls.length >= 2 * KEPT) this.#calls = this.#calls.slice(-KEPT);
  }

  /** The last ones that fit. */
  last(limit: number, fits: (call: CallRecord, caller: string) => boolean): CallRecord[] {
    return this.#calls
      .slice(-KEPT)
      .filter(({ call, caller }) => fits(call, caller))
      .slice(-limit)
      .map(({ call }) => call);
  }
}
