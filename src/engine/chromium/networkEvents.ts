import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { EnginePageEvents, ResponseStart } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { RawHeaders } from "./rawHeaders.ts";

/** More requests than any ring remembers: what is older cannot be asked for any more. */
const REMEMBERED = 4000;

interface Known {
  session: CdpSession;
  url: string;
  raw: RawHeaders;
  /** Decoded bytes that have arrived. */
  received: number;
}

type Headers = Record<string, string>;

/** Turns the Network domain of a page and its child sessions into the port's request events. */
export class NetworkEvents {
  readonly #events: EventEmitter<EnginePageEvents>;
  /** Each request's session, from which its body can be had. */
  readonly #known = new Map<string, Known>();
  readonly #sockets = new Map<string, string>();
  /** Epoch milliseconds of the protocol's monotonic zero. */
  #clockOffset = 0;

  constructor(events: EventEmitter<EnginePageEvents>) {
    this.#events = events;
  }

  sessionOf(requestId: string): CdpSession | undefined {
    return this.#known.get(requestId)?.session;
  }

  watch(session: CdpSession): void {
    this.#watchRequests(session);
    this.#watchRawHeaders(session);
    this.#watchSockets(session);
  }

  #watchRequests(session: CdpSession): void {
    const events = this.#events;
    session.on("Network.requestWillBeSent", (event) => this.#willBeSent(session, event));
    session.on("Network.responseReceived", (event) =>
      events.emit("response", this.#response(event.requestId, event.response, event.timestamp, event.hasExtraInfo)),
    );
    session.on("Network.dataReceived", ({ requestId, dataLength }) => {
      const known = this.#known.get(requestId);
      if (known) known.received += dataLength;
    });
    session.on("Network.loadingFinished", (event) =>
      events.emit("requestfinished", {
        id: event.requestId,
        bytes: event.encodedDataLength,
        bodyBytes: this.#known.get(event.requestId)?.received ?? 0,
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
  }

  #willBeSent(session: CdpSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    this.#clockOffset = event.wallTime * 1000 - event.timestamp * 1000;
    const { request, requestId, redirectResponse } = event;
    // The browser asks every site for one by itself. DevTools does not show it either.
    if (event.type === "Other" && request.url.endsWith("/favicon.ico")) return;
    const redirectOf =
      redirectResponse && this.#response(requestId, redirectResponse, event.timestamp, event.redirectHasExtraInfo);
    const headers = request.headers as Headers;
    this.#remember(requestId, session, request.url).raw.request.expect(headers);
    this.#events.emit("request", {
      id: requestId,
      url: request.url + (request.urlFragment ?? ""),
      method: request.method,
      type: (event.type ?? "Other").toLowerCase(),
      headers,
      ...(request.postData !== undefined && { postData: request.postData }),
      ...(request.hasPostData && { hasPostData: true }),
      ts: event.wallTime * 1000,
      ...(event.frameId && { frameId: event.frameId }),
      ...(redirectOf && { redirectOf }),
      initiator: event.initiator.url ?? event.initiator.type,
    });
  }

  #watchRawHeaders(session: CdpSession): void {
    session.on("Network.requestWillBeSentExtraInfo", ({ requestId, headers }) =>
      this.#remember(requestId, session).raw.request.arrived(headers as Headers),
    );
    session.on("Network.responseReceivedExtraInfo", ({ requestId, headers }) =>
      this.#remember(requestId, session).raw.response.arrived(headers as Headers),
    );
  }

  #watchSockets(session: CdpSession): void {
    const events = this.#events;
    session.on("Network.webSocketCreated", ({ requestId, url }) => {
      this.#sockets.set(requestId, url);
      events.emit("socketopened", { socketId: requestId, url, ts: Date.now() });
    });
    // The handshake is a request like any other; it is over when the server has agreed.
    session.on("Network.webSocketWillSendHandshakeRequest", ({ requestId, wallTime, timestamp, request }) => {
      this.#clockOffset = wallTime * 1000 - timestamp * 1000;
      const url = this.#sockets.get(requestId) ?? "";
      const ts = wallTime * 1000;
      events.emit("request", { id: requestId, url, method: "GET", type: "websocket", headers: request.headers as Headers, ts });
    });
    session.on("Network.webSocketHandshakeResponseReceived", ({ requestId, timestamp, response }) => {
      const ts = this.#epoch(timestamp);
      const { status, statusText } = response;
      const url = this.#sockets.get(requestId) ?? "";
      events.emit("response", { id: requestId, url, status, statusText, headers: response.headers as Headers, mimeType: "", ts });
      events.emit("requestfinished", { id: requestId, bytes: 0, bodyBytes: 0, ts });
      events.emit("socketready", { socketId: requestId, ts });
    });
    session.on("Network.webSocketClosed", ({ requestId, timestamp }) => {
      this.#sockets.delete(requestId);
      const ts = this.#epoch(timestamp);
      events.emit("requestfailed", { id: requestId, error: "the connection was refused or broke", ts, canceled: false });
      events.emit("socketclosed", { socketId: requestId, ts });
    });
    session.on("Network.webSocketFrameSent", (event) => this.#frame("sent", event));
    session.on("Network.webSocketFrameReceived", (event) => this.#frame("recv", event));
    session.on("Network.eventSourceMessageReceived", (event) =>
      events.emit("socketframe", {
        socketId: event.requestId,
        url: this.#known.get(event.requestId)?.url ?? "",
        dir: "recv",
        kind: "sse",
        event: event.eventName,
        payload: event.data,
        ts: this.#epoch(event.timestamp),
      }),
    );
  }

  #frame(dir: "sent" | "recv", { requestId, timestamp, response }: Protocol.Network.WebSocketFrameReceivedEvent): void {
    this.#events.emit("socketframe", {
      socketId: requestId,
      url: this.#sockets.get(requestId) ?? "",
      dir,
      kind: "ws",
      opcode: response.opcode,
      payload: response.payloadData,
      ...(response.opcode === 2 && { binary: true }),
      ts: this.#epoch(timestamp),
    });
  }

  #epoch(timestamp: number): number {
    return this.#clockOffset ? this.#clockOffset + timestamp * 1000 : Date.now();
  }

  #remember(id: string, session: CdpSession, url?: string): Known {
    const known = this.#known.get(id) ?? { session, url: "", raw: new RawHeaders(), received: 0 };
    if (url !== undefined) {
      known.url = url;
      known.received = 0;
    }
    this.#known.set(id, known);
    if (this.#known.size > REMEMBERED) {
      const [oldest] = this.#known.keys();
      if (oldest !== undefined) this.#known.delete(oldest);
    }
    return known;
  }

  #response(id: string, response: Protocol.Network.Response, timestamp: number, rawFollows: boolean): ResponseStart {
    const headers = response.headers as Headers;
    const raw = this.#known.get(id)?.raw;
    if (rawFollows) raw?.response.expect(headers);
    else raw?.request.giveUp();
    return {
      id,
      url: response.url,
      status: response.status,
      statusText: response.statusText,
      headers,
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
