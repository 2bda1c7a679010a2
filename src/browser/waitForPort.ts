import { setTimeout as pause } from "node:timers/promises";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { BrowserAddress } from "./address.ts";
import { attachEndpoint } from "./attachEndpoint.ts";

const POLL_MS = 25;

/** For a port that a caller chose: Chromium writes the file with its address only for ports it chose itself. */
export async function waitForPort(port: number, stop: AbortSignal): Promise<BrowserAddress> {
  for (;;) {
    stop.throwIfAborted();
    try {
      return { endpoint: await attachEndpoint(`http://127.0.0.1:${port}`) };
    } catch (thrown) {
      noteFailure(thrown, "a browser that starts does not answer at once");
      await pause(POLL_MS, undefined, { signal: stop });
    }
  }
}
