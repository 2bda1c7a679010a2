/** Style as it is now: the author's text where it still tells the truth, else what scripts have made of it. */
import * as dom from "../dom.ts";

function rulesText(sheet: CSSStyleSheet): string {
  return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
}

/** The text of a `<style>`. Scripts put rules into sheets that the element's text knows nothing of. */
export function styleText(style: HTMLStyleElement | SVGStyleElement): string {
  const text = style.textContent ?? "";
  const { sheet } = style;
  if (!sheet) return text;
  if (sheet.disabled) return "";
  return saysTheSame(text, sheet) ? text : rulesText(sheet);
}

/** A constructed sheet takes no imports: they are compared with nothing. */
function saysTheSame(text: string, sheet: CSSStyleSheet): boolean {
  try {
    const parsed = new CSSStyleSheet();
    parsed.replaceSync(text);
    const now = [...sheet.cssRules].filter((rule) => !(rule instanceof CSSImportRule)).map(({ cssText }) => cssText);
    return rulesText(parsed) === now.join("\n");
  } catch {
    // Rules that may not be read were loaded from elsewhere, and no script of the page has changed them.
    return true;
  }
}

/** A sheet that a script made, as long as it can be read. */
export const adoptedText = (root: Document | ShadowRoot): string =>
  [...dom.adoptedStyleSheets(root)]
    .filter(({ disabled }) => !disabled)
    .map((sheet) => (sheet.media.mediaText ? `@media ${sheet.media.mediaText} {\n${rulesText(sheet)}\n}` : rulesText(sheet)))
    .join("\n");
