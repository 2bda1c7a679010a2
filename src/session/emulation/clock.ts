import { z } from "zod";
import type { EnginePage } from "../../engine/port.ts";
import type { SessionPart } from "../part.ts";
import type { Session } from "../session.ts";
import { MAX_FIRED, jump, pinned, released } from "./clockScript.ts";
import { FirstScript } from "./firstScript.ts";

/** The time that a session's pages read. */
export class Clock implements SessionPart<number> {
  readonly saved = z.number();
  readonly #session: Session;
  readonly #script: FirstScript;
  #nowMs: number | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#script = new FirstScript(() => session.enginePages());
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
    await this.#script.exchange(pinned(nowMs));
  }

  async freeze(nowMs: number): Promise<void> {
    await this.restore(nowMs);
    await this.#script.inDocuments(pinned(nowMs));
    this.#session.changed();
  }

  /** Resolves with how many timers fell due; `all` is false when there were too many for one jump. */
  async jumpTo(nowMs: number): Promise<{ fired: number; all: boolean }> {
    // Documents that come meanwhile are at the new time already.
    if (this.#nowMs === undefined) await this.freeze(Date.now());
    await this.restore(nowMs);
    const fired = (await this.#script.inDocuments(jump(nowMs))).filter((count) => typeof count === "number");
    this.#session.changed();
    return { fired: fired.reduce((sum, count) => sum + count, 0), all: fired.every((count) => count < MAX_FIRED) };
  }

  async release(): Promise<void> {
    this.#nowMs = undefined;
    await this.#script.exchange(undefined);
    await this.#script.inDocuments(released);
    this.#session.changed();
  }

  prepare(page: EnginePage): Promise<void> {
    return this.#script.prepare(page);
  }
}
