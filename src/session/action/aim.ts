import type { EngineFrame } from "../../engine/port.ts";
import type { BegunElement, Point, Readiness } from "../../page/act/api.ts";
import type { AgentTarget } from "../../page/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { readFrame } from "../reading.ts";
import type { ElementTarget, SessionPage } from "../sessionPage.ts";

/** A target made ready: which element it is, where it is, and how page code can find it again. */
export interface Aimed {
  frame: EngineFrame;
  target: AgentTarget;
  element: BegunElement;
  /** In the page's viewport. Only when something must be pressed. */
  point?: Point;
}

export interface AimOptions {
  ready: Readiness;
  waitMs: number;
  /** Not the first target of the action; "probed" makes it the one that the result tells of. */
  further?: "probed" | "aside";
  /** The target is a control of its own, whatever its role. */
  ownControl?: boolean;
}

/** Makes a target ready and begins to watch its frame and the page. */
export async function aimAt(page: SessionPage, given: ElementTarget, options: AimOptions): Promise<Aimed> {
  const { frame, target } = page.locate(given);
  const main = page.engine.mainFrame;
  if (frame !== main && !options.further) await readFrame(page, main, "begin", { ready: "attached", waitMs: 0 });
  const begun = await readFrame(page, frame, "begin", { target, ...options });
  if (!begun.element) throw new DroverError("internal", "the page code gave no element");
  const { element } = begun;
  const point = begun.point && (await pointInPage(frame, begun.point, element));
  return { frame, target: { ref: element.ref, ...(target.descriptor && { descriptor: target.descriptor }) }, element, ...(point && { point }) };
}

/** Begins to watch the page for an action that has no element. */
export async function aimAtPage(page: SessionPage, point?: Point): Promise<void> {
  const begun = await readFrame(page, page.engine.mainFrame, "begin", { ready: "attached", waitMs: 0, ...(point && { point }) });
  if (point) requireInside(point, begun.viewport);
}

export function requireInside({ x, y }: Point, { width, height }: { width: number; height: number }): void {
  if (x >= 0 && y >= 0 && x < width && y < height) return;
  throw new DroverError("bad-input", `coords ${x},${y} lie outside of the viewport (${width}×${height})`, {
    hint: "Coordinates are CSS pixels from the viewport's top-left; scroll first, or use set_viewport.",
    failure: { source: "drover" },
  });
}

/** From a frame's viewport to the page's; on the way up nothing may lie over the frames. */
async function pointInPage(frame: EngineFrame, point: Point, element: BegunElement): Promise<Point> {
  let at = point;
  for (let inner: EngineFrame = frame; inner.parent; inner = inner.parent) at = await pointInParent(inner, inner.parent, at, element);
  return at;
}

/** How often a frame's place is read again while the page scrolls to it. */
const PLACE_READINGS = 6;

async function pointInParent(frame: EngineFrame, parent: EngineFrame, { x, y }: Point, element: BegunElement): Promise<Point> {
  for (let reading = 1; ; reading++) {
    const box = await frame.ownerBox();
    const outer = { x: box.x + x * box.scaleX, y: box.y + y * box.scaleY };
    const { isFrame, cover } = await parent.agent("frameAt", { ...outer, box });
    if (isFrame) return outer;
    const name = `${element.role}${element.name ? ` "${element.name}"` : ""}`;
    if (cover)
      throw new DroverError("covered", `${name} is covered by ${cover}, which lies over its frame`, {
        hint: "Close or move what is in front.",
        fields: { coveredBy: cover },
      });
    if (reading === PLACE_READINGS) throw new DroverError("not-visible", `${name} is in a frame that cannot be scrolled into view`);
  }
}
