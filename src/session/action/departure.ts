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
    const patience = silence.isStorm ? 0 : Math.max(ANSWER_MS, this.#patienceMs - silence.ms);
    if (heldOn || !(await silence.endsWithin(patience))) return void (await this.#endWhatRuns());
    await settledWithin(this.#patienceMs, mayFail(watch(), "a page that is left need not be watched"));
  }

  /** Goes, and again when the page did not let itself be left. */
  async go<T>(leave: () => Promise<T>): Promise<T> {
    let left = leave();
    for (let before: Abandoned | undefined; await this.#isHeldOn(left); ) {
      const outcome = await this.#endWhatRuns();
      if (this.#leaving.signal.aborted) return left;
      // What waited for the script to end goes on by itself, and a handler that held it up would only do so again.
      if (outcome === "left" || outcome === before) {
        void settled(left);
        left = leave();
      }
      before = outcome;
    }
    return left;
  }

  async #isHeldOn(left: Promise<unknown>): Promise<boolean> {
    const { window, pending, signal } = this.#leaving;
    let isSent = false;
    void settled(left).then(() => (isSent = true));
    for (let since = Date.now(); ; ) {
      if (isSent) await pending.idle(LOOK_EVERY_MS);
      else await Promise.race([settled(left), sleep(LOOK_EVERY_MS)]);
      if (!window.isLeaving || (isSent && !pending.between) || signal.aborted) return false;
      // In Firefox a page that moves within itself cancels what would replace it.
      const moved = window.navigation().changed;
      if (this.#page.awaitedUrl !== undefined && !moved) since = Date.now();
      if (Date.now() - since >= this.#patienceMs && (moved || this.#page.silence.ms > 0)) return true;
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
