import { noteFailure } from "../diagnosis/mayFail.ts";
import type { AnswerChallenge, EngineContextWorker, EnginePage, PausedRequest, RequestChanges } from "../engine/port.ts";
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
  /** What a request that goes to the network is sent with, whoever let it go. */
  headersFor?(request: Pick<PausedRequest, "url" | "headers">): Record<string, string> | undefined;
  /** Answers servers that ask who is there. */
  readonly challenged?: AnswerChallenge | undefined;
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
    if (holds) await page.intercept(this.#answer, patterns, this.#challenged);
    else if (this.#holding.has(page)) await page.intercept(undefined);
    if (holds) this.#holding.add(page);
    else this.#holding.delete(page);
  }

  /** Requests that a service worker makes for its pages do not pass through them. */
  async prepareWorker(worker: EngineContextWorker): Promise<void> {
    if (isInterceptable(worker)) await worker.intercept(patternsOf(this.#interceptors).length > 0 ? this.#answer : undefined, this.#challenged);
  }

  /** The network gets a held request, as it is or with changes. */
  async goOn(request: PausedRequest, changes: RequestChanges = {}): Promise<void> {
    const sent = { url: changes.url ?? request.url, headers: changes.headers ?? request.headers };
    const added = this.#interceptors.reduce<Record<string, string> | undefined>(
      (headers, interceptor) => interceptor.headersFor?.({ ...sent, headers: headers ?? sent.headers }) ?? headers,
      undefined,
    );
    await request.resume({ ...changes, ...(added && { headers: added }) });
  }

  get #interceptors(): Interceptor[] {
    return this.#session.everyPart.flatMap(({ interceptor }) => interceptor ?? []);
  }

  get #challenged(): AnswerChallenge | undefined {
    const answers = this.#interceptors.flatMap(({ challenged }) => challenged ?? []);
    if (answers.length === 0) return undefined;
    return (challenge) => answers.map((answer) => answer(challenge)).find(Boolean);
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
    await this.goOn(request);
  }
}

/** Chromium takes note of a hold on a shared worker only while the worker starts, and even then not always. */
const isInterceptable = ({ type }: EngineContextWorker): boolean => type === "service";

const patternsOf = (interceptors: readonly Interceptor[]) => [...new Set(interceptors.flatMap(({ patterns }) => patterns))];
