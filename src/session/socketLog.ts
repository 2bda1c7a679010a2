import type { EventEmitter } from "node:events";
import type { EngineContextWorker, EnginePageEvents, SocketFrame } from "../engine/port.ts";
import type { SessionPart } from "./part.ts";
import { Ring } from "./ring.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

/** A frame as the session keeps it: its payload cut to what is read back. */
export interface SocketEntry extends SocketFrame {
  pageId: string;
  /** Absent for server-sent events. */
  wsId?: string;
  truncated?: true;
  /** Characters of text, or bytes of a binary frame, before the cut. */
  size: number;
}

/** As in `WebSocket.readyState`, without 2 (closing), which nobody outside of the page can see. */
export type ReadyState = 0 | 1 | 3;

export interface KnownSocket {
  wsId: string;
  /** The browser's own id. */
  socketId: string;
  pageId: string;
  url: string;
  readyState: ReadyState;
  openedAt: number;
  frames: number;
}

const SOCKET_RING = 500;
/** A multiple of four, so that cut base64 still decodes. */
const MAX_PAYLOAD = 2000;
const MAX_SOCKETS = 200;

/** The session's realtime channel: frames of WebSockets and server-sent events, and the sockets themselves. */
export class SocketLog implements SessionPart {
  readonly frames = new Ring<SocketEntry>(SOCKET_RING);
  readonly #sockets = new Map<string, KnownSocket>();
  readonly #session: Session;
  #nextId = 1;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(page: SessionPage): void {
    this.#listenTo(page.engine.events, () => page);
  }

  followWorker({ events }: EngineContextWorker, pageNow: () => SessionPage | undefined): void {
    this.#listenTo(events, pageNow);
  }

  opened(pageId: string, { socketId, url, ts }: { socketId: string; url: string; ts: number }): void {
    this.#sockets.set(`${pageId}:${socketId}`, { wsId: `ws-${this.#nextId++}`, socketId, pageId, url, readyState: 0, openedAt: ts, frames: 0 });
    if (this.#sockets.size > MAX_SOCKETS) this.#forgetOne();
  }

  changed(pageId: string, socketId: string, readyState: ReadyState): void {
    const socket = this.#sockets.get(`${pageId}:${socketId}`);
    if (socket) socket.readyState = readyState;
  }

  add(pageId: string, frame: SocketFrame): SocketEntry {
    const socket = this.#sockets.get(`${pageId}:${frame.socketId}`);
    if (socket) socket.frames++;
    const cut = frame.payload.length > MAX_PAYLOAD;
    const entry: SocketEntry = {
      ...frame,
      pageId,
      ...(socket && { wsId: socket.wsId }),
      payload: cut ? frame.payload.slice(0, MAX_PAYLOAD) : frame.payload,
      ...(cut && { truncated: true }),
      size: frame.binary ? Buffer.byteLength(frame.payload, "base64") : frame.payload.length,
    };
    this.frames.push(entry);
    return entry;
  }

  /** Oldest first; those that closed stay for a while. */
  sockets(): KnownSocket[] {
    return [...this.#sockets.values()];
  }

  find(wsId: string): KnownSocket | undefined {
    return this.sockets().find((socket) => socket.wsId === wsId);
  }

  forget({ id: pageId }: SessionPage): void {
    this.frames.filter((entry) => entry.pageId !== pageId);
    for (const [key, socket] of this.#sockets) if (socket.pageId === pageId) this.#sockets.delete(key);
  }

  clear(): void {
    this.frames.clear();
  }

  #listenTo(from: EventEmitter<EnginePageEvents>, pageNow: () => SessionPage | undefined): void {
    const told = (tell: (page: SessionPage) => void) => {
      const page = pageNow();
      if (page) tell(page);
    };
    from.on("socketopened", (socket) => told(({ id }) => this.opened(id, socket)));
    from.on("socketready", ({ socketId }) => told(({ id }) => this.changed(id, socketId, 1)));
    from.on("socketclosed", ({ socketId }) => told(({ id }) => this.changed(id, socketId, 3)));
    from.on("socketframe", (frame) => told((page) => this.#session.events.emit("socketframe", page, this.add(page.id, frame))));
  }

  #forgetOne(): void {
    const closed = [...this.#sockets].find(([, socket]) => socket.readyState === 3);
    const [oldest] = this.#sockets.keys();
    const key = closed?.[0] ?? oldest;
    if (key !== undefined) this.#sockets.delete(key);
  }
}
