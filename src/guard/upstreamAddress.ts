import { DroverError } from "../protocol/errors.ts";

/** How a proxy is asked for a connection. */
const kinds = { "http:": "http", "https:": "http", "socks:": 5, "socks5:": 5, "socks5h:": 5, "socks4:": 4, "socks4a:": 4 } as const;
const ports: Record<string, number> = { "http:": 80, "https:": 443 };
const SOCKS_PORT = 1080;

export interface Upstream {
  url: URL;
  kind: "http" | 4 | 5;
  host: string;
  port: number;
  authorization?: string;
  user?: string;
  password?: string;
}

/** Reads `socks5://user:password@host:1080` and its like. */
export function parseUpstream(given: string): Upstream {
  const text = given.includes("://") ? given : `http://${given}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kind = url && kinds[url.protocol as keyof typeof kinds];
  if (!url || kind === undefined || url.hostname === "")
    throw new DroverError("bad-input", "the proxy's address is not understood", {
      hint: "Write http://host:8080, https://host, socks5://host:1080 or socks4://host, with user:password@ before the host where it needs one.",
    });
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    url,
    kind,
    host,
    port: Number(url.port) || (ports[url.protocol] ?? SOCKS_PORT),
    ...(user && { user, password, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` }),
  };
}
