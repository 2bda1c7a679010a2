import { DroverError } from "../../protocol/errors.ts";
import type { EngineExtensions, EnginePage } from "../port.ts";
import type { ChromiumBrowser } from "./browser.ts";
import { CdpError } from "./connection.ts";

/** Chromium's own commands for it, over the connection that is there: no window, no restart. */
export class ChromiumExtensions implements EngineExtensions {
  readonly #browser: ChromiumBrowser;

  constructor(browser: ChromiumBrowser) {
    this.#browser = browser;
  }

  async load(folder: string): Promise<string> {
    const { id } = await inItsWords(this.#browser.session.send("Extensions.loadUnpacked", { path: folder }));
    return id;
  }

  async unload(id: string): Promise<void> {
    await inItsWords(this.#browser.session.send("Extensions.uninstall", { id }));
  }

  async present(): Promise<{ id: string; enabled: boolean }[]> {
    return (await this.#browser.session.send("Extensions.getExtensions")).extensions;
  }

  address(id: string): string {
    return `chrome-extension://${id}/`;
  }

  async pressButton(id: string, page: EnginePage): Promise<void> {
    await page.bringToFront();
    // Buttons belong to tabs, which are targets of their own around those of pages.
    const { targetInfos } = await this.#browser.session.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const tab = targetInfos.find(({ url }) => url === page.url);
    if (!tab) throw new DroverError("not-found", "the page's tab was not found", { hint: "Load the page again, then try once more." });
    await inItsWords(this.#browser.session.send("Extensions.triggerAction", { id, targetId: tab.targetId }));
  }
}

async function inItsWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!(thrown instanceof CdpError)) throw thrown;
    throw new DroverError("refused", `the browser refused: ${thrown.message.replace(/^Extensions\.\w+: /, "")}`, { hint: "Correct the extension's manifest, or the call, and try again.", cause: thrown });
  }
}
