/** Where an element can be pressed: a point at which it is really hit, if need be after moving it from under a bar. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { Box } from "../api.ts";
import { composedAncestors, composedContains } from "../see/composed.ts";
import { elementAt, nameCover } from "../see/covered.ts";
import { imageOfArea } from "../see/imageMap.ts";
import { NameReader } from "../see/name.ts";
import { BoxReader } from "../see/visible.ts";
import type { Point } from "./api.ts";
import { describe } from "./describe.ts";
import { lands } from "./press.ts";
import { scrollTo } from "./scrollInto.ts";

/** What is pressed, what is drawn in its place, and where in it, if that matters. */
interface Aim {
  shown: Element;
  element: Element;
  position: Point | undefined;
}

/** One target's search for its point. The page is moved about for it once, however often it is looked for. */
export class Placing {
  readonly position: Point | undefined;
  #moved = false;

  constructor(position?: Point) {
    this.position = position;
  }

  pressPoint(shown: Element, element: Element): Point {
    const aim = { shown, element, position: this.position };
    const { point, cover } = lookForPoint(aim);
    if (point) return point;
    const bar = cover && !this.#moved ? barAround(cover, shown) : undefined;
    if (bar) {
      this.#moved = true;
      const uncovered = moveFromUnder(bar, aim);
      if (uncovered) return uncovered;
    }
    throw covered(shown, element, cover);
  }
}

/** A place in an element, counted from the corner inside its border. */
export function placeIn(element: Element, { x, y }: Point): Box {
  const rect = new BoxReader().rectOf(element);
  return { x: rect.x + dom.clientLeft(element) + x, y: rect.y + dom.clientTop(element) + y, width: 0, height: 0 };
}

function covered(shown: Element, element: Element, cover: Element | null): PageRefusal {
  if (!cover || composedContains(cover, shown)) {
    const why = getComputedStyle(shown).pointerEvents === "none" ? "pointer-events is none" : "it is clipped, or has no area of its own";
    return new PageRefusal("covered", `${describe(element)} takes no presses: ${why}`, {
      hint: "Press what is drawn in its place, or focus it and use press with Enter or Space.",
    });
  }
  const by = nameCover(cover, new NameReader(), shown);
  return new PageRefusal("covered", `${describe(element)} is covered by ${by}`, {
    hint: "Close or move what is in front, or press that instead.",
    fields: { coveredBy: by },
  });
}

/** A point of the visible part at which the element is hit, else what lies in front of its middle. */
function lookForPoint({ shown, element, position }: Aim): { point?: Point; cover: Element | null } {
  const parts = visibleParts(shown);
  if (parts.length === 0)
    throw new PageRefusal("not-visible", `${describe(element)} cannot be scrolled into view`, { hint: "It may lie outside of the page or in a container that clips it." });
  let cover: Element | null = null;
  let onImage: Point | undefined;
  for (const point of position ? [placeIn(shown, position)] : parts.flatMap(pointsOf)) {
    const hit = elementAt(point.x, point.y);
    if (hit && (lands(hit, shown) || lands(hit, element))) return { point: { x: point.x, y: point.y }, cover };
    // Firefox names the image at a point of its map, though a press there is the area's.
    if (hit && hit === imageOfArea(shown)) onImage ??= point;
    cover ??= hit;
  }
  return onImage ? { point: onImage, cover } : { cover };
}

/** The header, footer or banner that stays in its place while what is under it scrolls. */
function barAround(cover: Element, shown: Element): Element | undefined {
  for (const each of [cover, ...composedAncestors(cover)]) {
    const { position } = getComputedStyle(each);
    if (position !== "fixed" && position !== "sticky") continue;
    return dom.getBoundingClientRect(each).height < innerHeight - 1 ? each : undefined;
  }
  const scroller = [...composedAncestors(shown)].find((each) => dom.scrollHeight(each) > dom.clientHeight(each));
  return scroller && !composedContains(scroller, cover) ? cover : undefined;
}

/** Scrolls the element to the upper and the lower edge and then past the bar there. */
function moveFromUnder(bar: Element, aim: Aim): Point | undefined {
  const { shown } = aim;
  for (const block of ["start", "end"] as const) {
    scrollTo(shown, block);
    const { point, cover } = lookForPoint(aim);
    if (point) return point;
    const inFront = (cover && barAround(cover, shown)) ?? bar;
    const beside = pushPast(inFront, block, aim);
    if (beside) return beside;
  }
  scrollTo(shown, "center");
  return undefined;
}

function pushPast(bar: Element, edge: "start" | "end", aim: Aim): Point | undefined {
  const { shown } = aim;
  const over = dom.getBoundingClientRect(bar);
  const under = dom.getBoundingClientRect(shown);
  const top = edge === "start" ? under.top - over.bottom : under.bottom - over.top;
  for (const scroller of composedAncestors(shown)) {
    if (dom.scrollHeight(scroller) <= dom.clientHeight(scroller)) continue;
    const before = dom.scrollTop(scroller);
    dom.scrollBy(scroller, { top, behavior: "instant" });
    if (dom.scrollTop(scroller) === before) continue;
    const point = visibleParts(shown).length > 0 ? lookForPoint(aim).point : undefined;
    if (point) return point;
    dom.scrollTo(scroller, { top: before, behavior: "instant" });
  }
  return undefined;
}

/** Lines of wrapped inline text each have a box of their own; the space between them belongs to others. */
function visibleParts(element: Element): Box[] {
  const seen = new BoxReader().visibleBox(element);
  if (!seen) return [];
  const lines = [...dom.getClientRects(element)];
  if (lines.length < 2) return [seen];
  const parts = lines.map((line) => overlap(line, seen)).filter((box) => box !== undefined);
  return parts.length > 0 ? parts.sort((a, b) => b.width * b.height - a.width * a.height) : [seen];
}

function overlap(rect: DOMRect, box: Box): Box | undefined {
  const x = Math.max(rect.left, box.x);
  const y = Math.max(rect.top, box.y);
  const width = Math.min(rect.right, box.x + box.width) - x;
  const height = Math.min(rect.bottom, box.y + box.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

/** Whole pixels where the box has one: Firefox has the mouse on no others, and rounds off the edge of what is one pixel wide. */
function pointsOf({ x, y, width, height }: Box): Point[] {
  const at = (across: number, down: number) => ({ x: wholePixel(x, width, across), y: wholePixel(y, height, down) });
  return [at(0.5, 0.5), at(0.2, 0.5), at(0.8, 0.5), at(0.5, 0.2), at(0.5, 0.8), at(0.1, 0.1), at(0.9, 0.9), at(0.9, 0.1), at(0.1, 0.9)];
}

function wholePixel(start: number, size: number, share: number): number {
  const exact = start + size * share;
  return [Math.floor(exact), Math.ceil(exact)].find((whole) => whole >= start && whole < start + size) ?? exact;
}
