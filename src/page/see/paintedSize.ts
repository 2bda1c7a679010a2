import * as dom from "../dom.ts";

/** `600x300` of a canvas, or of an element that shows nothing but canvases: what is on it has no elements. */
export function paintedSize(element: Element): string | undefined {
  if (dom.localName(element) !== "canvas" && !(dom.querySelector(element, "canvas") && !/\S/.test(dom.textContent(element)))) return undefined;
  const { width, height } = dom.getBoundingClientRect(element);
  return `${Math.round(width)}x${Math.round(height)}`;
}
