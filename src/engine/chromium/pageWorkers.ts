import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { EnginePageEvents } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { watchConsole } from "./consoleEvents.ts";
import { tapKey } from "../tap.ts";
import { ChromiumWorker } from "./worker.ts";

interface PageParts {
  events: EventEmitter<EnginePageEvents>;
  pageId: string;
  /** Sets a worker's session up as the page's own are. */
  follow(session: CdpSession, worker: ChromiumWorker): void;
  /** The page's own contexts in a session of its frames; none for a worker's session. */
  contextsOf(session: CdpSession): string[];
}

/** The web workers of a page and the workers that those started. */
export class PageWorkers {
  readonly #parts: PageParts;
  readonly #workers = new Map<string, ChromiumWorker>();

  constructor(parts: PageParts) {
    this.#parts = parts;
  }

  all(): ChromiumWorker[] {
    return [...this.#workers.values()];
  }

  /** Everything is sent while the worker waits, and in order: it is done before the worker's own script. To be awaited before the worker is let go. */
  attached(session: CdpSession, parent: CdpSession, target: Protocol.Target.TargetInfo): Promise<void> {
    const { events, pageId, follow, contextsOf } = this.#parts;
    const parents = () => {
      const contexts = contextsOf(parent);
      return (contexts.length > 0 ? contexts : [undefined]).map((contextId) => ({ session: parent, contextId }));
    };
    const worker = new ChromiumWorker({ session, parents, target, key: tapKey("worker", pageId) });
    this.#workers.set(session.id!, worker);
    session.post("Runtime.enable");
    session.post("Network.enable", {});
    session.post("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
    follow(session, worker);
    watchConsole(session, events);
    worker.tap((data) => events.emit("workermessage", { worker, data, ts: Date.now() }));
    events.emit("worker", worker);
    return worker.arm();
  }

  detached(sessionId: string): void {
    const worker = this.#workers.get(sessionId);
    if (!worker) return;
    this.#workers.delete(sessionId);
    this.#parts.events.emit("workerclosed", worker);
  }
}
