/** Bringing things into view where the browser's own `scrollIntoView` does not reach. */
import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import { composedAncestors, composedChildren, documentRoot, isElement } from "../see/composed.ts";
import { imageOfArea } from "../see/imageMap.ts";
import { BoxReader, hasVisibleBox } from "../see/visible.ts";

export function scrollTo(element: Element, block: ScrollLogicalPosition): void {
  const drawn = drawnPart(imageOfArea(element) ?? element);
  if (drawn) dom.scrollIntoView(drawn, { block, inline: "nearest", behavior: "instant" });
  else bringIntoView(element, () => new BoxReader().rectOf(element));
}

/** An element that is only its contents has no box: its first part that has one is scrolled to; undefined when it is words alone. */
function drawnPart(element: Element): Element | undefined {
  if (getComputedStyle(element).display !== "contents") return element;
  for (const child of composedChildren(element)) if (isElement(child) && hasVisibleBox(child)) return drawnPart(child);
  return undefined;
}

/** Scrolls whatever is around an element until a box in it is shown, and nothing that shows it already. */
export function bringIntoView(element: Element, boxNow: () => Box): void {
  const page = dom.scrollingElement(document) ?? documentRoot();
  for (const scroller of composedAncestors(element)) if (scroller !== page && scrolls(scroller)) centre(scroller, boxNow(), dom.getBoundingClientRect(scroller));
  centre(page, boxNow(), new DOMRect(0, 0, dom.clientWidth(page), dom.clientHeight(page)));
}

function scrolls(element: Element): boolean {
  const over = dom.scrollHeight(element) > dom.clientHeight(element) || dom.scrollWidth(element) > dom.clientWidth(element);
  const { overflowX, overflowY } = getComputedStyle(element);
  return over && [overflowX, overflowY].some((overflow) => overflow !== "visible" && overflow !== "clip");
}

function centre(scroller: Element, box: Box, window: Box): void {
  const along = (from: number, size: number, start: number, room: number) => (from >= start && from + size <= start + room ? 0 : from + size / 2 - (start + room / 2));
  const left = along(box.x, box.width, window.x, window.width);
  const top = along(box.y, box.height, window.y, window.height);
  if (left || top) dom.scrollBy(scroller, { left, top, behavior: "instant" });
}
