/** Actionability: everything that must hold before an element is pressed, in one call and without waiting when it holds. */
import { PageRefusal } from "../agentError.ts";
import type { AgentTarget, Box } from "../api.ts";
import { composedAncestors, composedContains } from "../see/composed.ts";
import { elementAt, nameCover, shortSelector } from "../see/covered.ts";
import { resolveAll } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import { isDisabled } from "../see/state.ts";
import { BoxReader, hasVisibleBox } from "../see/visible.ts";
import type { Point, Readiness } from "./api.ts";
import { describe } from "./describe.ts";
import { editable } from "./field.ts";
import { nextFrame } from "./nextFrame.ts";
import { lands } from "./press.ts";

export interface Ready {
  element: Element;
  matches: number;
  point?: Point;
}

/** Refusals that time may cure. */
const passing = new Set(["not-found", "not-visible", "disabled", "covered", "unstable", "detached"]);

/** Resolves a target and makes it ready, trying again with each frame for as long as it may still become so. */
export async function makeReady(target: AgentTarget, readiness: Readiness, waitMs: number): Promise<Ready> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await tryReady(target, readiness, end);
    } catch (refusal) {
      const mayPass = refusal instanceof PageRefusal && passing.has(refusal.code);
      if (!mayPass || performance.now() >= end) throw refusal;
      await nextFrame();
    }
  }
}

async function tryReady(target: AgentTarget, readiness: Readiness, end: number): Promise<Ready> {
  const { element: chosen, matches } = choose(target);
  const element = readiness === "fill" ? editable(chosen) : chosen;
  if (readiness === "attached") return { element, matches };
  const shown = visibleStandIn(element);
  if (readiness !== "hover") refuseDisabled(element);
  await waitForRest(shown, end);
  if (!shown.isConnected) throw new PageRefusal("detached", `${describe(element)} went away while it was made ready`);
  reveal(shown);
  if (readiness === "focus" || readiness === "fill") return { element, matches };
  return { element, matches, point: pressPoint(shown, element) };
}

/** The element meant: of several that a selector matches, the first that people can see. */
export function choose(target: AgentTarget): { element: Element; matches: number } {
  const all = resolveAll(target);
  const [first] = all;
  if (!first)
    throw new PageRefusal("not-found", `nothing matches "${target.selector}"`, {
      hint: "Check the selector with find or snapshot; the element may not be there yet.",
      fields: { selector: target.selector },
    });
  if (all.length === 1) return { element: first, matches: 1 };
  const visible = all.filter(hasVisibleBox);
  return { element: visible[0] ?? first, matches: visible.length || all.length };
}

/** A control that is drawn by its label is pressed there. */
function visibleStandIn(element: Element): Element {
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
  if (element.closest("[inert]"))
    throw new PageRefusal("disabled", `${describe(element)} is inert`, { hint: "A dialog or panel in front may have to be closed first." });
}

/** Movement that will end is waited for; movement that never ends is aimed at as it is. */
async function waitForRest(element: Element, end: number): Promise<void> {
  if (!isAnimated(element)) return;
  let before = element.getBoundingClientRect();
  while (performance.now() < end) {
    await nextFrame();
    const after = element.getBoundingClientRect();
    const still = before.x === after.x && before.y === after.y && before.width === after.width && before.height === after.height;
    if (still || !isAnimated(element)) return;
    before = after;
  }
}

function isAnimated(element: Element): boolean {
  return document.getAnimations().some((animation) => {
    if (animation.playState !== "running" || !(animation.effect instanceof KeyframeEffect)) return false;
    const { target } = animation.effect;
    return target !== null && composedContains(target, element) && Number.isFinite(animation.effect.getComputedTiming().endTime);
  });
}

/** Scrolls every container around the element that hides it, and only those. */
function reveal(element: Element): void {
  const boxes = new BoxReader();
  const rect = boxes.rectOf(element);
  const seen = boxes.visibleBox(element);
  const whole = seen && seen.width >= Math.min(rect.width, innerWidth) - 1 && seen.height >= Math.min(rect.height, innerHeight) - 1;
  if (whole && outsideShows()) return;
  const tooTall = rect.height > innerHeight;
  element.scrollIntoView({ block: tooTall ? "start" : "center", inline: "nearest", behavior: "instant" });
}

/** A frame's own viewport may be scrolled out of the page around it. */
const outsideShows = (): boolean => window.parent === window;

/** A point of the visible part at which the element is really hit. */
function pressPoint(shown: Element, element: Element): Point {
  let cover: Element | null = null;
  const parts = visibleParts(shown);
  if (parts.length === 0)
    throw new PageRefusal("not-visible", `${describe(element)} cannot be scrolled into view`, { hint: "It may lie outside of the page or in a container that clips it." });
  for (const point of parts.flatMap(pointsOf)) {
    const hit = elementAt(point.x, point.y);
    if (hit && (lands(hit, shown) || lands(hit, element))) return point;
    cover ??= hit;
  }
  const by = cover ? nameCover(cover, new NameReader()) : "nothing that takes presses";
  throw new PageRefusal("covered", `${describe(element)} is covered by ${by}`, {
    hint: "Close or move what is in front, or press that instead.",
    fields: { coveredBy: by },
  });
}

/** Lines of wrapped inline text each have a box of their own; the space between them belongs to others. */
function visibleParts(element: Element): Box[] {
  const seen = new BoxReader().visibleBox(element);
  if (!seen) return [];
  const lines = [...element.getClientRects()];
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

function pointsOf({ x, y, width, height }: Box): Point[] {
  const at = (across: number, down: number) => ({ x: x + width * across, y: y + height * down });
  return [at(0.5, 0.5), at(0.2, 0.5), at(0.8, 0.5), at(0.5, 0.2), at(0.5, 0.8), at(0.1, 0.1), at(0.9, 0.9), at(0.9, 0.1), at(0.1, 0.9)];
}
