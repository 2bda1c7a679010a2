import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { PausedRequest, RequestChanges } from "../engine/port.ts";
import { headerChanges, headersShape } from "../policy/headerShape.ts";
import { globToRegExp, looseGlob } from "./glob.ts";
import type { Interceptor } from "./interception.ts";
import type { SessionPart } from "./part.ts";

const MAX_DELAY_MS = 120_000;

/** A response that is given in the network's place. */
export const cannedResponse = z.object({
  status: z.int().min(200).max(599).optional(),
  body: z.string().optional(),
  contentType: z.string().min(1).optional(),
  headers: headersShape.optional(),
  delayMs: z.int().min(0).max(MAX_DELAY_MS).optional(),
});

/** How a request is sent otherwise; a header of null is left out. */
export const requestChange = z.object({
  url: z.string().min(1).optional(),
  method: z.string().min(1).optional(),
  headers: headerChanges.optional(),
  body: z.string().optional(),
});

/** What is done with a request where it is not answered. */
const leftToNetwork = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("abort") }),
  z.object({ kind: z.literal("pass") }),
  /** `dataOnly`: of requests whose answers only the page's own code reads. */
  z.object({ kind: z.literal("change"), change: requestChange, dataOnly: z.boolean() }),
]);

export type LeftToNetwork = z.infer<typeof leftToNetwork>;

const routeSchema = z.object({
  urlPattern: z.string(),
  method: z.string().optional(),
  /** Given one after the other, or the first one for ever. */
  responses: z.array(cannedResponse),
  endless: z.boolean(),
  served: z.number(),
  instead: leftToNetwork.optional(),
});

export type CannedResponse = z.infer<typeof cannedResponse>;
type Route = z.infer<typeof routeSchema>;

interface ActiveRoute extends Route {
  matches: RegExp;
}

export interface RouteInfo {
  urlPattern: string;
  method?: string;
  does?: LeftToNetwork["kind"];
  served: number;
  /** Responses of a queue that are left. */
  left?: number;
}

/** Of a session, what its routes need. */
interface Surroundings {
  readonly parts: {
    /** The emulated link's, which a mocked request never sees by itself. */
    readonly throttle: { readonly latencyMs: number };
    readonly interception: { update(): Promise<void>; goOn(request: PausedRequest, changes?: RequestChanges): Promise<void> };
    /** Judges the address that a request is sent to instead. */
    readonly guard: { readonly interceptor?: Pick<Interceptor, "decide"> | undefined };
  };
  changed(): void;
}

/** The session's mocked requests. The newest route that matches answers; a queue that is used up lets requests pass. */
export class RouteTable implements SessionPart<Route[]>, Interceptor {
  readonly saved = z.array(routeSchema);
  readonly interceptor: Interceptor = this;
  readonly #session: Surroundings;
  #routes: ActiveRoute[] = [];

  constructor(session: Surroundings) {
    this.#session = session;
  }

  save(): Route[] {
    return this.#routes.map(({ matches: _, ...route }) => route);
  }

  restore(routes: readonly Route[]): void {
    this.#routes = routes.map((route) => ({ ...route, matches: globToRegExp(route.urlPattern) }));
  }

  get patterns(): string[] {
    return this.#routes.map(({ urlPattern }) => looseGlob(urlPattern));
  }

  /** Adding the same pattern and method again takes the old one's place. Resolves when every page is held to it. */
  async add(urlPattern: string, method: string | undefined, responses: CannedResponse[], { endless }: { endless: boolean }): Promise<void> {
    const route = { urlPattern, method: method?.toUpperCase(), matches: globToRegExp(urlPattern), responses, endless, served: 0 };
    await this.#replace([route, ...this.#routes.filter(otherThan(urlPattern, method))]);
  }

  /** Requests that match are not answered but dropped, let through or sent otherwise. */
  async addUnanswered(urlPattern: string, method: string | undefined, instead: LeftToNetwork): Promise<void> {
    const route = { urlPattern, method: method?.toUpperCase(), matches: globToRegExp(urlPattern), responses: [], endless: true, served: 0, instead };
    await this.#replace([route, ...this.#routes.filter(otherThan(urlPattern, method))]);
  }

  /** How many went. Without a pattern all of them, without a method those of every method. */
  async remove(urlPattern?: string, method?: string): Promise<number> {
    const before = this.#routes.length;
    await this.#replace(this.#routes.filter(otherThan(urlPattern, method)));
    return before - this.#routes.length;
  }

  list(): RouteInfo[] {
    return this.#routes.map(({ urlPattern, method, served, endless, responses, instead }) => ({
      urlPattern,
      ...(method && { method }),
      ...(instead && { does: instead.kind }),
      served,
      ...(!endless && { left: responses.length - served }),
    }));
  }

  async decide(request: PausedRequest): Promise<boolean> {
    if (isPreflight(request) && this.#routes.some(({ matches, instead }) => !instead && matches.test(request.url))) {
      await request.fulfil({ status: 204, headers: crossOriginHeaders(request), body: Buffer.alloc(0) });
      return true;
    }
    const route = this.#routes.find(
      ({ matches, method, endless, served, responses, instead }) =>
        matches.test(request.url) &&
        (method === undefined || method === request.method) &&
        (endless || served < responses.length) &&
        (instead?.kind !== "change" || !instead.dataOnly || isForPageCode(request)),
    );
    if (!route) return false;
    if (route.instead) {
      route.served++;
      await this.#leave(request, route.instead);
      return true;
    }
    const response = route.responses[route.endless ? 0 : route.served] ?? {};
    route.served++;
    if (!route.endless) this.#session.changed();
    await fulfil(request, { ...response, delayMs: (response.delayMs ?? 0) + this.#session.parts.throttle.latencyMs });
    return true;
  }

  async #leave(request: PausedRequest, instead: LeftToNetwork): Promise<void> {
    const { interception, guard } = this.#session.parts;
    if (instead.kind === "abort") return request.abort();
    if (instead.kind === "pass") return interception.goOn(request);
    const changes = changesOf(request, instead.change);
    if (changes.url !== undefined && (await guard.interceptor?.decide({ ...request, url: changes.url }))) return;
    await interception.goOn(request, changes);
  }

  async #replace(routes: ActiveRoute[]): Promise<void> {
    this.#routes = routes;
    this.#session.changed();
    await this.#session.parts.interception.update();
  }
}

const otherThan = (urlPattern: string | undefined, method: string | undefined) => (route: Route) =>
  (urlPattern !== undefined && route.urlPattern !== urlPattern) || (method !== undefined && route.method !== method.toUpperCase());

/** Its answer is data to whoever asked; that of a worker's request may become a page or a script. */
const isForPageCode = ({ type, serviceWorker }: PausedRequest): boolean => !serviceWorker && (type === "fetch" || type === "xhr");

function changesOf(request: PausedRequest, { url, method, headers, body }: z.infer<typeof requestChange>): RequestChanges {
  // The length of another body is counted anew.
  const named = new Set([...Object.keys(headers ?? {}).map((name) => name.toLowerCase()), ...(body === undefined ? [] : ["content-length"])]);
  const kept = Object.entries(request.headers).filter(([name]) => !named.has(name.toLowerCase()));
  const added = Object.entries(headers ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return {
    ...(url !== undefined && { url: new URL(url, request.url).href }),
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...(headers && { headers: Object.fromEntries([...kept, ...added]) }),
    ...(body !== undefined && { postData: body }),
  };
}

/** Answers a held request, after the response's own delay. */
export async function fulfil(request: PausedRequest, { status = 200, body = "", contentType, headers, delayMs }: CannedResponse): Promise<void> {
  if (delayMs) await delay(delayMs, undefined, { ref: false });
  await request.fulfil({
    status,
    headers: { ...crossOriginHeaders(request), "content-type": contentType ?? typeOf(body), ...headers },
    body: Buffer.from(body, "utf8"),
  });
}

/** What the body looks like, where the caller does not say. */
function typeOf(body: string): string {
  const start = body.trimStart()[0];
  if (start === "{" || start === "[") return "application/json";
  return start === "<" ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
}

const isPreflight = ({ method, headers }: PausedRequest) =>
  method === "OPTIONS" && headerOf(headers, "access-control-request-method") !== undefined;

/** A mock of another origin is meant to be read: the page is allowed to. */
export function crossOriginHeaders({ headers }: PausedRequest): Record<string, string> {
  const origin = headerOf(headers, "origin");
  if (!origin) return {};
  const asked = headerOf(headers, "access-control-request-headers");
  const method = headerOf(headers, "access-control-request-method");
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    vary: "Origin",
    ...(method && { "access-control-allow-methods": method }),
    ...(asked && { "access-control-allow-headers": asked }),
  };
}

export function headerOf(headers: Record<string, string>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
