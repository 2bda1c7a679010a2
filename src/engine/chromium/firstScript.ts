import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpSession } from "./connection.ts";

/**
 * What a worker runs before its own script. While it waits for its debugger, part of its global object is missing (Chromium 156: the
 * timers), which is made just before the script: so the worker is stopped once more there.
 */
export class FirstScript {
  #script: string | undefined;

  set(script: string): void {
    this.#script = script;
  }

  /** To be awaited before the worker is let go. */
  async arm(session: CdpSession): Promise<void> {
    const script = this.#script;
    this.#script = undefined;
    if (script === undefined) return;
    // Commands of `Debugger` overtake those of `Runtime`, and whatever is evaluated then stops the worker in the wrong place.
    const { result } = await session.send("Runtime.evaluate", { expression: "typeof setTimeout" });
    if (result.value === "function") return;
    const stop = session.on("Debugger.paused", () => {
      stop();
      void mayFail(this.#run(session, script), "a worker may end before its first script");
    });
    session.post("Debugger.enable");
    session.post("Debugger.setInstrumentationBreakpoint", { instrumentation: "beforeScriptExecution" });
  }

  async #run(session: CdpSession, script: string): Promise<void> {
    await session.send("Runtime.evaluate", { expression: script });
    session.post("Debugger.resume");
    session.post("Debugger.disable");
  }
}
