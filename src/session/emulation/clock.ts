import { z } from "zod";
import { workEvents } from "../../page/world/workEvents.ts";
import { scriptOrder } from "../pageScripts.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import { MAX_FIRED, jump, pinned, released } from "./clockScript.ts";

/** The time that a session's pages and workers read. */
export class Clock implements SessionPart<number> {
  readonly saved = z.number();
  readonly #session: Session;
  #nowMs: number | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Where it was stopped; undefined while it runs. */
  get stoppedAt(): number | undefined {
    return this.#nowMs;
  }

  save(): number | undefined {
    return this.#nowMs;
  }

  async restore(nowMs: number): Promise<void> {
    this.#nowMs = nowMs;
    await this.#session.parts.scripts.install({ name: "clock", order: scriptOrder.emulation, world: "page", source: this.#pinned(nowMs), inWorkers: true });
  }

  async freeze(nowMs: number): Promise<void> {
    await this.restore(nowMs);
    await this.#everywhere(this.#pinned(nowMs));
    this.#session.changed();
  }

  /** Resolves with how many timers fell due; `all` is false when there were too many for one jump. */
  async jumpTo(nowMs: number): Promise<{ fired: number; all: boolean }> {
    // Documents that come meanwhile are at the new time already.
    if (this.#nowMs === undefined) await this.freeze(Date.now());
    await this.restore(nowMs);
    const fired = (await this.#everywhere(jump(nowMs))).filter((count) => typeof count === "number");
    this.#session.changed();
    return { fired: fired.reduce((sum, count) => sum + count, 0), all: fired.every((count) => count < MAX_FIRED) };
  }

  async release(): Promise<void> {
    this.#nowMs = undefined;
    this.#session.parts.scripts.takeBack("clock");
    await this.#everywhere(released);
    this.#session.changed();
  }

  #pinned(nowMs: number): string {
    return pinned(nowMs, workEvents(this.#session.parts.work.key).timers);
  }

  async #everywhere(expression: string): Promise<unknown[]> {
    const { scripts } = this.#session.parts;
    return (await Promise.all([scripts.inDocuments(expression), scripts.inWorkers(expression)])).flat();
  }
}
