import * as dom from "../dom.ts";
import { documentRoot } from "../see/composed.ts";
import { choose } from "./ready.ts";
import type { ActApi, ScrollArg, ScrollGeometry } from "./api.ts";

const pageScroller = (): Element => dom.scrollingElement(document) ?? documentRoot();

export function geometry(scroller: Element = pageScroller()): ScrollGeometry {
  const [scrollTop, scrollHeight, clientHeight] = [dom.scrollTop(scroller), dom.scrollHeight(scroller), dom.clientHeight(scroller)];
  return {
    x: Math.round(dom.scrollLeft(scroller)),
    y: Math.round(scrollTop),
    scrollWidth: dom.scrollWidth(scroller),
    scrollHeight,
    clientWidth: dom.clientWidth(scroller),
    clientHeight,
    atTop: scrollTop <= 1,
    atBottom: scrollTop + clientHeight >= scrollHeight - 1,
  };
}

export const scroll: ActApi["scroll"] = (arg) => {
  const element = arg.target && choose(arg.target).element;
  if (element && !arg.to && !arg.by) {
    dom.scrollIntoView(element, { block: "center", inline: "nearest", behavior: "instant" });
    return geometry();
  }
  const scroller = element ?? pageScroller();
  move(scroller, arg);
  return geometry(scroller);
};

function move(scroller: Element, { to, by }: ScrollArg): void {
  if (to === "top") dom.scrollTo(scroller, { top: 0, behavior: "instant" });
  if (to === "bottom") dom.scrollTo(scroller, { top: dom.scrollHeight(scroller), behavior: "instant" });
  if (to === "left") dom.scrollTo(scroller, { left: 0, behavior: "instant" });
  if (to === "right") dom.scrollTo(scroller, { left: dom.scrollWidth(scroller), behavior: "instant" });
  if (by) dom.scrollBy(scroller, { left: by.x ?? 0, top: by.y ?? 0, behavior: "instant" });
}
