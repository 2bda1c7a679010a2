import type { RequestStart, ResponseStart } from "../engine/port.ts";
import { Ring } from "./ring.ts";

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
export class NetworkLog {
  readonly entries = new Ring<NetworkEntry>(NETWORK_RING);
  readonly #open = new Map<string, NetworkEntry>();
  #nextId = 1;

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

  purge(pageId: string): void {
    this.entries.filter((entry) => entry.pageId !== pageId);
    for (const key of this.#open.keys()) if (key.startsWith(`${pageId}:`)) this.#open.delete(key);
  }

  /** Requests under way are not forgotten: their end is still to be told. */
  clear(): void {
    this.entries.clear();
  }

  #finish(key: string, entry: NetworkEntry, end: Partial<NetworkEntry>): NetworkEntry {
    this.#open.delete(key);
    return Object.assign(entry, end);
  }
}
