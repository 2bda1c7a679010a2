import { once } from "node:events";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { BrowserAddress } from "./address.ts";
import { openForDriver } from "./debuggingPipe.ts";

const QUESTION = '{"id":1,"method":"Browser.getVersion"}\0';

/** A browser that has started answers what waited for it in its pipe. That one ended is told by its process, which stops the wait. */
export async function waitForPipe(endpoint: string, stop: AbortSignal): Promise<BrowserAddress> {
  stop.throwIfAborted();
  try {
    await answer(endpoint, stop);
  } catch (thrown) {
    noteFailure(thrown, "a browser that ends at once holds no pipe; its process says why");
    if (!stop.aborted) await once(stop, "abort");
    throw stop.reason;
  }
  return { endpoint };
}

function answer(endpoint: string, stop: AbortSignal): Promise<void> {
  const { commands, answers } = openForDriver(endpoint);
  return new Promise<void>((resolve, reject) => {
    const onStop = (): void => reject(stop.reason as Error);
    stop.addEventListener("abort", onStop, { once: true });
    for (const end of [commands, answers]) end.on("error", reject);
    answers.on("end", () => reject(new Error("the browser closed its pipe")));
    answers.on("data", (chunk) => {
      if (!chunk.includes(0)) return;
      stop.removeEventListener("abort", onStop);
      resolve();
    });
    commands.write(QUESTION);
  }).finally(() => {
    commands.destroy();
    answers.destroy();
  });
}
