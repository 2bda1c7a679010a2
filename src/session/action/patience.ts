/** Of a call, how long it may take: what its caller said, if anything, and what is left of it. */
export interface Patience {
  readonly timeoutMs?: number | undefined;
  readonly timeLeft: () => number;
}

/** A target that is not ready gets this long when the caller said nothing: who asked for the wrong thing should hear of it soon. */
const UNASKED_MS = 750;
/** What pressing, settling and answering need of a call's time. */
const ANSWER_MS = 800;
const ANSWER_SHARE = 0.25;
/** Before the call's own deadline: the result of an action that hangs must still get out. */
const LAST_CALL_MS = 250;
const LAST_CALL_SHARE = 0.05;

/** How long a target may take to become ready: as long as the caller allows, less what the rest of the action needs. */
export function readyWait({ timeoutMs, timeLeft }: Patience): number {
  const left = timeLeft();
  return timeoutMs === undefined ? Math.min(UNASKED_MS, left / 3) : left - Math.min(ANSWER_MS, left * ANSWER_SHARE);
}

/** How long an action may take before its failure must be told. */
export function lastCall({ timeLeft }: Patience): number {
  const left = timeLeft();
  return left - Math.min(LAST_CALL_MS, left * LAST_CALL_SHARE);
}
