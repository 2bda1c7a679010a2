import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContext, EngineContextWorker, EnginePage, EngineWorker } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { Ring } from "./ring.ts";

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

interface Surroundings {
  context: EngineContext;
  pages(): EnginePage[];
}

/** The session's workers under short ids that stay, and what they post to their pages. */
export class SessionWorkers {
  readonly #surroundings: Surroundings;
  readonly #ids = new WeakMap<EngineWorker, string>();
  readonly #messages = new Ring<WorkerMessage>(MESSAGE_RING);
  readonly #contextWorkers = new Set<EngineContextWorker>();
  readonly #counts: Record<EngineWorker["type"], number> = { web: 0, service: 0, shared: 0 };

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Follows a page's workers; before they run their first script. */
  follow(page: EnginePage): void {
    for (const worker of page.workers()) this.idOf(worker);
    page.events.on("worker", (worker) => this.idOf(worker));
    page.events.on("workermessage", ({ worker, data, ts }) => this.#posted(worker, data, ts));
  }

  /** Follows a service or shared worker from its first start; false when it is known already. */
  followContextWorker(worker: EngineContextWorker): boolean {
    if (this.#contextWorkers.has(worker)) return false;
    this.#contextWorkers.add(worker);
    this.idOf(worker);
    worker.events.on("workermessage", ({ data, ts }) => this.#posted(worker, data, ts));
    return true;
  }

  /** A service worker that stops comes back; a shared one does not. */
  forget(worker: EngineContextWorker): void {
    if (worker.type === "shared") this.#contextWorkers.delete(worker);
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

  async send(workerId: string, message: string): Promise<EngineWorker> {
    const live = await this.#live("all");
    const worker = live.find((each) => this.idOf(each) === workerId);
    if (!worker) {
      const known = live.map((each) => this.idOf(each)).join(", ");
      throw new DroverError("not-found", `there is no worker ${workerId}`, {
        hint: known ? `Workers of this session: ${known}.` : "This session has no workers; workers_list shows them.",
      });
    }
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
    const { pages, context } = this.#surroundings;
    const wants = (kind: EngineWorker["type"]) => type === "all" || type === kind;
    const service = wants("service") ? ((await context.serviceWorkers?.list()) ?? []) : [];
    const shared = wants("shared") ? (context.sharedWorkers?.all() ?? []) : [];
    const web = wants("web") ? pages().flatMap((page) => page.workers()) : [];
    // A browser's extensions have service workers of their own.
    return [...service.filter(({ url }) => /^https?:/.test(url)), ...shared, ...web];
  }

  /** From a page of its origin the message is a real one, and starts the worker when it is stopped. */
  async #postFromPage(worker: EngineWorker, message: string): Promise<boolean> {
    const { origin } = new URL(worker.url);
    const page = this.#surroundings.pages().find((each) => URL.canParse(each.url) && new URL(each.url).origin === origin);
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
