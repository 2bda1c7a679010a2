import { attachEndpoint, firefoxEndpoint } from "../browser/attachEndpoint.ts";
import { isDroverError } from "../protocol/errors.ts";
import type { EngineBrowser, EngineName } from "./port.ts";

/** Where a browser listens and what it speaks. */
export interface FoundEngine {
  engine: EngineName;
  /** The browser's WebSocket. */
  socket: string;
}

/** Finds out what listens at an endpoint. A browser that does not say it is of Chromium's family is taken for a Firefox. */
export async function findEngine(endpoint: string, engine?: EngineName): Promise<FoundEngine> {
  if (engine === "firefox" || (engine === undefined && isBidiAddress(endpoint))) return { engine: "firefox", socket: firefoxEndpoint(endpoint) };
  try {
    return { engine: "chromium", socket: await attachEndpoint(endpoint) };
  } catch (thrown) {
    if (engine === "chromium" || !isDroverError(thrown) || thrown.code !== "not-attachable") throw thrown;
    return { engine: "firefox", socket: firefoxEndpoint(endpoint) };
  }
}

const isBidiAddress = (endpoint: string) => /^wss?:\/\/[^/]+\/session\b/.test(endpoint);

/** Connects to somebody else's browser. */
export async function connectToForeign({ engine, socket }: FoundEngine): Promise<EngineBrowser> {
  if (engine === "firefox") {
    const { FirefoxBrowser } = await import("./firefox/browser.ts");
    return FirefoxBrowser.connect({ endpoint: socket }, { foreign: true });
  }
  const { ChromiumBrowser } = await import("./chromium/browser.ts");
  return ChromiumBrowser.connect(socket, { foreign: true });
}
