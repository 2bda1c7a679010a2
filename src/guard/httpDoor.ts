import http from "node:http";
import net from "node:net";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { Place, TunnelAnswers } from "./gateRules.ts";
import { readPlace, withoutBrackets } from "./readPlace.ts";

/** What the gate does for whoever comes in by this door. */
export interface BehindHttpDoor {
  authorization: string | undefined;
  /** A connection to the proxy further on. */
  dial(): Promise<net.Socket>;
  /** Why a plain request may not go on. */
  judge(place: Place): Promise<string | undefined>;
  tunnel(socket: net.Socket, place: Place, answers: TunnelAnswers): Promise<void>;
}

const REFUSED = "Refused by Drover";
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer", "upgrade"]);

const answers: TunnelAnswers = {
  open: "HTTP/1.1 200 Connection established\r\n\r\n",
  refused: `HTTP/1.1 403 ${REFUSED}\r\nContent-Length: 0\r\n\r\n`,
  unreached: "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n",
};

/** Many proxies connect to nothing but TLS: where there is one further on, plain requests are shown to it, as a browser would. */
export class HttpDoor {
  readonly #server: http.Server;
  readonly #agent: http.Agent;
  readonly #behind: BehindHttpDoor;

  constructor(behind: BehindHttpDoor) {
    this.#behind = behind;
    this.#agent = new UpstreamAgent(() => behind.dial());
    this.#server = http.createServer((request, response) => void this.#forward(request, response).catch((thrown: unknown) => failed(thrown, () => fail(response))));
    this.#server.on("connect", (request, socket: net.Socket, head) => void this.#tunnel(request, socket, head).catch((thrown: unknown) => failed(thrown, () => socket.destroySoon())));
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  take(socket: net.Socket): void {
    this.#server.emit("connection", socket);
  }

  close(): void {
    this.#agent.destroy();
    this.#server.close();
  }

  async #tunnel(request: http.IncomingMessage, socket: net.Socket, head: Buffer): Promise<void> {
    const place = readPlace(request.url ?? "");
    if (!place) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    if (head.length > 0) socket.unshift(head);
    return this.#behind.tunnel(socket, place, answers);
  }

  async #forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : undefined;
    if (url?.protocol !== "http:") return void response.writeHead(400).end();
    const reason = await this.#behind.judge({ host: withoutBrackets(url.hostname), port: Number(url.port) || 80 });
    if (reason !== undefined) {
      response.writeHead(403, REFUSED, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "content-security-policy": "sandbox" });
      return void response.end(`Drover refused the connection to ${url.host}: ${reason}.\n`);
    }
    const headers = forwarded(request.rawHeaders);
    if (this.#behind.authorization) headers.push("Proxy-Authorization", this.#behind.authorization);
    const onward = http.request({ method: request.method, path: url.href, headers, setHost: false, agent: this.#agent });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwarded(answer.rawHeaders));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    onward.on("error", (error) => failed(error, () => fail(response)));
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}

/** Every connection of it is to the proxy, whatever the request is for. */
class UpstreamAgent extends http.Agent {
  readonly #dial: () => Promise<net.Socket>;

  constructor(dial: () => Promise<net.Socket>) {
    super({ keepAlive: true });
    this.#dial = dial;
  }

  override getName(): string {
    return "upstream";
  }

  override createConnection(_options: unknown, done?: (error: Error | null, socket: net.Socket) => void): null {
    this.#dial().then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, new net.Socket()),
    );
    return null;
  }
}

/** Headers in order, without those that are between a browser and its proxy. */
function forwarded(rawHeaders: string[]): string[] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => [rawHeaders[2 * index]!, rawHeaders[2 * index + 1]!] as const);
  const named = pairs.flatMap(([name, value]) => (name.toLowerCase() === "connection" ? value.toLowerCase().split(/\s*,\s*/) : []));
  return pairs.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && !named.includes(name.toLowerCase())).flat();
}

function failed(thrown: unknown, then: () => void): void {
  noteFailure(thrown, "a connection that cannot be made is the browser's to report");
  then();
}

function fail(response: http.ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}
