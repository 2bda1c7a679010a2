import { setTimeout as sleep } from "node:timers/promises";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { settled } from "../../diagnosis/settled.ts";
import { settledWithin } from "../../diagnosis/settledWithin.ts";
import type { Abandoned } from "../../engine/port.ts";
import { isNotLeft } from "../pageBusy.ts";
import type { SessionPage } from "../sessionPage.ts";
import type { ActionWindow } from "./actionWindow.ts";
import type { PendingWork } from "./pendingWork.ts";

/** A page that is left gets this long to end what it runs. */
const LEAVE_AFTER_MS = 5000;
/** And of a call that has less time, this share of what it has. */
const LEAVE_SHARE = 0.4;
/** And at least this long to answer. */
const ANSWER_MS = 500;
/** How often it is tried to get away. */
const MAX_ATTEMPTS = 5;
/** How often is looked whether it still holds on. */
const LOOK_EVERY_MS = 250;

interface Leaving {
  window: ActionWindow;
  pending: PendingWork;
  timeLeft: () => number;
  /** Aborted when the action's time is over. */
  signal: AbortSignal;
}

/** The way out of a page, whatever it runs: what keeps it from being left is ended, because its process cannot take in another document otherwise. */
export class Departure {
  readonly #page: SessionPage;
  readonly #leaving: Leaving;
  readonly #patienceMs: number;
  #hasEndedScript = false;

  constructor(page: SessionPage, leaving: Leaving) {
    this.#page = page;
    this.#leaving = leaving;
    this.#patienceMs = Math.min(LEAVE_AFTER_MS, leaving.timeLeft() * LEAVE_SHARE);
  }

  get warnings(): string[] {
    return this.#hasEndedScript ? ["The page before did not answer or let go: what it ran was ended to get away from it."] : [];
  }

  /** Begins to watch the page. One that does not answer, or held on before, is left without. */
  async begin(watch: () => Promise<unknown>): Promise<void> {
    const { silence, engine, awaitedUrl, heldOn } = this.#page;
    if (engine.crashed) return;
    // One that waits for a server says nothing in Chromium, and is left as any other.
    if (awaitedUrl !== undefined && !heldOn) return silence.forget();
    silence.listen();
    // Nothing was opened in it yet: there is nothing that it could hold on to, or that could change.
    if (engine.url === "about:blank" && !heldOn) return;
    const patience = silence.isStorm ? 0 : Math.max(ANSWER_MS, this.#patienceMs - silence.ms);
    if (heldOn || !(await silence.endsWithin(patience))) return void (await this.#endWhatRuns());
    await settledWithin(this.#patienceMs, mayFail(watch(), "a page that is left need not be watched"));
  }

  /** Goes, and again when the page did not let itself be left. */
  async go<T>(leave: () => Promise<T>): Promise<T> {
    let left = leave();
    let before: Abandoned | "cancelled" | undefined;
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const hold = await this.#holdOf(left);
      if (hold === "none") return left;
      const outcome = hold === "cancelled" && before === undefined ? hold : await this.#endWhatRuns();
      if (this.#leaving.signal.aborted) return left;
      // What waited for a script to end goes on by itself, and a handler that held it up would only do so again.
      const goesOn = hold === "held" && outcome !== "left" && outcome !== before;
      if (!goesOn) {
        void settled(left);
        left = leave();
      }
      before = outcome;
    }
    return left;
  }

  /** How the page keeps itself from being left. In Firefox one that moves within itself cancels what would replace it. */
  async #holdOf(left: Promise<unknown>): Promise<"none" | "cancelled" | "held"> {
    const { window, pending, signal } = this.#leaving;
    let answer: "done" | "failed" | undefined;
    const answered = left.then(
      () => void (answer = "done"),
      (_toldByLeft: unknown) => void (answer = "failed"),
    );
    const state = (): typeof answer => answer;
    const patienceMs = this.#page.silence.hasStormed ? Math.min(ANSWER_MS, this.#patienceMs) : this.#patienceMs;
    for (let since = Date.now(); ; ) {
      if (state() === "done") await pending.idle(LOOK_EVERY_MS);
      else await Promise.race([answered, sleep(LOOK_EVERY_MS)]);
      if (!window.isLeaving || signal.aborted) return "none";
      const moved = window.navigation().changed;
      if (state() === "failed") return moved ? "cancelled" : "none";
      if (state() === "done" && !pending.between) return "none";
      if (this.#page.awaitedUrl !== undefined && !moved) since = Date.now();
      if (Date.now() - since >= patienceMs && (moved || this.#page.silence.ms > 0)) return "held";
    }
  }

  async #endWhatRuns(): Promise<Abandoned> {
    const outcome = await this.#page.abandon();
    this.#hasEndedScript ||= outcome !== "browser-silent";
    if (outcome === "stuck") throw isNotLeft(this.#page.url);
    if (outcome === "left") this.#leaving.pending.startAnew();
    return outcome;
  }
}
