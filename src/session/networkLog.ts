import type { RequestStart, ResponseStart, SocketFrame } from "../engine/port.ts";
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
  postData?: string;
  startedAt: number;
  frameId?: string;
  initiator?: string;
  response?: ResponseStart;
  bytes?: number;
  endedAt?: number;
  error?: string;
  canceled?: boolean;
}

export const NETWORK_RING = 500;

/** The session's requests: a ring of the newest, and an index of those that are under way. */
export class NetworkLog {
  readonly entries = new Ring<NetworkEntry>(NETWORK_RING);
  readonly #open = new Map<string, NetworkEntry>();
  #nextId = 1;

  started(pageId: string, start: RequestStart): { entry: NetworkEntry; redirected?: NetworkEntry } {
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
      ...(start.postData !== undefined && { postData: start.postData }),
      startedAt: start.ts,
      ...(start.frameId && { frameId: start.frameId }),
      ...(start.initiator && { initiator: start.initiator }),
    };
    this.#open.set(key, entry);
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

  /** Requests under way stay known, so that their end is not lost on whoever waits for it. */
  clear(): void {
    this.entries.clear();
  }

  #finish(key: string, entry: NetworkEntry, end: Partial<NetworkEntry>): NetworkEntry {
    this.#open.delete(key);
    return Object.assign(entry, end);
  }
}

export interface SocketEntry extends SocketFrame {
  pageId: string;
}
