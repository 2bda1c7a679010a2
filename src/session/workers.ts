import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, EngineWorker } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import type { SessionPart } from "./part.ts";
import { Ring } from "./ring.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface WorkerInfo {
  workerId: string;
  type: EngineWorker["type"];
  url: string;
  state?: NonNullable<EngineWorker["state"]>;
}

export interface WorkerMessage {
  workerId: string;
  data: string;
  at: number;
  truncated?: true;
}

const MESSAGE_RING = 500;
const MAX_MESSAGE = 4096;

const prefixes: Record<EngineWorker["type"], string> = { web: "ww", service: "sw", shared: "shw" };

/** The session's workers under short ids that stay, and what they post to their pages. */
export class SessionWorkers implements SessionPart {
  readonly #session: Session;
  readonly #ids = new WeakMap<EngineWorker, string>();
  readonly #messages = new Ring<WorkerMessage>(MESSAGE_RING);
  readonly #contextWorkers = new Set<EngineContextWorker>();
  readonly #stops: (() => void)[] = [];
  readonly #counts: Record<EngineWorker["type"], number> = { web: 0, service: 0, shared: 0 };

  constructor(session: Session) {
    this.#session = session;
  }

  /** Workers of the context run whether the session has a page or not. */
  begin(): void {
    const { serviceWorkers, sharedWorkers } = this.#session.context;
    const started = (worker: EngineContextWorker) => this.#started(worker);
    for (const worker of [...(serviceWorkers?.running() ?? []), ...(sharedWorkers?.all() ?? [])]) started(worker);
    // A service worker that stops comes back; a shared one does not.
    const gone = (worker: EngineContextWorker) => void (worker.type === "shared" && this.#contextWorkers.delete(worker));
    for (const workers of [serviceWorkers, sharedWorkers]) {
      workers?.events.on("started", started).on("gone", gone);
      this.#stops.push(() => workers?.events.off("started", started).off("gone", gone));
    }
  }

  end(): void {
    for (const stop of this.#stops) stop();
  }

  /** Before they run their first script. */
  follow({ engine }: SessionPage): void {
    for (const worker of engine.workers()) this.idOf(worker);
    engine.events.on("worker", (worker) => this.idOf(worker));
    engine.events.on("workermessage", ({ worker, data, ts }) => this.#posted(worker, data, ts));
  }

  followWorker(worker: EngineContextWorker): void {
    this.idOf(worker);
    worker.events.on("workermessage", ({ data, ts }) => this.#posted(worker, data, ts));
  }

  contextWorkers(): EngineContextWorker[] {
    return [...this.#contextWorkers];
  }

  idOf(worker: EngineWorker): string {
    const known = this.#ids.get(worker);
    if (known) return known;
    const id = `${prefixes[worker.type]}-${++this.#counts[worker.type]}`;
    this.#ids.set(worker, id);
    return id;
  }

  async list(type: EngineWorker["type"] | "all" = "all"): Promise<WorkerInfo[]> {
    return (await this.#live(type)).map((worker) => ({
      workerId: this.idOf(worker),
      type: worker.type,
      url: worker.url,
      ...(worker.state && { state: worker.state }),
    }));
  }

  async find(workerId: string): Promise<EngineWorker> {
    const live = await this.#live("all");
    const worker = live.find((each) => this.idOf(each) === workerId);
    if (worker) return worker;
    const known = live.map((each) => this.idOf(each)).join(", ");
    throw new DroverError("not-found", `there is no worker ${workerId}`, {
      hint: known ? `Workers of this session: ${known}.` : "This session has no workers; workers_list shows them.",
    });
  }

  async send(workerId: string, message: string): Promise<EngineWorker> {
    const worker = await this.find(workerId);
    if (worker.type !== "service" || !(await this.#postFromPage(worker, message))) await worker.post(message);
    return worker;
  }

  /** Takes out what was posted since the last time. */
  drain(workerId?: string): WorkerMessage[] {
    const taken = this.#messages.toArray().filter((message) => workerId === undefined || message.workerId === workerId);
    this.#messages.filter((message) => !taken.includes(message));
    return taken;
  }

  async #live(type: EngineWorker["type"] | "all"): Promise<EngineWorker[]> {
    const { context } = this.#session;
    const wants = (kind: EngineWorker["type"]) => type === "all" || type === kind;
    const service = wants("service") ? ((await context.serviceWorkers?.list()) ?? []) : [];
    const shared = wants("shared") ? (context.sharedWorkers?.all() ?? []) : [];
    const web = wants("web") ? this.#session.enginePages().flatMap((page) => page.workers()) : [];
    // A browser's extensions have service workers of their own.
    return [...service.filter(({ url }) => /^https?:/.test(url)), ...shared, ...web];
  }

  /** From a page of its origin the message is a real one, and starts the worker when it is stopped. */
  async #postFromPage(worker: EngineWorker, message: string): Promise<boolean> {
    const { origin } = new URL(worker.url);
    const page = this.#session.enginePages().find((each) => URL.canParse(each.url) && new URL(each.url).origin === origin);
    const [url, text] = [JSON.stringify(worker.url), JSON.stringify(message)];
    const posting = page?.mainFrame.evaluate(
      `navigator.serviceWorker.getRegistrations().then((all) => {
          const found = all.flatMap((each) => [each.active, each.waiting, each.installing]).find((each) => each?.scriptURL === ${url});
          found?.postMessage(${text});
          return Boolean(found);
        })`,
    );
    return posting !== undefined && (await mayFail(posting, "a page that is to post for another may go away")) === true;
  }

  #started(worker: EngineContextWorker): void {
    if (!this.#contextWorkers.has(worker)) {
      this.#contextWorkers.add(worker);
      const { origin } = new URL(worker.url);
      this.#session.followWorker(worker, () => this.#session.pages().findLast(({ url }) => URL.canParse(url) && new URL(url).origin === origin));
    }
    this.#session.prepareWorker(worker);
  }

  #posted(worker: EngineWorker, data: string, at: number): void {
    const cut = data.length > MAX_MESSAGE;
    this.#messages.push({
      workerId: this.idOf(worker),
      data: cut ? data.slice(0, MAX_MESSAGE) : data,
      at,
      ...(cut && { truncated: true }),
    });
  }
}
