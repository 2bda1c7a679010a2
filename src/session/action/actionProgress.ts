import { DroverError } from "../../protocol/errors.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { ActionPlan } from "./perform.ts";

/** How far an action has come, for an answer that must be given before its end. */
export class ActionProgress {
  readonly #page: SessionPage;
  readonly #sentBefore: number;
  readonly #over = new AbortController();
  #begun = false;

  constructor(page: SessionPage) {
    this.#page = page;
    this.#sentBefore = page.engine.input.sent;
  }

  /** Aborted when nothing may be sent to the page any more. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** The target is ready: from here on something may be sent. */
  begin(): void {
    this.signal.throwIfAborted();
    this.#begun = true;
  }

  end(): void {
    this.#over.abort();
  }

  /** What to say when the time was over first: whether the page may still act on what it was sent. */
  lateness(plan: Pick<ActionPlan, "waits" | "ready">): DroverError {
    const inputSent = plan.waits ? undefined : this.#inputSent(plan);
    if (inputSent === undefined) return tooLate("", {});
    return tooLate(inputSent ? "; its input had been sent, so that the page may act on it yet" : "; its input was not sent, and will not be", { inputSent });
  }

  /** Undefined for an action that has begun and works without input. */
  #inputSent({ ready }: Pick<ActionPlan, "ready">): boolean | undefined {
    if (this.#page.engine.input.sent > this.#sentBefore) return true;
    return this.#begun && ready !== "pointer" ? undefined : false;
  }
}

const tooLate = (sent: string, fields: { inputSent?: boolean }): DroverError =>
  new DroverError("timeout", `anti-wedge timeout: the page did not answer in time${sent}`, {
    hint: "Its script may be busy or open one dialog after another; the page goes on. Follow with wait_for, or pass a larger timeoutMs for a page known to be slow.",
    failure: { source: "drover", hint: "anti-wedge deadline, not an app crash" },
    fields,
  });
