import { scriptOrder } from "./pageScripts.ts";
import type { SessionPart } from "./part.ts";
import type { Session } from "./session.ts";

/**
 * Takes banners and widgets that the operator named out of the way, by style only: the document stays as it is for
 * assertions. A constructed sheet does not appear in the DOM and survives a page that rewrites its head.
 */
export class HiddenOverlays implements SessionPart {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async begin(): Promise<void> {
    const { config, parts } = this.#session;
    const selectors = config.hideOverlaySelectors;
    if (selectors.length > 0) await parts.scripts.install({ name: "overlays", order: scriptOrder.overlays, world: "isolated", source: hiding(selectors) });
  }
}

function hiding(selectors: readonly string[]): string {
  // A rule each: one selector that does not parse must not take the others with it.
  const css = selectors.map((selector) => `${selector} { display: none !important; pointer-events: none !important; }`).join("\n");
  return `const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets.push(sheet);`;
}
