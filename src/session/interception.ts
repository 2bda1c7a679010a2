import { noteFailure } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, EnginePage, PausedRequest } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

/** One who may answer a request that is held back. */
export interface Interceptor {
  /** Which requests must be held at all, in the browser's pattern language (`*` any text). */
  readonly patterns: readonly string[];
  /** Only requests that service workers make are its business. */
  readonly serviceWorkersOnly?: boolean;
  /** True when it has answered, or will; false passes the request on. */
  decide(request: PausedRequest): boolean | Promise<boolean>;
}

/** Everyone in a session who answers requests in the network's place, asked in the order of the session's parts. */
export class Interception implements SessionPart {
  readonly #session: Session;
  readonly #holding = new WeakSet<EnginePage>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** An interceptor calls this when its patterns change; what it awaits is in effect on every page. */
  async update(): Promise<void> {
    const { workers } = this.#session.parts;
    await Promise.all([
      ...this.#session.enginePages().map((page) => this.prepare(page)),
      ...workers.contextWorkers().map((worker) => this.prepareWorker(worker)),
    ]);
  }

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
    if (isInterceptable(worker)) await worker.intercept(patternsOf(this.#interceptors).length > 0 ? this.#answer : undefined);
  }

  get #interceptors(): Interceptor[] {
    return this.#session.everyPart.flatMap(({ interceptor }) => interceptor ?? []);
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

/** Chromium takes note of a hold on a shared worker only while the worker starts, and even then not always. */
const isInterceptable = ({ type }: EngineContextWorker): boolean => type === "service";

const patternsOf = (interceptors: readonly Interceptor[]) => [...new Set(interceptors.flatMap(({ patterns }) => patterns))];
