import type { DaemonConnection } from "../client/connection.ts";
import { mayFail } from "../diagnosis/mayFail.ts";

/** How often a daemon that is gone is looked for. */
const RETRY_MS = 500;

/**
 * Stays connected: when the daemon is gone, the next one is found. It is started the first time only; later that is for whoever asks it something.
 * @param link makes the connections; when one of them ends, all do
 * @param lost told when there is no daemon
 */
export async function stayLinked(closing: AbortSignal, link: (start: boolean) => Promise<readonly DaemonConnection[]>, lost: () => void = () => undefined): Promise<void> {
  for (let first = true; !closing.aborted; first = false) {
    const connections = await mayFail(link(first), "a daemon that is gone is looked for again");
    if (!connections) {
      if (first) lost();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      continue;
    }
    const end = () => connections.forEach((connection) => connection.close());
    if (closing.aborted) end();
    closing.addEventListener("abort", end, { once: true });
    await Promise.race(connections.map(({ closed }) => closed));
    closing.removeEventListener("abort", end);
    end();
    if (!closing.aborted) lost();
  }
}
