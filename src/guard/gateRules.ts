import net from "node:net";
import { judgeOrigin } from "../policy/originPolicy.ts";

/** What a session's traffic is held to, and the proxy that it goes on to. */
export interface GateRules {
  /** Addresses that the public does not reach are refused. */
  guard: boolean;
  /** Origins that the guard lets through all the same. */
  allowPrivate: string[];
  allowedOrigins: string[];
  blockedOrigins: string[];
  proxy?: string | undefined;
  identity?: ClientIdentity | undefined;
}

/** Files of a certificate that shows a server who is there, and the origin that it is for. */
export interface ClientCertificate {
  origin: string;
  cert?: string;
  key?: string;
  pfx?: string;
  /** Who vouches for the server, besides those whom everybody trusts. */
  ca?: string;
  /** Never written down: after a restart of the daemon it is missing. */
  passphrase?: string;
}

/** For some origins the gate itself speaks TLS, on both sides: no browser takes a certificate from who drives it. */
export interface ClientIdentity {
  certificates: ClientCertificate[];
  /** The file of the key that the browser knows the gate by. */
  ownKey: string;
  /** Servers need not prove who they are. */
  trustsAll?: boolean;
}

/** Is there anything that the gate would have to do? */
export const needsGate = ({ guard, proxy, identity, allowedOrigins, blockedOrigins }: GateRules): boolean =>
  guard || identity !== undefined || proxy !== undefined || allowedOrigins.length > 0 || blockedOrigins.length > 0;

/** What is spoken in a connection. */
export type Speech = "plain" | "tls";

const schemes: Record<Speech, string[]> = { plain: ["http", "ws"], tls: ["https", "wss"] };

/** Where a connection wants to go. */
export interface Place {
  host: string;
  port: number;
}

export interface Destination extends Place {
  speech: Speech;
}

/** The destination's address in every way that a pattern may have been written for it. */
export function addressesOf({ host, port, speech }: Destination): URL[] {
  const place = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  return schemes[speech].map((scheme) => new URL(`${scheme}://${place}/`));
}

/** Why a name may not be connected to, whatever its address. `admitted`: origins beside the list that somebody has approved. */
export function nameRefused(destination: Destination, rules: GateRules, admitted: ReadonlySet<string>): string | undefined {
  const addresses = addressesOf(destination);
  const verdicts = addresses.map((url) => judgeOrigin(url, rules.allowedOrigins, rules.blockedOrigins));
  if (verdicts.includes("blocked")) return "it is on the blocklist (blockedOrigins)";
  if (verdicts.includes("allowed") || addresses.some(({ origin }) => admitted.has(origin))) return undefined;
  return "it is not on the allowlist (allowedOrigins)";
}

/** How whoever wants a connection is answered, in the protocol that it asked in. */
export interface TunnelAnswers {
  open: string | Buffer;
  refused: string | Buffer;
  unreached: string | Buffer;
}

/** A connection that was not made. */
export interface Refusal {
  at: number;
  /** `host:port` as the browser asked for it. */
  place: string;
  /** The rules do not want it, or what should have been connected to does not answer: the place itself, or the proxy on the way to it. */
  because: "rules" | "place" | "proxy";
  reason: string;
}
