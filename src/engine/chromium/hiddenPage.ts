import { EMPTY_DOCUMENT, requireOpened } from "../hiddenPage.ts";
import type { HiddenPage } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { ChromiumFrame } from "./frame.ts";
import { pausedRequest } from "./intercept.ts";
import { loadResource } from "./sources.ts";

/**
 * A target outside every window, which Chromium closes when our connection ends. It is told no more than it needs, and
 * nothing waits for its renderer before the first visit does: most of what it costs is the start of that process.
 */
export class ChromiumHiddenPage implements HiddenPage {
  readonly #session: CdpSession;
  readonly close: () => Promise<void>;
  #frameId = "";

  constructor(session: CdpSession, close: () => Promise<void>) {
    this.#session = session;
    this.close = close;
    session.on("Fetch.requestPaused", (event) => void pausedRequest(session, event).fulfil(EMPTY_DOCUMENT));
    session.post("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
    // A service worker would answer before the request could be held back.
    session.post("Network.enable", {});
    session.post("Network.setBypassServiceWorker", { bypass: true });
  }

  async visit(url: string): Promise<ChromiumFrame> {
    const answer = await this.#session.send("Page.navigate", { url });
    requireOpened(url, answer);
    this.#frameId = answer.frameId;
    const frame = new ChromiumFrame(answer.frameId, undefined, this.#session);
    frame.url = url;
    return frame;
  }

  async letOut({ userAgent, locale }: { userAgent: string | null; locale: string | null }): Promise<void> {
    // Accept-Language comes with the user agent's override; without an agent the browser's own stays.
    if (userAgent !== null || locale !== null) this.#session.post("Emulation.setUserAgentOverride", { userAgent: userAgent ?? "", ...(locale !== null && { acceptLanguage: locale }) });
    await this.#session.send("Fetch.disable");
  }

  loadResource(url: string, maxBytes: number): Promise<Buffer> {
    return loadResource(this.#session, this.#frameId, url, maxBytes);
  }
}
