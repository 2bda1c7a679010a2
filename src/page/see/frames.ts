/**
 * Which `<iframe>` holds which frame: both sides know a frame's place in its parent's `window[i]`, also across origins.
 * Frames inside shadow roots have no such place (-1).
 */

import * as dom from "../dom.ts";

/** The place of the frame that an element shows; undefined when it shows none. */
export const frameShownBy = (element: Element): number | undefined => (/^i?frame$/.test(dom.localName(element)) ? frameIndexOf(element as HTMLIFrameElement) : undefined);

export function frameIndexOf(element: HTMLIFrameElement): number {
  const inside = element.contentWindow;
  if (!inside) return -1;
  for (let i = 0; i < window.length; i++) if (window[i] === inside) return i;
  return -1;
}

export function ownFrameIndex(): number {
  if (window.parent === window) return -1;
  for (let i = 0; i < window.parent.length; i++) if (window.parent[i] === window) return i;
  return -1;
}
