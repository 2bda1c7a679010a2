import { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import { DroverError } from "../../protocol/errors.ts";
import type { EngineServiceWorker, EngineServiceWorkers } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { ContextWorker } from "./contextWorker.ts";
import { tapKey } from "../tap.ts";

type Version = Protocol.ServiceWorker.ServiceWorkerVersion;

/** One version of a service worker. Its target outlives stops and starts; a version that never ran here has none. */
class ChromiumServiceWorker extends ContextWorker implements EngineServiceWorker {
  readonly type = "service";

  constructor(id: string, url: string) {
    super(id, url);
    this.state = "stopped";
  }

  /** Takes up the worker while it waits before its first script; `started` is told then and after each stop. */
  attach(session: CdpSession, started: () => void): void {
    const tap = this.watch(session, tapKey("worker", this.id));
    session.on("Inspector.targetCrashed", () => {
      this.state = "stopped";
    });
    const start = () => {
      tap();
      started();
    };
    // A worker that was stopped comes back in the same session and waits there once more.
    session.on("Inspector.targetReloadedAfterCrash", () => this.#start(session, start));
    this.#start(session, start);
  }

  /** Without a page of its own the worker gets an event that looks like a page's, but is not trusted. */
  async post(message: string): Promise<void> {
    const event = `new ExtendableMessageEvent("message", { data: ${JSON.stringify(message)}, origin: location.origin })`;
    await this.evaluate(`void dispatchEvent(${event})`);
  }

  #start(session: CdpSession, started: () => void): void {
    this.state = "running";
    started();
    void this.letGo(session);
  }

  protected running(): CdpSession {
    // One that starts answers when it has run its script.
    if (this.session && (this.state === "running" || this.state === "starting")) return this.session;
    throw new DroverError("not-found", `the service worker ${this.url} is ${this.state}`, {
      hint: "It starts when a page of its scope makes a request.",
    });
  }
}

/** The service workers of one context, whichever of its pages registered them. */
export class ChromiumServiceWorkers implements EngineServiceWorkers {
  readonly events = new EventEmitter<{ started: [EngineServiceWorker]; gone: [EngineServiceWorker] }>();
  readonly #byTarget = new Map<string, ChromiumServiceWorker>();
  /** Versions that have not run since we look, by their id in the browser. */
  readonly #asleep = new Map<string, ChromiumServiceWorker>();
  readonly #anyPage: () => CdpSession | undefined;

  /** @param anyPage the session of a page of the context: only pages can tell what is registered */
  constructor(anyPage: () => CdpSession | undefined) {
    this.#anyPage = anyPage;
    this.events.setMaxListeners(0);
  }

  attached(session: CdpSession, { targetId, url }: Protocol.Target.TargetInfo): void {
    const asleep = [...this.#asleep].find(([, worker]) => worker.url === url);
    if (asleep) this.#asleep.delete(asleep[0]);
    const worker = asleep?.[1] ?? new ChromiumServiceWorker(targetId, url);
    worker.id = targetId;
    this.#byTarget.set(targetId, worker);
    worker.attach(session, () => this.events.emit("started", worker));
  }

  detached(targetId: string): void {
    const worker = this.#byTarget.get(targetId);
    if (!worker) return;
    this.#byTarget.delete(targetId);
    worker.state = "stopped";
    this.events.emit("gone", worker);
  }

  running(): ChromiumServiceWorker[] {
    return [...this.#byTarget.values()];
  }

  async list(): Promise<ChromiumServiceWorker[]> {
    const page = this.#anyPage();
    if (page) for (const version of await registeredVersions(page)) this.#noteVersion(version);
    return [...this.#byTarget.values(), ...this.#asleep.values()];
  }

  #noteVersion({ versionId, scriptURL, runningStatus, status, targetId }: Version): void {
    if (status === "redundant") {
      this.#asleep.delete(versionId);
      return;
    }
    const running = targetId === undefined ? undefined : this.#byTarget.get(targetId);
    if (running) running.state = runningStatus;
    else if ([...this.#byTarget.values()].every((worker) => worker.url !== scriptURL)) {
      const worker = this.#asleep.get(versionId) ?? new ChromiumServiceWorker(versionId, scriptURL);
      worker.state = runningStatus;
      this.#asleep.set(versionId, worker);
    }
  }
}

/** Enabling the domain tells everything that is registered, before it answers. */
async function registeredVersions(page: CdpSession): Promise<Version[]> {
  const versions: Version[] = [];
  const stop = page.on("ServiceWorker.workerVersionUpdated", (event) => versions.push(...event.versions));
  try {
    await page.send("ServiceWorker.enable");
    await page.send("ServiceWorker.disable");
  } finally {
    stop();
  }
  return versions;
}
