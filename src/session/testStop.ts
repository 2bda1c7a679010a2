import { EventEmitter, once } from "node:events";
import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { SessionPart } from "./part.ts";

/** Where a test stands, as its runner tells it. */
export const stopShape = z.object({ file: z.string().optional(), line: z.number().optional(), title: z.string().optional() });
export type Stop = z.infer<typeof stopShape>;

export const goOnShape = z.object({ how: z.enum(["on", "step", "to", "closed"]), file: z.string().optional(), line: z.number().optional() });
export type GoOn = z.infer<typeof goOnShape>;

/** A test that has stopped at a line and lent its page: it waits here until somebody lets it go on. */
export class TestStop implements SessionPart {
  readonly #changes = new EventEmitter<{ stopped: []; left: [goOn: GoOn]; over: [] }>();
  #at: Stop | undefined;

  /** Where it stands; undefined while it runs, and for sessions that are no test's. */
  get at(): Stop | undefined {
    return this.#at;
  }

  /** Resolves when the test may go on. */
  async standsAt(stop: Stop, signal: AbortSignal): Promise<GoOn> {
    this.#at = stop;
    this.#changes.emit("stopped");
    signal.addEventListener("abort", () => (this.#at = this.#at === stop ? undefined : this.#at), { once: true });
    const [goOn] = (await once(this.#changes, "left", { signal })) as [GoOn];
    return goOn;
  }

  goOn(goOn: GoOn): void {
    // At once: whoever asks next is told of the next stop.
    this.#at = undefined;
    this.#changes.emit("left", goOn);
  }

  /** Where it stands next; undefined when it has ended, or not stopped by then. */
  async next(signal: AbortSignal): Promise<Stop | undefined> {
    if (!this.#at) await mayFail(Promise.race([once(this.#changes, "stopped", { signal }), once(this.#changes, "over", { signal })]), "a test may run on without stopping");
    return this.#at;
  }

  end(): void {
    this.goOn({ how: "closed" });
    this.#changes.emit("over");
  }
}
