import type { EnginePage } from "../engine/port.ts";

/**
 * Takes banners and widgets that the operator named out of the way, by style only: the document stays as it is for
 * assertions. A constructed sheet does not appear in the DOM and survives a page that rewrites its head.
 */
export async function hideOverlays(page: EnginePage, selectors: readonly string[]): Promise<void> {
  if (selectors.length === 0) return;
  // A rule each: one selector that does not parse must not take the others with it.
  const css = selectors.map((selector) => `${selector} { display: none !important; pointer-events: none !important; }`).join("\n");
  await page.addInitScript(
    `{ const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(css)}); document.adoptedStyleSheets.push(sheet); }`,
    "isolated",
  );
}
