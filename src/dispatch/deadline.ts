import { settled } from "../diagnosis/settled.ts";
import { MAX_TIMEOUT_MS } from "../config/config.ts";
import { DroverError, isDroverError } from "../protocol/errors.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  readonly timeLeft: () => number;
  /** Runs the work against the clock and the caller's patience; the work itself may go on unheard. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits for a person: the clock stands still meanwhile, only the caller can lose its patience. */
  outside<T>(wait: Promise<T>): Promise<T>;
  end(): void;
}

export function clampTimeout(wanted: number): { ms: number; warning?: string } {
  if (wanted <= MAX_TIMEOUT_MS) return { ms: Math.max(1, wanted) };
  return {
    ms: MAX_TIMEOUT_MS,
    warning: `timeoutMs was cut to the ceiling of ${MAX_TIMEOUT_MS} ms. A call that needs so long is almost always stuck.`,
  };
}

/** For those who still listen when a call is over. One for all: without a reason Node makes an exception with its stack, each time. */
const ended = new DroverError("cancelled", "the call is over");

/** A hard end for one call, so that a wedged page costs one call and not the session. */
export function startDeadline(tool: string, ms: number | undefined, cancelled: AbortSignal): Deadline {
  const controller = new AbortController();
  let left = ms ?? Infinity;
  let runningSince = Date.now();
  let outside = 0;
  let timer: NodeJS.Timeout | undefined;
  let stop: (error: DroverError) => void;
  const over = new Promise<never>((_, reject) => {
    stop = (error) => {
      controller.abort(error);
      reject(error);
    };
    const onCancel = () => stop(isDroverError(cancelled.reason) ? cancelled.reason : new DroverError("cancelled", `${tool} was cancelled`));
    if (cancelled.aborted) onCancel();
    else cancelled.addEventListener("abort", onCancel, { once: true });
    controller.signal.addEventListener("abort", () => cancelled.removeEventListener("abort", onCancel));
  });
  // Whoever races hears of it; when nobody does, there is nobody to tell.
  void settled(over);
  const timeLeft = () => Math.max(0, outside > 0 ? left : left - (Date.now() - runningSince));
  const run = () => {
    runningSince = Date.now();
    if (ms !== undefined && !controller.signal.aborted) timer = setTimeout(() => stop(antiWedge(tool, ms)), left);
  };
  const pause = () => {
    left = timeLeft();
    clearTimeout(timer);
  };
  const race = <T>(work: Promise<T>): Promise<T> => Promise.race([work, over]);
  run();
  return {
    signal: controller.signal,
    timeLeft,
    race,
    outside: async (wait) => {
      if (outside === 0) pause();
      outside++;
      try {
        return await race(wait);
      } finally {
        outside--;
        if (outside === 0) run();
      }
    },
    end: () => {
      clearTimeout(timer);
      controller.abort(ended);
    },
  };
}

const antiWedge = (tool: string, ms: number) =>
  new DroverError("timeout", `anti-wedge timeout: ${tool} did not finish within ${ms} ms`, {
    hint: "The page may be busy, stuck or still loading. Look with screenshot or wait_for; pass timeoutMs only for a call known to be slow.",
    failure: { source: "drover", hint: "anti-wedge deadline, not an app crash" },
  });
