import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineContextWorker, PausedRequest } from "../engine/port.ts";
import { globSource, looseGlob } from "./glob.ts";
import type { Interceptor } from "./interception.ts";
import { fulfil } from "./routes.ts";
import type { CannedResponse, Standing } from "./standing.ts";

interface Rule {
  pattern: string;
  source: string;
  response: CannedResponse;
}

/**
 * Canned answers for requests that service workers handle. Two ways lead there: a worker that answers a page is answered
 * for where it calls `respondWith` (from its cache too, which no network sees), and a request that it makes itself is held.
 */
export class ServiceWorkerRules implements Interceptor {
  readonly serviceWorkersOnly = true;
  readonly #changed: () => void;
  readonly #rules = new Map<string, Rule>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get saved(): Standing["serviceWorkerRules"] {
    return [...this.#rules].map(([pattern, { response }]) => [pattern, response]);
  }

  restore(rules: Standing["serviceWorkerRules"]): void {
    for (const [pattern, response] of rules)
      this.#rules.set(pattern, { pattern, source: globSource(pattern), response: { contentType: "application/json", ...response } });
  }

  get patterns(): string[] {
    return [...this.#rules.keys()].map(looseGlob);
  }

  /** True when an earlier rule of the same pattern was replaced. */
  set(pattern: string, response: CannedResponse): boolean {
    const replaced = this.#rules.delete(pattern);
    this.restore([[pattern, response]]);
    this.#changed();
    return replaced;
  }

  remove(pattern?: string): string[] {
    const gone = [...this.#rules.keys()].filter((each) => pattern === undefined || each === pattern);
    for (const each of gone) this.#rules.delete(each);
    this.#changed();
    return gone;
  }

  async decide(request: PausedRequest): Promise<boolean> {
    const rule = this.#newestFirst().find(({ source }) => new RegExp(source).test(request.url));
    if (!rule) return false;
    await fulfil(request, rule.response);
    return true;
  }

  /** Tells a worker the rules; at its start this comes before its script. */
  async tell(worker: EngineContextWorker): Promise<void> {
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
