import type { FoundEngine } from "../browser/findEngine.ts";
import type { EngineBrowser } from "./port.ts";

/** Connects to somebody else's browser. */
export async function connectToForeign({ engine, socket }: FoundEngine): Promise<EngineBrowser> {
  if (engine === "firefox") {
    const { FirefoxBrowser } = await import("./firefox/browser.ts");
    return FirefoxBrowser.connect({ endpoint: socket }, { foreign: true });
  }
  const { ChromiumBrowser } = await import("./chromium/browser.ts");
  return ChromiumBrowser.connect(socket, { foreign: true });
}
