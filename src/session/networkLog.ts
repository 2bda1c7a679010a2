import type { EventEmitter } from "node:events";
import type { EngineContextWorker, EnginePageEvents, RequestStart, ResponseStart } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import { readableBody, type ResponseBody } from "./responseBody.ts";
import { Ring } from "./ring.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** One request from its start to its end. */
export interface NetworkEntry {
  /** Short and unique in the session: what callers pass to network_body. */
  requestId: string;
  /** The browser's own id; redirects share it. */
  engineId: string;
  pageId: string;
  url: string;
  method: string;
  type: string;
  requestHeaders: Record<string, string>;
  /** The beginning of what was sent. */
  postData?: string;
  hasPostData?: boolean;
  startedAt: number;
  frameId?: string;
  initiator?: string;
  /** The service or shared worker that asked, when the page did not. */
  worker?: string;
  response?: ResponseStart;
  /** Over the wire. */
  bytes?: number;
  /** The body after decoding. */
  bodyBytes?: number;
  endedAt?: number;
  error?: string;
  canceled?: boolean;
}

const NETWORK_RING = 500;

/** Requests that never end, such as long polls, are followed up to this many; then the oldest are forgotten. */
const MAX_OPEN = 2000;
export const MAX_POST_DATA = 16_384;

/** The session's requests: a ring of the newest, and an index of those that are under way. */
export class NetworkLog implements SessionPart {
  readonly entries = new Ring<NetworkEntry>(NETWORK_RING);
  readonly #open = new Map<string, NetworkEntry>();
  /**
   * The page of each request under way, so that its end is noted where its beginning was: the script of a shared worker is
   * asked for by the page and received by the worker.
   */
  readonly #pages = new Map<string, SessionPage>();
  readonly #session: Session;
  #nextId = 1;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(page: SessionPage): void {
    this.#listenTo(page.engine.events, () => page);
  }

  followWorker(worker: EngineContextWorker, pageNow: () => SessionPage | undefined): void {
    this.#listenTo(worker.events, pageNow, this.#session.parts.workers.idOf(worker));
  }

  /** The body of a response, from the page or the worker that got it. */
  async responseBody(entry: NetworkEntry): Promise<ResponseBody> {
    const { workers } = this.#session.parts;
    const worker = workers.contextWorkers().find((each) => workers.idOf(each) === entry.worker);
    const holder = worker ?? this.#session.page(entry.pageId).engine;
    return readableBody(await holder.responseBody(entry.engineId), entry);
  }

  /** The document that a page is on its way to while its server has not answered. */
  awaitedDocument(pageId: string, mainFrame: string): NetworkEntry | undefined {
    return [...this.#open.values()].findLast(
      (entry) => entry.pageId === pageId && entry.type === "document" && entry.frameId === mainFrame && !entry.response,
    );
  }

  started(
    pageId: string,
    start: RequestStart,
    worker?: string,
  ): { entry: NetworkEntry; redirected?: NetworkEntry } {
    const key = `${pageId}:${start.id}`;
    const before = start.redirectOf && this.#open.get(key);
    if (before && start.redirectOf) this.#finish(key, before, { response: start.redirectOf, endedAt: start.ts });
    const entry: NetworkEntry = {
      requestId: `req-${this.#nextId++}`,
      engineId: start.id,
      pageId,
      url: start.url,
      method: start.method,
      type: start.type,
      requestHeaders: start.headers,
      ...(start.postData !== undefined && { postData: start.postData.slice(0, MAX_POST_DATA) }),
      ...((start.hasPostData || start.postData !== undefined) && { hasPostData: true }),
      startedAt: start.ts,
      ...(start.frameId && { frameId: start.frameId }),
      ...(start.initiator && { initiator: start.initiator }),
      ...(worker && { worker }),
    };
    this.#open.set(key, entry);
    if (this.#open.size > MAX_OPEN) {
      const [oldest] = this.#open.keys();
      if (oldest !== undefined) this.#open.delete(oldest);
    }
    this.entries.push(entry);
    return { entry, ...(before && { redirected: before }) };
  }

  responded(pageId: string, response: ResponseStart): NetworkEntry | undefined {
    const entry = this.#open.get(`${pageId}:${response.id}`);
    if (entry) entry.response = response;
    return entry;
  }

  ended(pageId: string, id: string, end: Partial<NetworkEntry>): NetworkEntry | undefined {
    const key = `${pageId}:${id}`;
    const entry = this.#open.get(key);
    return entry && this.#finish(key, entry, end);
  }

  find(requestId: string): NetworkEntry | undefined {
    return this.entries.toArray().find((entry) => entry.requestId === requestId);
  }

  forget(page: SessionPage): void {
    this.entries.filter((entry) => entry.pageId !== page.id);
    for (const key of this.#open.keys()) if (key.startsWith(`${page.id}:`)) this.#open.delete(key);
    for (const [id, asking] of this.#pages) if (asking === page) this.#pages.delete(id);
  }

  /** Requests under way are not forgotten: their end is still to be told. */
  clear(): void {
    this.entries.clear();
  }

  #listenTo(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined, worker?: string): void {
    const { events } = this.#session;
    from.on("request", (start) => {
      const page = this.#pages.get(start.id) ?? pageNow();
      if (!page) return;
      this.#pages.set(start.id, page);
      const { entry, redirected } = this.started(page.id, start, worker);
      if (redirected) events.emit("requestdone", page, redirected);
      events.emit("request", page, entry);
    });
    from.on("response", (response) => {
      const page = this.#pages.get(response.id);
      const entry = page && this.responded(page.id, response);
      if (page && entry) events.emit("responded", page, entry);
    });
    const ended = (id: string, end: Partial<NetworkEntry>) => {
      const page = this.#pages.get(id);
      this.#pages.delete(id);
      const entry = page && this.ended(page.id, id, end);
      if (page && entry) events.emit("requestdone", page, entry);
    };
    from.on("requestfinished", ({ id, bytes, bodyBytes, ts }) => ended(id, { bytes, ...(bodyBytes !== undefined && { bodyBytes }), endedAt: ts }));
    from.on("requestfailed", ({ id, error, ts, canceled }) => ended(id, { error, canceled, endedAt: ts }));
  }

  #finish(key: string, entry: NetworkEntry, end: Partial<NetworkEntry>): NetworkEntry {
    this.#open.delete(key);
    return Object.assign(entry, end);
  }
}
