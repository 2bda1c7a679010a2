import type { EngineContext, EnginePage, EngineServiceWorker, EngineWorker } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { Ring } from "./ring.ts";

export interface WorkerInfo {
  workerId: string;
  type: "web" | "service";
  url: string;
  state?: NonNullable<EngineWorker["state"]>;
}

export interface WorkerMessage {
  workerId: string;
  data: string;
  at: number;
  truncated?: true;
}

export const MESSAGE_RING = 500;
const MAX_MESSAGE = 4096;

interface Surroundings {
  context: EngineContext;
  pages(): EnginePage[];
}

/** The session's workers under short ids that stay, and what they post to their pages. */
export class SessionWorkers {
  readonly #surroundings: Surroundings;
  readonly #ids = new WeakMap<EngineWorker, string>();
  readonly #messages = new Ring<WorkerMessage>(MESSAGE_RING);
  readonly #serviceWorkers = new Set<EngineServiceWorker>();
  #nextWeb = 1;
  #nextService = 1;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Follows a page's workers; before they run their first script. */
  follow(page: EnginePage): void {
    for (const worker of page.workers()) this.idOf(worker);
    page.events.on("worker", (worker) => this.idOf(worker));
    page.events.on("workermessage", ({ worker, data, ts }) => this.#posted(worker, data, ts));
  }

  /** Follows a service worker from its first start; false when it is known already. */
  followService(worker: EngineServiceWorker): boolean {
    if (this.#serviceWorkers.has(worker)) return false;
    this.#serviceWorkers.add(worker);
    this.idOf(worker);
    worker.events.on("workermessage", ({ data, ts }) => this.#posted(worker, data, ts));
    return true;
  }

  serviceWorkers(): EngineServiceWorker[] {
    return [...this.#serviceWorkers];
  }

  idOf(worker: EngineWorker): string {
    const known = this.#ids.get(worker);
    if (known) return known;
    const id = worker.type === "service" ? `sw-${this.#nextService++}` : `ww-${this.#nextWeb++}`;
    this.#ids.set(worker, id);
    return id;
  }

  async list(type: "web" | "service" | "all" = "all"): Promise<WorkerInfo[]> {
    return (await this.#live(type)).map((worker) => ({
      workerId: this.idOf(worker),
      type: worker.type === "service" ? "service" : "web",
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

  async #live(type: "web" | "service" | "all"): Promise<EngineWorker[]> {
    const { pages, context } = this.#surroundings;
    const service = type === "web" ? [] : ((await context.serviceWorkers?.list()) ?? []);
    const web = type === "service" ? [] : pages().flatMap((page) => page.workers());
    // A browser's extensions have service workers of their own.
    return [...service.filter(({ url }) => /^https?:/.test(url)), ...web];
  }

  /** From a page of its origin the message is a real one, and starts the worker when it is stopped. */
  async #postFromPage(worker: EngineWorker, message: string): Promise<boolean> {
    const { origin } = new URL(worker.url);
    const page = this.#surroundings.pages().find((each) => URL.canParse(each.url) && new URL(each.url).origin === origin);
    const [url, text] = [JSON.stringify(worker.url), JSON.stringify(message)];
    const posted = await page?.mainFrame
      .evaluate(
        `navigator.serviceWorker.getRegistrations().then((all) => {
          const found = all.flatMap((each) => [each.active, each.waiting, each.installing]).find((each) => each?.scriptURL === ${url});
          found?.postMessage(${text});
          return Boolean(found);
        })`,
      )
      .catch(() => false);
    return posted === true;
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
