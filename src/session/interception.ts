import { noteFailure } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, EnginePage, PausedRequest } from "../engine/port.ts";

/** One who may answer a request that is held back. */
export interface Interceptor {
  /** Which requests must be held at all, in the browser's pattern language (`*` any text). */
  readonly patterns: readonly string[];
  /** Only requests that service workers make are its business. */
  readonly serviceWorkersOnly?: boolean;
  /** True when it has answered, or will; false passes the request on. */
  decide(request: PausedRequest): boolean | Promise<boolean>;
}

interface Held {
  pages(): EnginePage[];
  /** Those that are no page's and can be held. */
  workers(): EngineContextWorker[];
}

/** Everyone in a session who answers requests in the network's place, asked in the order they were added. */
export class Interception {
  readonly #held: Held;
  readonly #interceptors: Interceptor[] = [];
  readonly #holding = new WeakSet<EnginePage>();

  constructor(held: Held) {
    this.#held = held;
  }

  add(interceptor: Interceptor): void {
    this.#interceptors.push(interceptor);
  }

  /** To be called when an interceptor's patterns changed. */
  async update(): Promise<void> {
    await Promise.all([
      ...this.#held.pages().map((page) => this.prepare(page)),
      ...this.#held.workers().map((worker) => this.prepareWorker(worker)),
    ]);
  }

  /** For a page before its first script: holds what must be held. */
  async prepare(page: EnginePage): Promise<void> {
    const patterns = patternsOf(this.#interceptors.filter(({ serviceWorkersOnly }) => !serviceWorkersOnly));
    const holds = patterns.length > 0;
    if (holds) await page.intercept(this.#answer, patterns);
    else if (this.#holding.has(page)) await page.intercept(undefined);
    if (holds) this.#holding.add(page);
    else this.#holding.delete(page);
  }

  /** Requests that a service worker makes for its pages do not pass through them. */
  async prepareWorker(worker: EngineContextWorker): Promise<void> {
    await worker.intercept(patternsOf(this.#interceptors).length > 0 ? this.#answer : undefined);
  }

  readonly #answer = (request: PausedRequest): void => {
    void this.#ask(request);
  };

  async #ask(request: PausedRequest): Promise<void> {
    try {
      for (const interceptor of this.#interceptors) {
        if (interceptor.serviceWorkersOnly && !request.serviceWorker) continue;
        if (await interceptor.decide(request)) return;
      }
    } catch (thrown) {
      noteFailure(thrown, "an interceptor that fails must not hang the page: the network answers");
    }
    await request.resume();
  }
}

const patternsOf = (interceptors: readonly Interceptor[]) => [...new Set(interceptors.flatMap(({ patterns }) => patterns))];
