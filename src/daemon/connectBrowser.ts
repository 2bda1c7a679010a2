import { attachEndpoint, firefoxEndpoint } from "../browser/attachEndpoint.ts";
import type { ConnectBrowser } from "../session/browserPool.ts";

/** The one place that knows both engines; each is loaded when first asked for. */
export const connectBrowser: ConnectBrowser = async ({ id, engine, endpoint, marionettePort, keeper, foreign, begun }) => {
  if (engine === "firefox") {
    const { FirefoxBrowser } = await import("../engine/firefox/browser.ts");
    if (typeof endpoint !== "string") return FirefoxBrowser.connect({ endpoint, begun }, { foreign, secret: id });
    return FirefoxBrowser.connect({ endpoint: firefoxEndpoint(endpoint), marionettePort, keeper }, { foreign, secret: id });
  }
  const { ChromiumBrowser } = await import("../engine/chromium/browser.ts");
  return ChromiumBrowser.connect(foreign && typeof endpoint === "string" ? await attachEndpoint(endpoint) : endpoint, { foreign });
};
