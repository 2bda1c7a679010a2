import { mayFail } from "../diagnosis/mayFail.ts";
import { settledWithin } from "../diagnosis/settledWithin.ts";
import type { EnginePage } from "../engine/port.ts";

interface Question {
  askedAt: number;
  answer: Promise<unknown>;
}

const STORM_DIALOGS = 3;
/** So many of them in this time come one after the other. */
const STORM_MS = 3000;

/** Whether a page lets its scripts run: how long a question to it has been open. */
export class PageSilence {
  readonly #page: EnginePage;
  #open: Question | undefined;
  /** Calls whose time was over while it did not answer. */
  blockedCalls = 0;
  #dialogs = 0;
  /** When the last ones opened, the oldest first. */
  #openedAt: number[] = [];

  constructor(page: EnginePage) {
    this.#page = page;
    page.events.on("dialog", () => {
      this.#dialogs++;
      this.#openedAt = [...this.#openedAt, Date.now()].slice(-STORM_DIALOGS);
    });
  }

  /** It opens one dialog after the other meanwhile: no page is only slow that does. */
  get isStorm(): boolean {
    return this.#open !== undefined && this.#dialogs >= STORM_DIALOGS;
  }

  /** It has opened one dialog after the other, whether it answers between them or not. */
  get hasStormed(): boolean {
    const [oldest] = this.#openedAt;
    return this.#openedAt.length === STORM_DIALOGS && oldest !== undefined && Date.now() - oldest < STORM_MS;
  }

  /** For how long it has been known not to answer; 0 when no question is open. */
  get ms(): number {
    return this.#open ? Math.max(1, Date.now() - this.#open.askedAt) : 0;
  }

  /** Asks, unless a question is open. */
  listen(): void {
    if (this.#open || this.#page.closed || this.#page.crashed) return;
    const question: Question = { askedAt: Date.now(), answer: mayFail(this.#page.untilFree(), "a page that refuses is not silent") };
    this.#open = question;
    this.#dialogs = 0;
    void question.answer.then(() => this.#over(question));
  }

  /** Whether it answers in that time. */
  endsWithin(patienceMs: number): Promise<boolean> {
    return this.#open ? settledWithin(Math.max(0, patienceMs), this.#open.answer) : Promise.resolve(true);
  }

  /** A call's time was over: either this is known to be the reason, or it is found out now. */
  blockedCall(): void {
    this.blockedCalls++;
    this.listen();
  }

  /** What kept it silent has been ended. */
  forget(): void {
    this.#open = undefined;
    this.blockedCalls = 0;
  }

  #over(question: Question): void {
    if (this.#open === question) this.forget();
  }
}
