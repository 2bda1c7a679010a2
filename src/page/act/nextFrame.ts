/** Background tabs and pages that do not paint run no animation frames: a timer stands in for them. */
const FRAME_FALLBACK_MS = 40;

/** Resolves with the next animation frame. */
export function nextFrame(fallbackMs = FRAME_FALLBACK_MS): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, fallbackMs);
    const frame = requestAnimationFrame(done);
    function done(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    }
  });
}

const { port1, port2 } = new MessageChannel();
const waiting: (() => void)[] = [];
port2.addEventListener("message", () => waiting.shift()?.());
port2.start();

/** Resolves in a task of its own, after those that were put off before. */
export function taskOver(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    port1.postMessage(null);
  });
}

/** Resolves when the next animation frame is over, with what its observers of sizes and places did. */
export async function frameShown(): Promise<void> {
  await nextFrame();
  await taskOver();
  // Who observes places is told by a task that is put off at the frame's end.
  await taskOver();
}

/** Asks again with every frame until there is an answer or the time is over. */
export async function untilDefined<T>(ask: () => T | undefined, waitMs: number): Promise<T | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const answer = ask();
    if (answer !== undefined || performance.now() >= end) return answer;
    await nextFrame();
  }
}
