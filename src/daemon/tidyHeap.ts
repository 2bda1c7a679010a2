/** By then the first page is there. */
const STARTED_MS = 5_000;

/** Long enough for V8 to see that little is made: only then it gives back most of what young objects have. */
const QUIET_MS = 3_000;

/** Of the processor, in that time: little more than a command takes. */
const QUIET_MICROS = 10_000;

/**
 * V8 lets a heap grow by half and more before it looks for garbage, which saves time for who ends soon; a daemon would carry that around for days. So
 * from then on it looks early (`src/mcp/main.ts` does the same), and what is left of the start is cleared away when nobody waits for an answer.
 */
export function tidyHeap(): void {
  setTimeout(() => void tidy(), STARTED_MS).unref();
}

async function tidy(): Promise<void> {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--heap-growing-percent=20");
  whenQuiet(() => {
    // What stays lies scattered: unless it is moved together, few pages go back to the system.
    setFlagsFromString("--compact-on-every-full-gc");
    globalThis.gc?.();
    setFlagsFromString("--no-compact-on-every-full-gc");
  });
}

/** Once the process has done next to nothing for a while. */
function whenQuiet(work: () => void): void {
  const before = process.cpuUsage();
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system < QUIET_MICROS) work();
    else whenQuiet(work);
  }, QUIET_MS).unref();
}
