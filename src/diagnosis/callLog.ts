import type { DroverError } from "../protocol/errors.ts";
import type { CallRecord, GivenAnswer } from "../protocol/events.ts";
import type { ClientKind } from "../protocol/messages.ts";

/** A call under way: what there is to know of it, and its end. */
export interface RunningCall {
  readonly id: string;
  readonly name: string;
  readonly caller: { readonly kind: ClientKind };
  readonly session: { readonly id: string } | undefined;
  stop(why: DroverError): void;
}

/** Enough to see how an agent came where it is; a record is some hundred bytes. */
const KEPT = 1000;
/** Characters of answers, of all calls together. */
const ANSWERS_LENGTH = 2_000_000;

/** The last calls of every client, oldest first: what `drover log` and `drover status` show. */
export class CallLog {
  /** Those under way. */
  readonly running = new Set<RunningCall>();
  readonly #answers = new Map<string, GivenAnswer>();
  #answerLength = 0;
  #calls: { call: CallRecord; caller: string }[] = [];

  /** `caller` tells clients apart; it is not told to anybody. */
  add(call: CallRecord, caller: string): void {
    this.#calls.push({ call, caller });
    if (this.#calls.length >= 2 * KEPT) this.#calls = this.#calls.slice(-KEPT);
  }

  /** What a call was answered with; the oldest answers make room for new ones. */
  keepAnswer(answer: GivenAnswer): void {
    this.#answers.set(answer.id, answer);
    this.#answerLength += answer.text.length;
    for (const [id, { text }] of this.#answers) {
      // Small ones cost more than their characters: nobody asks for more of them than there are records.
      if (this.#answerLength <= ANSWERS_LENGTH && this.#answers.size <= KEPT) break;
      this.#answers.delete(id);
      this.#answerLength -= text.length;
    }
  }

  answer(id: string): GivenAnswer | undefined {
    return this.#answers.get(id);
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
