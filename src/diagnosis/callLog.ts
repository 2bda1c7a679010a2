import type { CallRecord } from "../protocol/events.ts";

/** Enough to see how an agent came where it is; a record is some hundred bytes. */
const KEPT = 1000;

/** The last calls of every client, oldest first: what `drover log` and `drover status` show. */
export class CallLog {
  #calls: CallRecord[] = [];

  add(call: CallRecord): void {
    this.#calls.push(call);
    if (this.#calls.length >= 2 * KEPT) this.#calls = this.#calls.slice(-KEPT);
  }

  /** The last ones that fit. */
  last(limit: number, fits: (call: CallRecord) => boolean): CallRecord[] {
    return this.#calls.slice(-KEPT).filter(fits).slice(-limit);
  }
}
