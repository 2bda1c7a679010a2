import { DroverError } from "../../protocol/errors.ts";
import type { EngineExtensions, EnginePage } from "../port.ts";
import type { ChromiumBrowser } from "./browser.ts";
import { CdpError } from "./connection.ts";
import { ChromiumPage } from "./page.ts";

/** A popup that a manifest names is there with the answer, in a window a moment later. */
const POPUP_MS = 2000;

/** Chromium's own commands for it, over the connection that is there: no window, no restart. */
export class ChromiumExtensions implements EngineExtensions {
  readonly #browser: ChromiumBrowser;

  constructor(browser: ChromiumBrowser) {
    this.#browser = browser;
  }

  async load(folder: string): Promise<string | undefined> {
    const loading = this.#browser.session.send("Extensions.loadUnpacked", { path: folder });
    const { id } = await inItsWords(loading).catch(async (refused: unknown) => {
      if ((await this.present()) === undefined) return { id: undefined };
      throw refused;
    });
    return id;
  }

  async unload(id: string): Promise<void> {
    await inItsWords(this.#browser.session.send("Extensions.uninstall", { id }));
  }

  /** Older ones do not know the domain, or keep it shut. */
  async present(): Promise<{ id: string; enabled: boolean }[] | undefined> {
    try {
      return (await this.#browser.session.send("Extensions.getExtensions")).extensions;
    } catch (thrown) {
      if (thrown instanceof CdpError && thrown.kind !== "gone") return undefined;
      throw thrown;
    }
  }

  async serves(id: string): Promise<boolean> {
    const { session, close } = await this.#browser.defaultContext.hiddenTarget();
    try {
      const { errorText } = await session.send("Page.navigate", { url: `${this.address(id)}manifest.json` });
      return errorText === undefined;
    } finally {
      await close();
    }
  }

  address(id: string): string {
    return `chrome-extension://${id}/`;
  }

  async pressButton(id: string, page: EnginePage, expected: boolean): Promise<EnginePage | undefined> {
    if (!(page instanceof ChromiumPage)) throw new DroverError("refused", "the page is not of this browser");
    await page.bringToFront();
    const targetId = await this.#tabOf(page);
    const press = () => inItsWords(this.#browser.session.send("Extensions.triggerAction", { id, targetId }));
    return this.#browser.popupOver(page, press, expected ? POPUP_MS : 0);
  }

  /** Buttons belong to tabs, which are targets of their own around those of pages. */
  async #tabOf(page: ChromiumPage): Promise<string> {
    const { targetInfos } = await this.#browser.session.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const alike = targetInfos.filter(({ url }) => url === page.url).map(({ targetId }) => targetId);
    if (alike.length > 1) for (const tab of alike) if ((await this.#pagesIn(tab)).includes(page.id)) return tab;
    const [tab] = alike;
    if (tab !== undefined && alike.length === 1) return tab;
    throw new DroverError("not-found", "the page's tab was not found", { hint: "Load the page again, then try once more." });
  }

  async #pagesIn(tab: string): Promise<string[]> {
    const session = await this.#browser.attachHidden(tab);
    const ids: string[] = [];
    session.on("Target.attachedToTarget", ({ targetInfo }) => ids.push(targetInfo.targetId));
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    this.#browser.session.post("Target.detachFromTarget", { sessionId: session.id! });
    return ids;
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
