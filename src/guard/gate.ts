import type { LookupAddress } from "node:dns";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { addressRefused } from "./addressRules.ts";
import { certificateAt, contextOf } from "./clientCertificates.ts";
import { type ClientCertificate, type Destination, type GateRules, nameRefused, type Place, type Refusal, type Speech, type TunnelAnswers } from "./gateRules.ts";
import { HttpDoor } from "./httpDoor.ts";
import { join } from "./join.ts";
import { NameMemory } from "./nameMemory.ts";
import { certificateFor } from "./ownCertificate.ts";
import { isOwnPeer } from "./ownPeer.ts";
import { pinnedLookup } from "./pinnedLookup.ts";
import { readSome } from "./readExactly.ts";
import { type ResolveName, resolveName } from "./resolveName.ts";
import { readWish, socksAnswers } from "./socksDoor.ts";
import { dialUpstream, tunnelThrough } from "./upstream.ts";
import { parseUpstream, type Upstream } from "./upstreamAddress.ts";

/** What a place may be asked in, and the addresses to connect to and no others. */
interface Judged {
  addresses: LookupAddress[];
  /** Why not, for what is refused. */
  refused: Partial<Record<Speech, string>>;
}

type TellRefusal = (refusal: Refusal) => Promise<void>;

const TLS_HANDSHAKE = 22;

/**
 * The one way out of a guarded session: a proxy on loopback to which its browser or its context is bound. It resolves each
 * name itself, judges name and addresses, and connects to what it has judged, so that redirects, sub-resources, workers,
 * sockets and names that change their address all pass here or nowhere. It is asked once for each connection (SOCKS), and
 * what is spoken in one costs nothing but its bytes; only a proxy that wants to see plain requests is given them.
 */
export class Gate {
  readonly rules: GateRules;
  readonly events = new EventEmitter<{ refused: [refusal: Refusal] }>();
  readonly #server: net.Server;
  readonly #httpDoor: HttpDoor | undefined;
  readonly #names: NameMemory;
  readonly #upstream: Upstream | undefined;
  readonly #admitted = new Set<string>();
  readonly #open = new Set<net.Socket>();

  readonly #tell: TellRefusal | undefined;

  private constructor(rules: GateRules, resolve: ResolveName, tell: TellRefusal | undefined) {
    this.rules = rules;
    this.#tell = tell;
    this.#names = new NameMemory(resolve);
    this.#upstream = rules.proxy === undefined ? undefined : parseUpstream(rules.proxy);
    // A guarded session's proxy gets addresses that were judged, which it can only be asked to connect to.
    if (this.#upstream?.kind === "http" && !rules.guard) this.#httpDoor = this.#openHttpDoor(this.#upstream);
    this.#server = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      if (!isOwnPeer(socket)) return void socket.destroy();
      this.#track(socket);
      return this.#httpDoor ? this.#httpDoor.take(socket) : this.#serve(socket);
    });
  }

  /** `port`: the one that a browser which outlived its daemon is bound to. `tell`: whoever must know of a refusal before the browser does. */
  static async open(rules: GateRules, { port = 0, resolve = resolveName, tell }: { port?: number; resolve?: ResolveName; tell?: TellRefusal } = {}): Promise<Gate> {
    const gate = new Gate(rules, resolve, tell);
    gate.#server.listen(port, "127.0.0.1");
    await once(gate.#server, "listening");
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** What a browser is told as its proxy. */
  get address(): string {
    return `${this.#httpDoor ? "http" : "socks5"}://127.0.0.1:${this.port}`;
  }

  /** Somebody has approved an origin that is not on the allowlist. */
  admit(url: URL): void {
    this.#admitted.add(url.origin);
  }

  close(): void {
    this.#httpDoor?.close();
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #openHttpDoor(upstream: Upstream): HttpDoor {
    return new HttpDoor({
      authorization: upstream.authorization,
      dial: async () => this.#track(await dialUpstream(upstream, await this.#upstreamAddress(upstream))),
      judge: async (place) => {
        const reason = (await this.#judge(place)).refused.plain;
        if (reason !== undefined) await this.#refuse(place, reason);
        return reason;
      },
      tunnel: (socket, place, answers) => this.#tunnel(socket, place, answers),
    });
  }

  #serve(socket: net.Socket): void {
    socket.on("error", () => socket.destroy());
    readWish(socket)
      .then((place) => place && this.#tunnel(socket, place, socksAnswers))
      .catch((thrown: unknown) => failed(thrown, socket));
  }

  async #judge(place: Place): Promise<Judged> {
    const refused = this.#refusals(({ speech }) => nameRefused({ ...place, speech }, this.rules, this.#admitted));
    // A proxy further on resolves names by itself, unless their addresses matter here.
    if ((refused.plain && refused.tls) || (this.#upstream && !this.rules.guard)) return { addresses: [], refused };
    const addresses = await this.#names.addressesOf(place.host);
    const further = this.#refusals(({ speech }) => firstOf(addresses, ({ address }) => addressRefused(address, { ...place, speech }, this.rules)));
    return { addresses, refused: { ...further, ...refused } };
  }

  #refusals(judge: (destination: Pick<Destination, "speech">) => string | undefined): Judged["refused"] {
    const [plain, tls] = [judge({ speech: "plain" }), judge({ speech: "tls" })];
    return { ...(plain && { plain }), ...(tls && { tls }) };
  }

  async #refuse({ host, port }: Place, reason: string, because: Refusal["because"] = "rules"): Promise<void> {
    const refusal = { at: Date.now(), place: `${host}:${port}`, because, reason };
    this.events.emit("refused", refusal);
    await this.#tell?.(refusal);
  }

  /** Browsers say no more of it than that their proxy did not do it. */
  async #unreached(socket: net.Socket, place: Place, answers: TunnelAnswers, thrown: unknown): Promise<never> {
    await this.#refuse(place, wordsFor(thrown), thrown instanceof ProxyTrouble ? "proxy" : "place");
    socket.end(answers.unreached);
    throw thrown;
  }

  async #tunnel(socket: net.Socket, place: Place, answers: TunnelAnswers): Promise<void> {
    const { addresses, refused } = await this.#judge(place).catch((thrown: unknown) => this.#unreached(socket, place, answers, thrown));
    if (refused.plain && refused.tls) {
      await this.#refuse(place, refused.plain);
      return void socket.end(answers.refused);
    }
    const far = await this.#connect(place, addresses).catch((thrown: unknown) => this.#unreached(socket, place, answers, thrown));
    this.#track(far);
    if (socket.destroyed) return void far.destroy();
    socket.write(answers.open);
    const certificate = this.rules.identity && certificateAt(this.rules.identity, place);
    const first = certificate || refused.plain || refused.tls ? await this.#listenFirst(socket, far, place, refused) : undefined;
    if (socket.destroyed) return;
    if (certificate && first?.[0] === TLS_HANDSHAKE) return this.#speakAs(certificate, socket, far, place);
    join(socket, far);
  }

  /** Speaks TLS with the server as the one whom the certificate names, and with the browser in the server's place. */
  async #speakAs(certificate: ClientCertificate, socket: net.Socket, far: net.Socket, place: Place): Promise<void> {
    const { ownKey = "", trustsAll = false } = this.rules.identity ?? {};
    try {
      const server = this.#track(tls.connect({ socket: far, secureContext: contextOf(certificate), ALPNProtocols: ["h2", "http/1.1"], rejectUnauthorized: !trustsAll, host: place.host, ...(!net.isIP(place.host) && { servername: place.host }) })) as tls.TLSSocket;
      await once(server, "secureConnect");
      const own = certificateFor(place.host, readFileSync(ownKey, "utf8"));
      const browser = this.#track(new tls.TLSSocket(socket, { isServer: true, ...own, ALPNProtocols: [server.alpnProtocol || "http/1.1"] }));
      join(browser, server);
    } catch (thrown) {
      socket.destroy();
      far.destroy();
      await this.#refuse(place, `its TLS handshake with the client certificate failed: ${(thrown as Error).message}`);
    }
  }

  /** Where the rules let one speech through and not the other, the first byte shows which it is. */
  async #listenFirst(socket: net.Socket, far: net.Socket, place: Place, refused: Judged["refused"]): Promise<Buffer | undefined> {
    const first = await readSome(socket);
    const reason = first && refused[first[0] === TLS_HANDSHAKE ? "tls" : "plain"];
    if (first && reason === undefined) {
      socket.unshift(first);
      return first;
    }
    if (reason !== undefined) await this.#refuse(place, reason);
    far.destroy();
    socket.destroy();
    return undefined;
  }

  async #connect({ host, port }: Place, addresses: LookupAddress[]): Promise<net.Socket> {
    const upstream = this.#upstream;
    if (upstream) {
      return tunnelThrough(upstream, await this.#upstreamAddress(upstream), addresses[0]?.address ?? host, port).catch((cause: unknown) => {
        throw new ProxyTrouble(`the proxy ${upstream.host}:${upstream.port} cannot be used: ${wordsFor(cause)}`, { cause });
      });
    }
    const socket = net.connect({ host, port, lookup: pinnedLookup(addresses), autoSelectFamily: true, noDelay: true });
    await once(socket, "connect");
    return socket;
  }

  /** The proxy is a destination too: whoever chose it may not reach through it what the guard keeps. */
  async #upstreamAddress({ host, port, url }: Upstream): Promise<string> {
    const destination: Destination = { host, port, speech: url.protocol === "https:" ? "tls" : "plain" };
    const addresses = await this.#names.addressesOf(host).catch((cause: unknown) => {
      throw new ProxyTrouble(`the name of the proxy ${host}:${port} could not be resolved`, { cause });
    });
    const reason = firstOf(addresses, ({ address }) => addressRefused(address, destination, this.rules));
    if (reason) {
      await this.#refuse(destination, reason);
      throw new ProxyTrouble(`the proxy ${host}:${port} is refused: ${reason}`);
    }
    return addresses[0]?.address ?? host;
  }

  #track(socket: net.Socket): net.Socket {
    this.#open.add(socket);
    socket.once("close", () => this.#open.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  }
}

/** What stands between is at fault, and not the place that was asked for. */
class ProxyTrouble extends Error {}

/** Several addresses were tried where there are several complaints. */
function wordsFor(thrown: unknown): string {
  const { message, errors } = thrown as Error & { errors?: Error[] };
  return message || errors?.map((each) => each.message).join("; ") || String(thrown);
}

/** The first answer that there is. */
function firstOf<T, Found>(items: readonly T[], ask: (item: T) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = ask(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function failed(thrown: unknown, socket: net.Socket): void {
  noteFailure(thrown, "a connection that cannot be made is the browser's to report");
  if (!socket.writableEnded) socket.destroy();
}
