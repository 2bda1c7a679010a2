import type { IncomingMessage } from "node:http";

export interface WrongRequest {
  status: number;
  message: string;
}

/**
 * What is wrong with a request before anything reads it as an address: Node takes an empty `Host` for none and a whole address for a path, and
 * `TRACE`, which repeats credentials, is no request that it can be made into.
 */
export function malformed({ method = "", url = "", headers: { host } }: IncomingMessage, methods: readonly string[]): WrongRequest | undefined {
  if (!methods.includes(method)) return { status: 405, message: `${method} is not allowed here; send ${methods.join(", ")}.` };
  if (!host) return { status: 400, message: "The Host header is missing or empty." };
  return url.startsWith("/") ? undefined : { status: 400, message: "The request names a whole address, as to a proxy; this is none." };
}

/** Where a request that is not malformed goes. `//` is a path here: resolved against a base it would be a host, and no address at all. */
export const addressOf = ({ url = "/" }: IncomingMessage): URL => new URL(`http://127.0.0.1${url}`);

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/** Loopback alone is not enough: any web page can send requests to it, and any name can be made to resolve to it. `further` are names that a person gave the server. */
export function fromElsewhere({ headers }: IncomingMessage, further: readonly string[] = []): WrongRequest | undefined {
  const names = [...ownNames, ...further];
  const host = isPlainHost(headers.host ?? "") ? nameIn(`http://${headers.host ?? ""}`) : undefined;
  if (host === undefined || !names.includes(host)) return { status: 403, message: `This server is not called ${headers.host ?? ""}.` };
  const origin = headers.origin;
  if (origin !== undefined && !names.includes(nameIn(origin) ?? "")) return { status: 403, message: "Requests of other sites are not taken." };
  return undefined;
}

/** For a server of pages: of what pages ask, only those of this very server are heard, and nobody is sent here by another site. */
export function fromAnotherSite({ headers }: IncomingMessage, port: number): WrongRequest | undefined {
  const { origin } = headers;
  const site = headers["sec-fetch-site"];
  const isOwn = origin === undefined || ownNames.some((name) => origin === `http://${name}:${port}`);
  const isAsked = site === undefined || site === "none" || site === "same-origin";
  return isOwn && isAsked ? undefined : { status: 403, message: "Requests of other sites are not taken." };
}

/** Of `somebody@127.0.0.1` the name would be ours, too. */
const isPlainHost = (host: string): boolean => /^[^\s@/?#\\]+$/.test(host);

const nameIn = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).hostname : undefined);
