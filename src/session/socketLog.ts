import type { SocketFrame } from "../engine/port.ts";
import { Ring } from "./ring.ts";

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
export class SocketLog {
  readonly frames = new Ring<SocketEntry>(SOCKET_RING);
  readonly #sockets = new Map<string, KnownSocket>();
  #nextId = 1;

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

  purge(pageId: string): void {
    this.frames.filter((entry) => entry.pageId !== pageId);
    for (const [key, socket] of this.#sockets) if (socket.pageId === pageId) this.#sockets.delete(key);
  }

  clear(): void {
    this.frames.clear();
  }

  #forgetOne(): void {
    const closed = [...this.#sockets].find(([, socket]) => socket.readyState === 3);
    const [oldest] = this.#sockets.keys();
    const key = closed?.[0] ?? oldest;
    if (key !== undefined) this.#sockets.delete(key);
  }
}
