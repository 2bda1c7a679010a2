import { attachEndpoint } from "../browser/attachEndpoint.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ConnectBrowser } from "../session/browserPool.ts";

/** The one place that knows both engines; each is loaded when first asked for. */
export const connectBrowser: ConnectBrowser = async ({ engine, endpoint, foreign }) => {
  if (engine === "firefox") throw new DroverError("unsupported-engine", "Firefox is not there yet");
  const { ChromiumBrowser } = await import("../engine/chromium/browser.ts");
  return ChromiumBrowser.connect(await attachEndpoint(endpoint), { foreign });
};
