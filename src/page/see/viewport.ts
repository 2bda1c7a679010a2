import * as dom from "../dom.ts";
import type { SeeApi } from "./api.ts";
import { resolveTarget } from "./elements.ts";
import { hasVisibleBox } from "./visible.ts";

export const viewport: SeeApi["viewport"] = () => ({
  width: innerWidth,
  height: innerHeight,
  scrollX,
  scrollY,
  scale: devicePixelRatio,
});

/** Brings an element into view, without animation, and says where it is in the frame's viewport. */
export const reveal: SeeApi["reveal"] = ({ target }) => {
  const element = resolveTarget(target);
  const rect = () => dom.getBoundingClientRect(element);
  const outside = ({ top, left, bottom, right }: DOMRect) => top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  if (hasVisibleBox(element) && outside(rect()))
    dom.scrollIntoView(element, { block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = rect();
  return { box: { x, y, width, height }, visible: hasVisibleBox(element) };
};
