import { DroverError } from "../../protocol/errors.ts";
import type { EngineExtensions } from "../port.ts";
import { BidiError } from "./connection.ts";
import type { FirefoxBrowser } from "./browser.ts";

/** Loaded until Firefox ends, as `about:debugging` does it. */
export class FirefoxExtensions implements EngineExtensions {
  readonly #browser: FirefoxBrowser;

  constructor(browser: FirefoxBrowser) {
    this.#browser = browser;
  }

  async load(folder: string): Promise<string> {
    const { extension } = await inItsWords(this.#browser.connection.send("webExtension.install", { extensionData: { type: "path", path: folder } }));
    return extension;
  }

  async unload(id: string): Promise<void> {
    await inItsWords(this.#browser.connection.send("webExtension.uninstall", { extension: id }));
  }
}

async function inItsWords<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (!(thrown instanceof BidiError)) throw thrown;
    throw new DroverError("refused", `the browser refused: ${thrown.message}`, { hint: "Correct the extension's manifest and try again.", cause: thrown });
  }
}
