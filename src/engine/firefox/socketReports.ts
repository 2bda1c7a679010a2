import type { EventEmitter } from "node:events";
import type { SocketReport } from "../../page/world/tapApi.ts";
import type { PageSockets } from "../pageSockets.ts";
import type { EnginePageEvents } from "../port.ts";

/** What the documents of a page tell of their sockets: WebDriver BiDi knows only the handshake. */
export class SocketReports {
  readonly #events: EventEmitter<EnginePageEvents>;
  readonly #sockets: PageSockets;
  /** Sockets whose handshake has not been seen, oldest first, with their addresses. */
  readonly #awaited = new Map<string, string>();

  constructor(events: EventEmitter<EnginePageEvents>, sockets: PageSockets) {
    this.#events = events;
    this.#sockets = sockets;
  }

  take(report: SocketReport): void {
    const { id: socketId, ts } = report;
    if (report.event === "opened") {
      this.#awaited.set(socketId, report.url);
      this.#sockets.opened(socketId, report.url);
      this.#events.emit("socketopened", { socketId, url: report.url, ts });
    } else if (report.event === "ready") this.#events.emit("socketready", { socketId, ts });
    else if (report.event === "closed") this.closed(socketId, ts);
    else {
      const { url, dir, kind, payload, binary, name } = report;
      const opcode = kind === "ws" ? { opcode: binary ? 2 : 1 } : {};
      this.#events.emit("socketframe", { socketId, url, dir, kind, payload, ts, ...opcode, ...(binary && { binary }), ...(name !== undefined && { event: name }) });
    }
  }

  /** The socket whose handshake this is, when its page has told of it. */
  claim(url: string): string | undefined {
    const found = [...this.#awaited].find(([, address]) => address === url)?.[0];
    if (found !== undefined) this.#awaited.delete(found);
    return found;
  }

  /** A document that goes away does not tell of its sockets' end; the handshake does. */
  closed(socketId: string, ts: number): void {
    this.#awaited.delete(socketId);
    this.#sockets.closed(socketId);
    this.#events.emit("socketclosed", { socketId, ts });
  }
}
