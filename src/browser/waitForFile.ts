import { type FSWatcher, watch } from "node:fs";
import { noteFailure } from "../diagnosis/mayFail.ts";

const POLL_MS = 15;

/**
 * Tries `read` whenever one of the files in the folder changes, and every few milliseconds besides (not every file
 * system reports changes), until it gives a value. Rejects when `stop` is aborted.
 */
export function waitForFile<T>(
  dir: string,
  names: string[],
  read: () => T | undefined,
  stop: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let watcher: FSWatcher | undefined;
    const release = (): void => {
      clearInterval(timer);
      watcher?.close();
      stop.removeEventListener("abort", onStop);
    };
    const look = (): void => {
      const value = read();
      if (value === undefined) return;
      release();
      resolve(value);
    };
    const onStop = (): void => {
      release();
      reject(stop.reason as Error);
    };
    const timer = setInterval(look, POLL_MS);
    stop.addEventListener("abort", onStop, { once: true });
    try {
      watcher = watch(dir, (_event, name) => {
        if (name === null || names.includes(name)) look();
      });
      watcher.on("error", () => watcher?.close());
    } catch (thrown) {
      noteFailure(thrown, "a folder that cannot be watched is looked at again and again");
      watcher = undefined;
    }
    if (stop.aborted) onStop();
    else look();
  });
}
