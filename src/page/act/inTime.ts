import { PageRefusal } from "../pageRefusal.ts";
import { nextFrame } from "./nextFrame.ts";

/** Refusals that time may cure. */
const passing = new Set(["not-found", "not-visible", "disabled", "covered", "unstable", "detached"]);

/** Tries again with each frame for as long as a refusal may still pass; the last one counts. */
export async function inTime<T>(end: number, attempt: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (refusal) {
      const mayPass = refusal instanceof PageRefusal && (refusal.mayPass || passing.has(refusal.code));
      if (!mayPass || performance.now() >= end) throw refusal;
      await nextFrame();
    }
  }
}
