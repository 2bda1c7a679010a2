import type { EventEmitter } from "node:events";
import type { Network } from "webdriver-bidi-protocol";
import type { EnginePageEvents, ResponseStart } from "../port.ts";
import { bytesText } from "./cookies.ts";
import type { SocketReports } from "./socketReports.ts";

/** Firefox tells more than the specification's types know. */
type RequestData = Network.RequestData & { destination?: string; initiatorType?: string | null };

const typesByDestination: Record<string, string> = {
  document: "document",
  iframe: "document",
  frame: "document",
  style: "stylesheet",
  xslt: "stylesheet",
  script: "script",
  worker: "script",
  sharedworker: "script",
  serviceworker: "script",
  image: "image",
  font: "font",
  audio: "media",
  video: "media",
  track: "media",
  manifest: "manifest",
};

/** A page's part of the network events, in the port's words. Hops of a redirect end and begin as requests of their own. */
export class NetworkEvents {
  readonly #events: EventEmitter<EnginePageEvents>;
  readonly #reports: SocketReports;
  /** The socket of each handshake. */
  readonly #sockets = new Map<string, string>();

  constructor(events: EventEmitter<EnginePageEvents>, reports: SocketReports) {
    this.#events = events;
    this.#reports = reports;
  }

  requestSent(event: Network.BeforeRequestSentParameters, frameId: string): void {
    const request = event.request as RequestData;
    const headers = plainHeaders(request.headers);
    if (isFavicon(request)) return;
    if (isWebSocket(headers)) {
      const url = request.url.replace(/^http/, "ws");
      const reported = this.#reports.claim(url);
      this.#sockets.set(request.request, reported ?? request.request);
      if (reported === undefined) this.#events.emit("socketopened", { socketId: request.request, url, ts: event.timestamp });
      return;
    }
    this.#events.emit("request", {
      id: request.request,
      url: request.url,
      method: request.method,
      type: requestType(request, headers),
      headers,
      ...((request.bodySize ?? 0) > 0 && { hasPostData: true }),
      ts: event.timestamp,
      frameId,
      initiator: request.initiatorType ?? event.initiator?.type ?? "other",
    });
  }

  responseStarted(event: Network.ResponseStartedParameters): void {
    if (isFavicon(event.request)) return;
    const socketId = this.#sockets.get(event.request.request);
    if (socketId !== undefined) {
      if (event.response.status === 101) this.#events.emit("socketready", { socketId, ts: event.timestamp });
      return;
    }
    this.#events.emit("response", responseStart(event));
  }

  responseCompleted(event: Network.ResponseCompletedParameters): void {
    const { request, response, timestamp: ts } = event;
    if (isFavicon(request)) return;
    // The handshake of a socket that was opened is completed when the socket closes.
    if (this.#socketClosed(request.request, ts)) return;
    const bodyBytes = response.content.size || response.bodySize || undefined;
    this.#events.emit("requestfinished", { id: request.request, bytes: response.bytesReceived, ...(bodyBytes && { bodyBytes }), ts });
  }

  failed({ request, errorText, timestamp: ts }: Network.FetchErrorParameters): void {
    if (isFavicon(request)) return;
    if (this.#socketClosed(request.request, ts)) return;
    const canceled = errorText === "NS_BINDING_ABORTED" || errorText === "NS_ERROR_ABORT";
    this.#events.emit("requestfailed", { id: request.request, error: netError(errorText), ts, canceled });
  }

  #socketClosed(requestId: string, ts: number): boolean {
    const socketId = this.#sockets.get(requestId);
    if (socketId === undefined) return false;
    this.#sockets.delete(requestId);
    this.#reports.closed(socketId, ts);
    return true;
  }
}

/** Firefox's own request for a site's icon; Chromium shows none without a window. */
const isFavicon = ({ destination, initiatorType }: RequestData) => destination === "image" && initiatorType === null;

const isWebSocket = (headers: Record<string, string>) => header(headers, "Upgrade")?.toLowerCase() === "websocket";

export function requestType(request: Network.RequestData, headers: Record<string, string>): string {
  const { destination = "", initiatorType } = request as RequestData;
  const known = typesByDestination[destination];
  if (known) return known;
  if (initiatorType === "xmlhttprequest") return "xhr";
  if (initiatorType === "fetch") return "fetch";
  if (header(headers, "Accept") === "text/event-stream") return "eventsource";
  // A beacon: sent without reading what comes back.
  if (request.method === "POST" && header(headers, "Sec-Fetch-Mode") === "no-cors") return "ping";
  return "other";
}

const header = (headers: Record<string, string>, name: string) =>
  headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Several headers of one name are joined as browsers do, `Set-Cookie` line by line. */
export function plainHeaders(headers: Network.Header[]): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const { name, value } of headers) {
    const text = bytesText(value);
    const before = plain[name];
    plain[name] = before === undefined ? text : `${before}${name.toLowerCase() === "set-cookie" ? "\n" : ", "}${text}`;
  }
  return plain;
}

function responseStart({ request, response, timestamp }: Network.ResponseStartedParameters): ResponseStart {
  return {
    id: request.request,
    url: response.url,
    status: response.status,
    statusText: response.statusText,
    headers: plainHeaders(response.headers),
    mimeType: response.mimeType.split(";")[0]?.trim() ?? "",
    ts: timestamp,
    protocol: response.protocol,
    fromCache: response.fromCache,
    timing: harTiming(request.timings),
  };
}

function harTiming(timings: Network.FetchTimingInfo & { tlsEnd?: number }): NonNullable<ResponseStart["timing"]> {
  const span = (start: number, end: number) => (start > 0 && end >= start ? end - start : -1);
  return {
    dns: span(timings.dnsStart, timings.dnsEnd),
    connect: span(timings.connectStart, timings.connectEnd),
    ssl: span(timings.tlsStart, timings.tlsEnd ?? 0),
    send: 0,
    wait: span(timings.requestStart, timings.responseStart),
  };
}

const netErrors: Record<string, string> = {
  NS_ERROR_CONNECTION_REFUSED: "CONNECTION_REFUSED",
  NS_ERROR_UNKNOWN_HOST: "NAME_NOT_RESOLVED",
  NS_ERROR_UNKNOWN_PROXY_HOST: "PROXY_CONNECTION_FAILED",
  NS_ERROR_PROXY_CONNECTION_REFUSED: "PROXY_CONNECTION_FAILED",
  NS_ERROR_NET_TIMEOUT: "TIMED_OUT",
  NS_ERROR_NET_TIMEOUT_EXTERNAL: "TIMED_OUT",
  NS_ERROR_NET_RESET: "CONNECTION_RESET",
  NS_ERROR_NET_INTERRUPT: "CONNECTION_CLOSED",
  NS_ERROR_NET_EMPTY_RESPONSE: "EMPTY_RESPONSE",
  NS_ERROR_NET_PARTIAL_TRANSFER: "CONTENT_LENGTH_MISMATCH",
  NS_ERROR_NET_HTTP2_SENT_GOAWAY: "HTTP2_PROTOCOL_ERROR",
  NS_ERROR_OFFLINE: "INTERNET_DISCONNECTED",
  NS_ERROR_REDIRECT_LOOP: "TOO_MANY_REDIRECTS",
  NS_ERROR_INVALID_CONTENT_ENCODING: "CONTENT_DECODING_FAILED",
  NS_ERROR_UNKNOWN_PROTOCOL: "UNKNOWN_URL_SCHEME",
  NS_ERROR_FILE_NOT_FOUND: "FILE_NOT_FOUND",
  NS_ERROR_DOM_BAD_URI: "BLOCKED_BY_CLIENT",
  NS_ERROR_CONTENT_BLOCKED: "BLOCKED_BY_CSP",
  NS_BINDING_ABORTED: "ABORTED",
  NS_ERROR_ABORT: "ABORTED",
  deniedPortAccess: "UNSAFE_PORT",
};

/** Callers know one vocabulary; what has no counterpart keeps Firefox's name. */
export function netError(errorText: string): string {
  const name = /\b(NS_\w+|SEC_ERROR_\w+|SSL_ERROR_\w+|MOZILLA_PKIX_\w+|deniedPortAccess)\b/.exec(errorText)?.[1];
  if (name && netErrors[name]) return `net::ERR_${netErrors[name]}`;
  if (name && /^(SEC_ERROR|SSL_ERROR|MOZILLA_PKIX)/.test(name)) return `net::ERR_CERT_INVALID (${name})`;
  return name ?? errorText;
}
