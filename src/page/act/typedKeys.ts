/** Keys are sent together with the question what they did: its answer waits for them. */

/** Listeners may take their time, or keep keys to themselves: whoever asked knows when all have been dealt with, and asks again. */
const PATIENCE_MS = 100;

let released = 0;
let wake: (() => void) | undefined;

function hear(event: Event): void {
  if (!event.isTrusted) return;
  released++;
  wake?.();
}

/** Counts keys that come up from now on. */
export function countKeys(): void {
  released = 0;
  window.addEventListener("keyup", hear, { capture: true });
}

/** Whether so many have come up since `countKeys`, for which it waits a little. */
export async function haveCome(keys: number): Promise<boolean> {
  const end = performance.now() + PATIENCE_MS;
  while (released < keys && performance.now() < end)
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, end - performance.now());
    });
  window.removeEventListener("keyup", hear, { capture: true });
  return released >= keys;
}
