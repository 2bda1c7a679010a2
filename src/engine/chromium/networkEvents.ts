import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { EnginePageEvents, ResponseStart } from "../port.ts";
import type { CdpSession } from "./connection.ts";

/** Turns the Network domain of a page and its child sessions into the port's request events. */
export class NetworkEvents {
  readonly #events: EventEmitter<EnginePageEvents>;
  /** Which session a request's body can be had from. Bounded like the rings that refer to it. */
  readonly #sessions = new Map<string, CdpSession>();
  readonly #sockets = new Map<string, string>();
  readonly #urls = new Map<string, string>();
  /** Epoch milliseconds of the protocol's monotonic zero. */
  #clockOffset = 0;

  constructor(events: EventEmitter<EnginePageEvents>) {
    this.#events = events;
  }

  sessionOf(requestId: string): CdpSession | undefined {
    return this.#sessions.get(requestId);
  }

  watch(session: CdpSession): void {
    const events = this.#events;
    session.on("Network.requestWillBeSent", (event) => {
      this.#clockOffset = event.wallTime * 1000 - event.timestamp * 1000;
      this.#remember(event.requestId, session, event.request.url);
      events.emit("request", {
        id: event.requestId,
        url: event.request.url + (event.request.urlFragment ?? ""),
        method: event.request.method,
        type: (event.type ?? "Other").toLowerCase(),
        headers: event.request.headers as Record<string, string>,
        ...(event.request.postData !== undefined && { postData: event.request.postData }),
        ts: event.wallTime * 1000,
        ...(event.frameId && { frameId: event.frameId }),
        ...(event.redirectResponse && {
          redirectOf: this.#response(event.requestId, event.redirectResponse, event.timestamp),
        }),
        initiator: event.initiator.url ?? event.initiator.type,
      });
    });
    session.on("Network.responseReceived", (event) =>
      events.emit("response", this.#response(event.requestId, event.response, event.timestamp)),
    );
    session.on("Network.loadingFinished", (event) =>
      events.emit("requestfinished", {
        id: event.requestId,
        bytes: event.encodedDataLength,
        ts: this.#epoch(event.timestamp),
      }),
    );
    session.on("Network.loadingFailed", (event) =>
      events.emit("requestfailed", {
        id: event.requestId,
        error: event.blockedReason ? `blocked: ${event.blockedReason}` : event.errorText,
        ts: this.#epoch(event.timestamp),
        canceled: event.canceled ?? false,
      }),
    );
    this.#watchSockets(session);
  }

  #watchSockets(session: CdpSession): void {
    const events = this.#events;
    session.on("Network.webSocketCreated", ({ requestId, url }) => {
      this.#sockets.set(requestId, url);
      events.emit("socketopened", { socketId: requestId, url, ts: Date.now() });
    });
    session.on("Network.webSocketClosed", ({ requestId, timestamp }) => {
      this.#sockets.delete(requestId);
      events.emit("socketclosed", { socketId: requestId, ts: this.#epoch(timestamp) });
    });
    const frame = (dir: "sent" | "recv") => (event: Protocol.Network.WebSocketFrameReceivedEvent) =>
      events.emit("socketframe", {
        socketId: event.requestId,
        url: this.#sockets.get(event.requestId) ?? "",
        dir,
        kind: "ws",
        opcode: event.response.opcode,
        payload: event.response.payloadData,
        ...(event.response.opcode === 2 && { binary: true }),
        ts: this.#epoch(event.timestamp),
      });
    session.on("Network.webSocketFrameSent", frame("sent"));
    session.on("Network.webSocketFrameReceived", frame("recv"));
    session.on("Network.eventSourceMessageReceived", (event) =>
      events.emit("socketframe", {
        socketId: event.requestId,
        url: this.#urls.get(event.requestId) ?? "",
        dir: "recv",
        kind: "sse",
        event: event.eventName,
        payload: event.data,
        ts: this.#epoch(event.timestamp),
      }),
    );
  }

  #epoch(timestamp: number): number {
    return this.#clockOffset ? this.#clockOffset + timestamp * 1000 : Date.now();
  }

  #remember(id: string, session: CdpSession, url: string): void {
    this.#sessions.set(id, session);
    this.#urls.set(id, url);
    if (this.#sessions.size <= 4000) return;
    const oldest = this.#sessions.keys().next().value;
    if (oldest === undefined) return;
    this.#sessions.delete(oldest);
    this.#urls.delete(oldest);
  }

  #response(id: string, response: Protocol.Network.Response, timestamp: number): ResponseStart {
    return {
      id,
      url: response.url,
      status: response.status,
      statusText: response.statusText,
      headers: response.headers as Record<string, string>,
      mimeType: response.mimeType,
      ts: this.#epoch(timestamp),
      protocol: response.protocol,
      ...(response.remoteIPAddress && { remoteAddress: `${response.remoteIPAddress}:${response.remotePort ?? ""}` }),
      fromCache: response.fromDiskCache ?? false,
      fromServiceWorker: response.fromServiceWorker ?? false,
      ...(response.timing && { timing: harTiming(response.timing) }),
    };
  }
}

function harTiming(timing: Protocol.Network.ResourceTiming): NonNullable<ResponseStart["timing"]> {
  const span = (start: number, end: number) => (start < 0 ? -1 : end - start);
  return {
    dns: span(timing.dnsStart, timing.dnsEnd),
    connect: span(timing.connectStart, timing.connectEnd),
    ssl: span(timing.sslStart, timing.sslEnd),
    send: span(timing.sendStart, timing.sendEnd),
    wait: timing.receiveHeadersEnd - timing.sendEnd,
  };
}
