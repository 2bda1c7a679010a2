import { settled } from "../diagnosis/settled.ts";
import { MAX_TIMEOUT_MS } from "../config/config.ts";
import { DroverError } from "../protocol/errors.ts";

export interface Deadline {
  /** Aborted when it is over. Made for who asks: most calls are over before anybody does. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly timeLeft: () => number;
  throwIfOver(): void;
  /** Runs the work against the clock and the caller's patience; the work itself may go on unheard. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits for a person: the clock stands still meanwhile, only the caller can lose its patience. */
  outside<T>(wait: Promise<T>): Promise<T>;
  /** Before its time: nobody waits any more. */
  stop(why: DroverError): void;
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
export function startDeadline(tool: string, ms: number | undefined): Deadline {
  let controller: AbortController | undefined;
  let over: DroverError | undefined;
  let left = ms ?? Infinity;
  let runningSince = Date.now();
  let outside = 0;
  let timer: NodeJS.Timeout | undefined;
  let lose: (error: DroverError) => void;
  const lost = new Promise<never>((_, reject) => {
    lose = reject;
  });
  // Whoever races hears of it; when nobody does, there is nobody to tell.
  void settled(lost);
  const finish = (why: DroverError) => {
    clearTimeout(timer);
    over ??= why;
    controller?.abort(over);
  };
  const stop = (why: DroverError) => {
    finish(why);
    lose(why);
  };
  const timeLeft = () => Math.max(0, outside > 0 ? left : left - (Date.now() - runningSince));
  const run = () => {
    runningSince = Date.now();
    if (ms !== undefined && !over) timer = setTimeout(() => stop(antiWedge(tool, ms)), left);
  };
  const pause = () => {
    left = timeLeft();
    clearTimeout(timer);
  };
  const race = <T>(work: Promise<T>): Promise<T> => Promise.race([work, lost]);
  run();
  return {
    get signal() {
      controller ??= new AbortController();
      if (over) controller.abort(over);
      return controller.signal;
    },
    get isOver() {
      return over !== undefined;
    },
    throwIfOver: () => {
      if (over) throw over;
    },
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
    stop,
    end: () => finish(ended),
  };
}

const antiWedge = (tool: string, ms: number) =>
  new DroverError("timeout", `anti-wedge timeout: ${tool} did not finish within ${ms} ms`, {
    hint: "The page may be busy, stuck or still loading. Look with screenshot or wait_for; pass timeoutMs only for a call known to be slow.",
    failure: { source: "drover", hint: "anti-wedge deadline, not an app crash" },
  });
