import { DroverError } from "../protocol/errors.ts";
import { socketOfPort } from "./runningBrowsers.ts";

/** Turns what a person types (`9222`, `http://127.0.0.1:9222`, `ws://…`) into the browser's WebSocket. Loopback only. */
export async function attachEndpoint(given: string): Promise<string> {
  const url = onLoopback(parse(given));
  if (url.protocol === "ws:" && url.pathname !== "/") return url.href;
  return webSocketUrl(url);
}

/** The same for Firefox, which has no page that names its WebSocket: it is at `/session`. */
export function firefoxEndpoint(given: string): string {
  const url = onLoopback(parse(given));
  return `ws://${url.host}${url.pathname === "/" ? "/session" : url.pathname}`;
}

/** Do two spellings mean the same browser? There is one on each port. */
export const sameEndpoint = (one: string, other: string): boolean => one === other || placeOf(one) === placeOf(other);

function placeOf(given: string): string {
  const { hostname, port } = parse(given);
  return `${hostname === "localhost" ? "127.0.0.1" : hostname}:${port}`;
}

function onLoopback(url: URL): URL {
  if (isLoopback(url.hostname)) return url;
  throw new DroverError("not-loopback", `refused to attach to ${url.hostname}: only loopback addresses are allowed`, {
    hint: "A debugging port gives full control of a browser. Forward a remote one over SSH and attach to 127.0.0.1.",
  });
}

function parse(given: string): URL {
  try {
    return new URL(/^\d+$/.test(given) ? `http://127.0.0.1:${given}` : given.includes("://") ? given : `http://${given}`);
  } catch (cause) {
    throw new DroverError("bad-input", `"${given}" is not an endpoint`, {
      cause,
      hint: "Examples: 9222, http://127.0.0.1:9222, ws://127.0.0.1:9222/devtools/browser/<id>.",
    });
  }
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host) || host.endsWith(".localhost");

export const noBrowserAt = (host: string, cause?: unknown): DroverError =>
  new DroverError("not-attachable", `no browser answers at ${host}`, {
    cause,
    hint: "`drover attach` lists the browsers of yours that may be driven, and says how to allow it. `drover chrome start` starts one that may.",
  });

async function webSocketUrl(url: URL): Promise<string> {
  const address = `http://${url.host}/json/version`;
  let version: unknown;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5000) });
    // One whose debugging a person allowed in its settings answers no questions: its profile says where it is.
    const own = answer.ok ? undefined : socketOfPort(url.port);
    if (own !== undefined) return own;
    version = await answer.json();
  } catch (cause) {
    throw noBrowserAt(url.host, cause);
  }
  const found = (version as { webSocketDebuggerUrl?: unknown } | null)?.webSocketDebuggerUrl;
  if (typeof found !== "string" || !URL.canParse(found)) throw noBrowserAt(url.host);
  // Browsers answer with the Host header's name; keep the address that was checked.
  const socket = new URL(found);
  socket.host = url.host;
  return socket.href;
}
