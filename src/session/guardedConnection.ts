import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { type Destination, type GateRules } from "../guard/gateRules.ts";
import { pinnedLookup } from "../guard/pinnedLookup.ts";
import { parseUpstream } from "../guard/upstreamAddress.ts";
import { DroverError, isDroverError } from "../protocol/errors.ts";
import { destinationOf, requirePublic } from "./judgedAddress.ts";

const PATIENCE_MS = 30_000;

/** A connection of the daemon's own to a place of the web. It is held to what a guarded browser is held to: only addresses that were judged are connected to. */
export async function connectGuarded(url: URL, rules: GateRules): Promise<net.Socket> {
  const addresses = await requirePublic(url, rules);
  const destination = destinationOf(url);
  const socket = rules.proxy === undefined ? await direct(destination, addresses) : await throughProxy(rules.proxy, destination, addresses, rules);
  return withoutPatience(destination.speech === "tls" ? await secured(withoutPatience(socket), destination.host) : socket);
}

/** What was said about waiting for the connection does not hold for what is asked on it. */
function withoutPatience(socket: net.Socket): net.Socket {
  return socket.setTimeout(0).removeAllListeners("timeout");
}

async function direct({ host, port }: Destination, addresses: readonly LookupAddress[]): Promise<net.Socket> {
  const socket = net.connect({ host, port, lookup: pinnedLookup(addresses), autoSelectFamily: true, noDelay: true });
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${host}:${port} does not answer`)));
  await once(socket, "connect");
  return socket;
}

/** The proxy is a destination too, and gets an address that was judged instead of a name. */
async function throughProxy(proxy: string, { host, port }: Destination, addresses: readonly LookupAddress[], rules: GateRules): Promise<net.Socket> {
  const upstream = parseUpstream(proxy);
  const place = `${upstream.host}:${upstream.port}`;
  const { tunnelThrough } = await import("../guard/upstream.ts");
  try {
    const [own] = await requirePublic(new URL(`${upstream.url.protocol === "https:" ? "https" : "http"}://${net.isIPv6(upstream.host) ? `[${upstream.host}]` : upstream.host}:${upstream.port}/`), { ...rules, allowedOrigins: [], blockedOrigins: [] });
    return await tunnelThrough(upstream, own?.address ?? upstream.host, addresses[0]?.address ?? host, port);
  } catch (cause) {
    if (isDroverError(cause) && cause.code === "refused") throw cause;
    throw new DroverError("fetch-failed", `the proxy ${place} cannot be used: ${(cause as Error).message}`, { cause, failure: { source: "unknown" }, hint: "Check that it runs and takes connections to that place, or leave proxy out." });
  }
}

async function secured(socket: net.Socket, host: string): Promise<tls.TLSSocket> {
  const secure = tls.connect({ socket, ALPNProtocols: ["http/1.1"], ...(net.isIP(host) === 0 && { servername: host }) });
  secure.setTimeout(PATIENCE_MS, () => secure.destroy(new Error(`${host} does not finish its handshake`)));
  await once(secure, "secureConnect");
  return secure;
}
