import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, PausedRequest } from "../engine/port.ts";
import { globSource, looseGlob } from "./glob.ts";
import type { Interceptor } from "./interception.ts";
import type { SessionPart } from "./part.ts";
import { cannedResponse, fulfil, type CannedResponse } from "./routes.ts";
import type { Session } from "./session.ts";

const savedSchema = z.array(z.tuple([z.string(), cannedResponse]));

type Saved = z.infer<typeof savedSchema>;

interface Rule {
  pattern: string;
  source: string;
  response: CannedResponse;
}

/**
 * Canned answers for requests that service workers handle. Two ways lead there: a worker that answers a page is answered
 * for where it calls `respondWith` (from its cache too, which no network sees), and a request that it makes itself is held.
 */
export class ServiceWorkerRules implements SessionPart<Saved>, Interceptor {
  readonly saved = savedSchema;
  readonly interceptor: Interceptor = this;
  readonly serviceWorkersOnly = true;
  readonly #session: Session;
  readonly #rules = new Map<string, Rule>();

  constructor(session: Session) {
    this.#session = session;
  }

  save(): Saved {
    return [...this.#rules].map(([pattern, { response }]) => [pattern, response]);
  }

  restore(rules: Saved): void {
    for (const [pattern, response] of rules)
      this.#rules.set(pattern, { pattern, source: globSource(pattern), response: { contentType: "application/json", ...response } });
  }

  get patterns(): string[] {
    return [...this.#rules.keys()].map(looseGlob);
  }

  /** True when an earlier rule of the same pattern was replaced. */
  async set(pattern: string, response: CannedResponse): Promise<boolean> {
    const replaced = this.#rules.delete(pattern);
    this.restore([[pattern, response]]);
    await this.#apply();
    return replaced;
  }

  async remove(pattern?: string): Promise<string[]> {
    const gone = [...this.#rules.keys()].filter((each) => pattern === undefined || each === pattern);
    for (const each of gone) this.#rules.delete(each);
    await this.#apply();
    return gone;
  }

  async decide(request: PausedRequest): Promise<boolean> {
    const rule = this.#newestFirst().find(({ source }) => new RegExp(source).test(request.url));
    if (!rule) return false;
    await fulfil(request, rule.response);
    return true;
  }

  prepareWorker(worker: EngineContextWorker): Promise<void> | undefined {
    return this.#rules.size > 0 ? this.#tell(worker) : undefined;
  }

  async #apply(): Promise<void> {
    const { interception, workers } = this.#session.parts;
    this.#session.changed();
    await Promise.all([interception.update(), ...workers.contextWorkers().map((worker) => this.#tell(worker))]);
  }

  /** At the worker's start this comes before its script. */
  async #tell(worker: EngineContextWorker): Promise<void> {
    if (worker.type !== "service" || worker.state !== "running") return;
    await mayFail(worker.evaluate(`(${answerForWorker})(${JSON.stringify(this.#newestFirst())})`), "a service worker may end while it is told the rules");
  }

  #newestFirst(): Rule[] {
    return [...this.#rules.values()].toReversed();
  }
}

/** Runs in the service worker. */
const answerForWorker = `function (rules) {
  const key = Symbol.for("drover.answers");
  const wrapped = key in self;
  self[key] = rules;
  if (wrapped || rules.length === 0) return;
  const respondWith = FetchEvent.prototype.respondWith;
  FetchEvent.prototype.respondWith = function (answer) {
    const rule = self[key].find(({ source }) => new RegExp(source).test(this.request.url));
    if (!rule) return respondWith.call(this, answer);
    Promise.resolve(answer).catch(() => undefined);
    const { status = 200, body = "", contentType, headers } = rule.response;
    const empty = status === 204 || status === 205 || status === 304;
    const options = { status, headers: { "content-type": contentType, ...headers } };
    return respondWith.call(this, new Response(empty ? undefined : body, options));
  };
}`;
