import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CdpAccess } from "../../engine/port.ts";

/** Takes a snapshot of a target's heap: its text, as the browser tells it. What is not held by anything is collected first. */
export async function* heapPieces(cdp: CdpAccess): AsyncGenerator<string> {
  const waiting: string[] = [];
  let wake = (): void => undefined;
  let over = false;
  const off = cdp.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => {
    waiting.push(String(chunk));
    wake();
  });
  const taken = (async () => {
    try {
      await cdp.send("HeapProfiler.enable");
      await cdp.send("HeapProfiler.collectGarbage");
      await cdp.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    } finally {
      over = true;
      wake();
    }
  })();
  try {
    while (!over || waiting.length > 0) {
      const piece = waiting.shift();
      if (piece !== undefined) yield piece;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (over || waiting.length > 0) resolve();
        });
    }
    await taken;
  } finally {
    off();
    await Promise.all([mayFail(taken, "a snapshot that nobody reads on may fail"), mayFail(cdp.send("HeapProfiler.disable"), "what is switched off may be gone with its page")]);
  }
}
