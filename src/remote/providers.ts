import type { Endpoint, EndpointKind } from "../config/endpoint.ts";
import { askFar, farRefusal } from "./askFar.ts";
import { addressOf, linkTo } from "./link.ts";
import type { Provider } from "./provider.ts";
import { browserbase } from "./providers/browserbase.ts";
import { browserless, isPressure } from "./providers/browserless.ts";
import { browserUse } from "./providers/browserUse.ts";
import { cloudflare } from "./providers/cloudflare.ts";
import { grid, isGridStatus } from "./providers/grid.ts";
import { hyperbrowser } from "./providers/hyperbrowser.ts";
import { cdpLink, plain, speechAt } from "./providers/plain.ts";
import { steel } from "./providers/steel.ts";

const providers: Record<EndpointKind, Provider> = {
  cdp: plain("chromium"),
  bidi: plain("firefox"),
  grid,
  browserless,
  browserbase,
  steel,
  hyperbrowser,
  "browser-use": browserUse,
  cloudflare,
};

export const providerOf = (kind: EndpointKind): Provider => providers[kind];

/** Providers are known by where they are; everything else by what it answers. */
const hosts: [host: RegExp, kind: EndpointKind][] = [
  [/(^|\.)browserbase\.com$/, "browserbase"],
  [/(^|\.)steel\.dev$/, "steel"],
  [/(^|\.)hyperbrowser\.ai$/, "hyperbrowser"],
  [/(^|\.)browser-use\.com$/, "browser-use"],
  [/(^|\.)cloudflare\.com$/, "cloudflare"],
  [/(^|\.)browserless\.io$/, "browserless"],
];

/** Finds out what is at an endpoint. */
export async function kindAt(endpoint: Endpoint): Promise<EndpointKind> {
  if (endpoint.kind) return endpoint.kind;
  const address = addressOf(endpoint);
  const known = hosts.find(([host]) => host.test(address.hostname))?.[1];
  if (known) return known;
  if (address.protocol.startsWith("ws")) return kindOfSocket(endpoint);
  const status = await askFar(endpoint, "/status");
  if (status.status === 401 || status.status === 403) throw farRefusal(endpoint, status, "say what it is");
  if (isGridStatus(status.json)) return "grid";
  const pressure = await askFar(endpoint, `/pressure${endpoint.key === undefined ? "" : `?token=${encodeURIComponent(endpoint.key)}`}`);
  return isPressure(pressure.json) ? "browserless" : kindOfSocket(endpoint);
}

async function kindOfSocket(endpoint: Endpoint): Promise<EndpointKind> {
  const { protocol, pathname } = addressOf(endpoint);
  if (protocol.startsWith("ws") && /^\/session\b/.test(pathname)) return "bidi";
  const link = await cdpLink(endpoint);
  // A Firefox serves nothing at the root: its socket is at /session.
  const at = new URL(link.url).pathname === "/" && !protocol.startsWith("ws") ? [link, linkTo(endpoint, "/session")] : [link];
  for (const [index, each] of at.entries())
    try {
      return (await speechAt(endpoint, each)).engine === "firefox" ? "bidi" : "cdp";
    } catch (thrown) {
      if (index === at.length - 1) throw thrown;
    }
  return "cdp";
}
