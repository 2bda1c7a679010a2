import { documentRoot } from "../see/composed.ts";
import { choose } from "./ready.ts";
import type { ActApi, ScrollArg, ScrollGeometry } from "./api.ts";

const pageScroller = (): Element => document.scrollingElement ?? documentRoot();

export function geometry(scroller: Element = pageScroller()): ScrollGeometry {
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = scroller;
  return {
    x: Math.round(scrollLeft),
    y: Math.round(scrollTop),
    scrollWidth,
    scrollHeight,
    clientWidth,
    clientHeight,
    atTop: scrollTop <= 1,
    atBottom: scrollTop + clientHeight >= scrollHeight - 1,
  };
}

export const scroll: ActApi["scroll"] = (arg) => {
  const element = arg.target && choose(arg.target).element;
  if (element && !arg.to && !arg.by) {
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return geometry();
  }
  const scroller = element ?? pageScroller();
  move(scroller, arg);
  return geometry(scroller);
};

function move(scroller: Element, { to, by }: ScrollArg): void {
  if (to === "top") scroller.scrollTo({ top: 0, behavior: "instant" });
  if (to === "bottom") scroller.scrollTo({ top: scroller.scrollHeight, behavior: "instant" });
  if (to === "left") scroller.scrollTo({ left: 0, behavior: "instant" });
  if (to === "right") scroller.scrollTo({ left: scroller.scrollWidth, behavior: "instant" });
  if (by) scroller.scrollBy({ left: by.x ?? 0, top: by.y ?? 0, behavior: "instant" });
}
