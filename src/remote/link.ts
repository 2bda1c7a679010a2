import { readFileSync } from "node:fs";
import type { Agent, OutgoingHttpHeaders } from "node:http";
import type { SecureContextOptions } from "node:tls";
import { HttpsProxyAgent } from "https-proxy-agent";
import { SocksProxyAgent } from "socks-proxy-agent";
import type { Endpoint } from "../config/endpoint.ts";
import { DroverError } from "../protocol/errors.ts";

/** What stands for the endpoint's key in its address and headers. */
const KEY = /<KEY>/g;

/** How requests and sockets get to an endpoint: as whom, trusting whom, through what. */
export interface Passage {
  /** As the person named it; addresses may hold secrets. */
  name: string;
  headers: OutgoingHttpHeaders;
  tls: Pick<SecureContextOptions, "ca" | "cert" | "key">;
  agent?: Agent;
}

/** A browser's WebSocket elsewhere. */
export interface SocketLink extends Passage {
  url: string;
}

/** The address with its key filled in and without its user, who goes into a header. */
export function addressOf({ address, key = "" }: Endpoint): URL {
  const url = new URL(address.replace(KEY, encodeURIComponent(key)));
  url.username = "";
  url.password = "";
  return url;
}

export function passageTo(endpoint: Endpoint): Passage {
  const { name, address, key = "", headers = {}, ca, cert, certKey, proxy } = endpoint;
  const { username, password } = new URL(address.replace(KEY, encodeURIComponent(key)));
  const basic = username && `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`;
  return {
    name,
    headers: { ...(basic && { authorization: basic }), ...Object.fromEntries(Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value.replace(KEY, key)])) },
    tls: {
      ...(ca !== undefined && { ca: fileOf(name, ca) }),
      ...(cert !== undefined && { cert: fileOf(name, cert) }),
      ...(certKey !== undefined && { key: fileOf(name, certKey) }),
    },
    ...(proxy !== undefined && { agent: proxy.startsWith("socks") ? new SocksProxyAgent(proxy) : new HttpsProxyAgent(proxy) }),
  };
}

/** The socket that an answer names, at the place that was asked: Grids and browsers behind a proxy do not know their own address. */
export function linkTo(endpoint: Endpoint, named: string): SocketLink {
  const base = addressOf(endpoint);
  const url = new URL(named, base);
  url.protocol = isSecure(base) ? "wss:" : "ws:";
  url.host = base.host;
  for (const [name, value] of base.searchParams) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return { ...passageTo(endpoint), url: url.href };
}

/** The socket that a provider names, which may be anywhere. What identifies us at its API is told to nobody else. */
export function linkNamed(endpoint: Endpoint, named: string): SocketLink {
  const passage = passageTo(endpoint);
  return { ...passage, headers: new URL(named).host === addressOf(endpoint).host ? passage.headers : {}, url: named };
}

export const isSecure = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "wss:";

function fileOf(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new DroverError("bad-input", `endpoint "${name}" needs the file ${file}, which cannot be read: ${(cause as Error).message}`, { cause, hint: `Put it back, or name the endpoint anew with \`drover endpoint add ${name} …\`.` });
  }
}
