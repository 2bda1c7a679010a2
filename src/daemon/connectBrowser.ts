import { attachEndpoint, firefoxEndpoint } from "../browser/attachEndpoint.ts";
import type { ConnectBrowser } from "../session/browserPool.ts";

/** The one place that knows both engines; each is loaded when first asked for. */
export const connectBrowser: ConnectBrowser = async ({ id, engine, endpoint, marionettePort, keeper, foreign }) => {
  if (engine === "firefox") {
    const { FirefoxBrowser } = await import("../engine/firefox/browser.ts");
    return FirefoxBrowser.connect({ endpoint: firefoxEndpoint(endpoint), marionettePort, keeper }, { foreign, secret: id });
  }
  const { ChromiumBrowser } = await import("../engine/chromium/browser.ts");
  return ChromiumBrowser.connect(foreign ? await attachEndpoint(endpoint) : endpoint, { foreign });
};
