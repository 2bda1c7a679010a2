import type { LookupAddress } from "node:dns";
import { EventEmitter, once } from "node:events";
import http from "node:http";
import net, { type AddressInfo, type LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { addressRefused } from "./addressRules.ts";
import { type Destination, type GateRules, nameRefused, type Refusal } from "./gateRules.ts";
import { isOwnPeer } from "./ownPeer.ts";
import { type ResolveName, resolveName } from "./resolveName.ts";
import { dialUpstream, tunnelThrough } from "./upstream.ts";
import { parseUpstream, type Upstream } from "./upstreamAddress.ts";

/** A destination that may be connected to, at these addresses and no others. */
type Judged = { refused: string } | { addresses: LookupAddress[] };

const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer", "upgrade"]);

/**
 * The one way out of a guarded session: a proxy on loopback to which its browser or its context is bound. It resolves each
 * name itself, judges name and addresses, and connects to what it has judged, so that redirects, sub-resources, workers,
 * sockets and names that change their address all pass here or nowhere.
 */
export class Gate {
  readonly rules: GateRules;
  readonly events = new EventEmitter<{ refused: [refusal: Refusal] }>();
  readonly #server: http.Server;
  readonly #agent = new http.Agent({ keepAlive: true });
  readonly #resolve: ResolveName;
  readonly #upstream: Upstream | undefined;
  readonly #admitted = new Set<string>();
  readonly #open = new Set<Duplex>();

  private constructor(rules: GateRules, resolve: ResolveName) {
    this.rules = rules;
    this.#resolve = resolve;
    this.#upstream = rules.proxy === undefined ? undefined : parseUpstream(rules.proxy);
    this.#server = http.createServer((request, response) => void this.#forward(request, response).catch((thrown: unknown) => failed(thrown, () => fail(response))));
    this.#server.on("connect", (request, socket, head) => void this.#tunnel(request, socket, head).catch((thrown: unknown) => failed(thrown, () => socket.destroy())));
    this.#server.on("connection", (socket) => {
      if (!isOwnPeer(socket)) return socket.destroy();
      this.#track(socket);
    });
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  /** `port`: the one that a browser which outlived its daemon is bound to. */
  static async open(rules: GateRules, { port = 0, resolve = resolveName }: { port?: number; resolve?: ResolveName } = {}): Promise<Gate> {
    const gate = new Gate(rules, resolve);
    gate.#server.listen(port, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Somebody has approved an origin that is not on the allowlist. */
  admit(url: URL): void {
    this.#admitted.add(url.origin);
  }

  close(): void {
    this.#agent.destroy();
    this.#server.close();
    for (const stream of this.#open) stream.destroy();
  }

  async #judge(destination: Destination): Promise<Judged> {
    const named = nameRefused(destination, this.rules, this.#admitted);
    if (named) return this.#refuse(destination, named);
    // A proxy further on resolves names by itself, unless their addresses matter here.
    if (this.#upstream && !this.rules.guard) return { addresses: [] };
    const addresses = await this.#resolve(destination.host);
    for (const { address } of addresses) {
      const reason = addressRefused(address, destination, this.rules);
      if (reason) return this.#refuse(destination, reason);
    }
    return { addresses };
  }

  #refuse({ host, port }: Destination, reason: string): { refused: string } {
    this.events.emit("refused", { at: Date.now(), place: `${host}:${port}`, reason });
    return { refused: reason };
  }

  async #tunnel(request: http.IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#track(socket);
    const destination = readPlace(request.url ?? "", true);
    if (!destination) return void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const judged = await this.#judge(destination);
    if ("refused" in judged) return void socket.end(`HTTP/1.1 403 ${REFUSED}\r\nContent-Length: 0\r\n\r\n`);
    const far = await this.#connect(destination, judged.addresses).catch((thrown: unknown) => {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      throw thrown;
    });
    if (socket.destroyed) return void far.destroy();
    this.#track(far);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    if (head.length > 0) far.write(head);
    join(socket, far);
  }

  async #forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const url = URL.canParse(request.url ?? "") ? new URL(request.url ?? "") : undefined;
    if (url?.protocol !== "http:") return void response.writeHead(400).end();
    const destination: Destination = { host: bare(url.hostname), port: Number(url.port) || 80, tunnel: false };
    const judged = await this.#judge(destination);
    if ("refused" in judged) {
      response.writeHead(403, REFUSED, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", "content-security-policy": "sandbox" });
      return void response.end(`Drover refused the connection to ${url.host}: ${judged.refused}.\n`);
    }
    const headers = forwarded(request.rawHeaders);
    const onward = http.request({ method: request.method, headers, setHost: false, ...(await this.#route(destination, judged.addresses, url, headers)) });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwarded(answer.rawHeaders));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    onward.on("error", (error) => failed(error, () => fail(response)));
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }

  /** How a plain request goes on. */
  async #route({ host, port }: Destination, addresses: LookupAddress[], url: URL, headers: string[]): Promise<http.RequestOptions> {
    const upstream = this.#upstream;
    const path = url.pathname + url.search;
    if (!upstream) return { host, port, path, lookup: only(addresses), agent: this.#agent };
    if (upstream.kind === "http" && addresses.length === 0) {
      const socket = await dialUpstream(upstream, await this.#upstreamAddress(upstream));
      if (upstream.authorization) headers.push("Proxy-Authorization", upstream.authorization);
      return { path: url.href, createConnection: () => this.#track(socket) };
    }
    const socket = await this.#connect({ host, port, tunnel: false }, addresses);
    return { host, port, path, createConnection: () => this.#track(socket) };
  }

  async #connect({ host, port }: Destination, addresses: LookupAddress[]): Promise<net.Socket> {
    const upstream = this.#upstream;
    if (upstream) return tunnelThrough(upstream, await this.#upstreamAddress(upstream), addresses[0]?.address ?? host, port);
    const socket = net.connect({ host, port, lookup: only(addresses), autoSelectFamily: true });
    await once(socket, "connect");
    return socket;
  }

  /** The proxy is a destination too: whoever chose it may not reach through it what the guard keeps. */
  async #upstreamAddress({ host, port }: Upstream): Promise<string> {
    const destination = { host, port, tunnel: true };
    const addresses = await this.#resolve(host);
    const reason = addresses.map(({ address }) => addressRefused(address, destination, this.rules)).find(Boolean);
    if (reason) {
      this.#refuse(destination, reason);
      throw new Error(`the proxy is refused: ${reason}`);
    }
    return addresses[0]?.address ?? host;
  }

  #track<T extends Duplex>(stream: T): T {
    this.#open.add(stream);
    stream.once("close", () => this.#open.delete(stream));
    return stream;
  }
}

const REFUSED = "Refused by Drover";

/** `host:port` of a tunnel; the name as a browser would write it, whatever spelling it was given in. */
function readPlace(text: string, tunnel: boolean): Destination | undefined {
  const parts = /^(.+):(\d{1,5})$/.exec(text);
  const address = `http://${parts?.[1]}/`;
  if (!parts || /[/?#@\\]/.test(parts[1]!) || !URL.canParse(address)) return undefined;
  return { host: bare(new URL(address).hostname), port: Number(parts[2]), tunnel };
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");

/** Connects to the addresses that were judged: the name is not asked for again. */
const only =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, found) => {
    if (all) found(null, addresses);
    else found(null, addresses[0]?.address ?? "", addresses[0]?.family);
  };

/** Headers in order, without those that are between a browser and its proxy. */
function forwarded(rawHeaders: string[]): string[] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, index) => [rawHeaders[2 * index]!, rawHeaders[2 * index + 1]!] as const);
  const named = pairs.flatMap(([name, value]) => (name.toLowerCase() === "connection" ? value.toLowerCase().split(/\s*,\s*/) : []));
  return pairs.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && !named.includes(name.toLowerCase())).flat();
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [[one, other], [other, one]] as const) {
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
  }
}

function failed(thrown: unknown, then: () => void): void {
  noteFailure(thrown, "a connection that cannot be made is the browser's to report");
  then();
}

function fail(response: http.ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}
