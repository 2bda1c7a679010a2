/** Actionability: everything that must hold before an element is pressed, in one call and without waiting when it holds. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import type { PageTarget } from "../api.ts";
import { codeEditorOf } from "../see/codeEditor.ts";
import { composedAncestors, composedContains } from "../see/composed.ts";
import { shortSelector } from "../see/covered.ts";
import { nothingMatches, resolveAll } from "../see/elements.ts";
import { isDisabled } from "../see/state.ts";
import { BoxReader, hasVisibleBox } from "../see/visible.ts";
import type { Point, Readiness } from "./api.ts";
import { describe } from "./describe.ts";
import { controlAround } from "./controlAround.ts";
import { editable, refuseReadonly } from "./field.ts";
import { inTime } from "./inTime.ts";
import { nextFrame } from "./nextFrame.ts";
import { placeIn, Placing } from "./placing.ts";
import { bringIntoView, scrollTo } from "./scrollInto.ts";

export interface Ready {
  element: Element;
  matches: number;
  point?: Point;
  /** Why it is not ready, when that does not matter. */
  unready?: string;
}

/** Resolves a target and makes it ready, trying again with each frame for as long as it may still become so. */
export function makeReady(target: PageTarget, readiness: Readiness, waitMs: number, position?: Point): Promise<Ready> {
  const end = performance.now() + waitMs;
  const placing = new Placing(position);
  if (readiness === "forced") return inTime(end, () => readyOrNot(target, placing));
  return inTime(end, () => tryReady(target, readiness, end, placing));
}

async function tryReady(target: PageTarget, readiness: Readiness, end: number, placing: Placing): Promise<Ready> {
  const { element: chosen, matches } = choose(target);
  const element = readiness === "fill" ? editable(chosen) : chosen;
  if (readiness === "attached") return { element, matches };
  const shown = visibleStandIn(element);
  if (readiness !== "hover") refuseDisabled(readiness === "pointer" ? controlAround(element) : element);
  if (readiness === "fill") refuseReadonly(element);
  await waitForRest(shown, end);
  if (!dom.isConnected(shown)) throw new PageRefusal("detached", `${describe(element)} went away while it was made ready`);
  reveal(shown, placing.position);
  if (readiness === "focus" || readiness === "fill") return { element, matches };
  return { element, matches, point: placing.pressPoint(shown, element) };
}

/** Looks once whether it is ready, and else takes whatever place its box has. */
async function readyOrNot(target: PageTarget, placing: Placing): Promise<Ready> {
  try {
    return await tryReady(target, "pointer", performance.now(), placing);
  } catch (thrown) {
    const { element, matches } = choose(target);
    if (!(thrown instanceof PageRefusal)) throw thrown;
    scrollTo(element, "center");
    const { x, y, width, height } = placing.position ? placeIn(element, placing.position) : new BoxReader().rectOf(element);
    if (!placing.position && (width === 0 || height === 0)) throw thrown;
    return { element, matches, point: { x: x + width / 2, y: y + height / 2 }, unready: thrown.message };
  }
}

/** The element meant: of several that a selector matches, the first that people can see. */
export function choose(target: PageTarget): { element: Element; matches: number } {
  const all = resolveAll(target);
  const [first] = all;
  if (!first) throw nothingMatches(target);
  if (all.length === 1) return { element: first, matches: 1 };
  const visible = all.filter(hasVisibleBox);
  return { element: visible[0] ?? first, matches: visible.length || all.length };
}

/** A control that is drawn by its label is pressed there; the helper of an editor, in what the editor draws. */
function visibleStandIn(element: Element): Element {
  const editor = codeEditorOf(element);
  if (editor) return editor;
  if (isPainted(element))
    throw new PageRefusal("not-visible", `${describe(element)} is painted by its canvas and has no place of its own`, {
      hint: "Click where a screenshot shows it, with coords; arrow keys go on from there, and snapshot marks what is focused.",
    });
  if (hasVisibleBox(element) && !isSeeThrough(element)) return element;
  if (element instanceof HTMLInputElement)
    for (const label of element.labels ?? []) if (hasVisibleBox(label)) return label;
  if (hasVisibleBox(element)) return element;
  if (element instanceof HTMLOptionElement)
    throw new PageRefusal("not-visible", `${describe(element)} is in the browser's own list`, { hint: "Use select on its <select>." });
  throw new PageRefusal("not-visible", `${describe(element)} is not visible: ${whyHidden(element)}`, {
    hint: "Something may have to be opened, hovered or scrolled first; look with snapshot or screenshot.",
  });
}

/** Applications that paint keep inside their canvas, for assistive technology, elements that stand for what they paint. Firefox gives them boxes, somewhere. */
function isPainted(element: Element): boolean {
  const canvas = dom.closestAround(element, "canvas");
  return canvas !== null && hasVisibleBox(canvas);
}

const isSeeThrough = (element: Element): boolean =>
  element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio") && getComputedStyle(element).opacity === "0";

function whyHidden(element: Element): string {
  const style = getComputedStyle(element);
  if (style.display === "none") return "display is none";
  for (const ancestor of composedAncestors(element)) if (getComputedStyle(ancestor).display === "none") return `${shortSelector(ancestor)} around it has display none`;
  if (style.visibility !== "visible") return `visibility is ${style.visibility}`;
  return "it has no size";
}

function refuseDisabled(element: Element): void {
  if (isDisabled(element))
    throw new PageRefusal("disabled", `${describe(element)} is disabled`, { hint: "Something else has to be done first, e.g. a required field filled." });
  if (dom.closest(element, "[inert]"))
    throw new PageRefusal("disabled", `${describe(element)} is inert`, { hint: "A dialog or panel in front may have to be closed first." });
}

/** A page that was not drawn in so many looks is in the background. */
const MAX_UNDRAWN = 25;

/** Movement that will end is waited for; movement that never ends is aimed at as it is. */
async function waitForRest(element: Element, end: number): Promise<void> {
  if (!isAnimated(element)) return;
  let before = dom.getBoundingClientRect(element);
  let drawnAt = dom.timeline(document).currentTime;
  let undrawn = 0;
  while (performance.now() < end) {
    await nextFrame();
    if (!isAnimated(element)) return;
    // Nothing moves between two looks at the same frame; a page that is not drawn at all has no other.
    if (dom.timeline(document).currentTime === drawnAt) {
      if (++undrawn > MAX_UNDRAWN) return;
      continue;
    }
    undrawn = 0;
    drawnAt = dom.timeline(document).currentTime;
    const after = dom.getBoundingClientRect(element);
    const still = before.x === after.x && before.y === after.y && before.width === after.width && before.height === after.height;
    if (still) return;
    before = after;
  }
}

function isAnimated(element: Element): boolean {
  return dom.getAnimations(document).some((animation) => {
    if (animation.playState !== "running" || !(animation.effect instanceof KeyframeEffect)) return false;
    const { target } = animation.effect;
    return target !== null && composedContains(target, element) && Number.isFinite(animation.effect.getComputedTiming().endTime);
  });
}

/** Scrolls every container around the element that hides it, and only those. */
function reveal(element: Element, position: Point | undefined): void {
  if (position) {
    if (!outsideShows()) scrollTo(element, "nearest");
    bringIntoView(element, () => placeIn(element, position));
    return;
  }
  const boxes = new BoxReader();
  const rect = boxes.rectOf(element);
  const seen = boxes.visibleBox(element);
  const whole = seen && seen.width >= Math.min(rect.width, innerWidth) - 1 && seen.height >= Math.min(rect.height, innerHeight) - 1;
  if (whole && outsideShows()) return;
  scrollTo(element, rect.height > innerHeight ? "start" : "center");
}

/** A frame's own viewport may be scrolled out of the page around it. */
const outsideShows = (): boolean => window.parent === window;
