import { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { EngineContextWorker, EngineSharedWorkers } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { ContextWorker } from "./contextWorker.ts";
import { notHeld } from "./worker.ts";
import { WorkerObject, type WorkerParent } from "./workerObject.ts";

interface SharedWorkersParts {
  /** All of a context's listen to one name: whoever is not meant by a question must recognise it too. */
  key: string;
  /** The documents of the context's pages: one of them has started each worker. */
  parents: () => WorkerParent[];
}

/** A worker that several pages of one origin share. It ends with the last of them. */
class ChromiumSharedWorker extends ContextWorker {
  readonly type = "shared";
  readonly #object: WorkerObject;
  readonly #running: CdpSession;

  constructor(session: CdpSession, { targetId, url }: Protocol.Target.TargetInfo, { key, parents }: SharedWorkersParts) {
    super(targetId, url);
    this.#running = session;
    this.#object = new WorkerObject({ kind: "SharedWorker", key, parents });
    this.watch(session, key, (question) => this.#object.answered(question))();
  }

  async post(message: string): Promise<void> {
    if (!(await this.#object.post(message))) throw notHeld(this.url);
  }

  protected running(): CdpSession {
    return this.#running;
  }
}

/** The shared workers of one context. */
export class ChromiumSharedWorkers implements EngineSharedWorkers {
  readonly events = new EventEmitter<{ started: [EngineContextWorker]; gone: [EngineContextWorker] }>();
  readonly #workers = new Map<string, ChromiumSharedWorker>();
  readonly #parts: SharedWorkersParts;

  constructor(parts: SharedWorkersParts) {
    this.#parts = parts;
    this.events.setMaxListeners(0);
  }

  attached(session: CdpSession, target: Protocol.Target.TargetInfo): void {
    const worker = new ChromiumSharedWorker(session, target, this.#parts);
    this.#workers.set(target.targetId, worker);
    this.events.emit("started", worker);
    void worker.letGo(session);
  }

  detached(targetId: string): void {
    const worker = this.#workers.get(targetId);
    if (!worker) return;
    this.#workers.delete(targetId);
    this.events.emit("gone", worker);
  }

  all(): ChromiumSharedWorker[] {
    return [...this.#workers.values()];
  }
}
