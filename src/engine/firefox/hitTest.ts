import type { Script } from "webdriver-bidi-protocol";
import type { OwnerBox } from "../port.ts";
import type { FirefoxFrame } from "./frame.ts";

export interface Point {
  x: number;
  y: number;
}

/** A point, the frame in whose viewport it is counted and to which input there is sent, and the innermost frame that is hit. */
export interface Spot extends Point {
  frame: FirefoxFrame;
  inner: FirefoxFrame;
  /** The innermost frame is in the process of the one that was asked. */
  sameProcess: boolean;
}

const focusedFrameElement = `() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused && /^i?frame$/i.test(focused.localName) ? focused : null;
}`;

/** Answers with the frame element at a point, or null, whether it is under a transform, and whether its document is in the same process. */
const frameElementAt = `(x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner; ) {
    hit = inner;
    inner = hit.shadowRoot?.elementFromPoint(x, y);
    if (inner === hit) break;
  }
  if (!hit || !/^i?frame$/i.test(hit.localName)) return [null, false, false];
  const moved = (at) => {
    const { transform, translate, rotate, scale } = getComputedStyle(at);
    return [transform, translate, rotate, scale].some((each) => each !== "none");
  };
  let transformed = false;
  for (let at = hit; at && !transformed; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) transformed = moved(at);
  return [hit, transformed, hit.contentDocument !== null];
}`;

const isTrue = (value: Script.RemoteValue | undefined): boolean => value?.type === "boolean" && value.value;

const number = (value: number) => ({ type: "number", value }) as const;

/**
 * Firefox gives input to the process of the frame it is sent to, and no further: it must be sent to the innermost one. Not so when that frame is
 * in the same process under a CSS transform, of which points that are counted in it know nothing: there Firefox finds its own way in.
 */
export async function spotAt(frame: FirefoxFrame, { x, y }: Point): Promise<Spot> {
  const here = { frame, inner: frame, sameProcess: true, x, y };
  if (frame.children().length === 0) return here;
  const answer = await frame.call(frameElementAt, [number(x), number(y)], "isolated");
  const [element, transformed, reachable] = answer.type === "array" ? (answer.value ?? []) : [];
  const child = element?.type === "node" && element.sharedId ? await frame.childOwnedBy(element.sharedId) : undefined;
  if (!child) return here;
  const box = await child.ownerBox();
  // On the frame's border or padding the outer document is hit.
  const within = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  if (!within) return here;
  const inside = await spotAt(child, inBox(box, { x, y }));
  const sameProcess = isTrue(reachable) && inside.sameProcess;
  return sameProcess && isTrue(transformed) ? { ...here, inner: inside.inner } : { ...inside, sameProcess };
}

/** Turns points of the main frame's viewport into those of another frame, even ones outside of it. */
export async function pointsIn(frame: FirefoxFrame): Promise<(point: Point) => Point> {
  if (!frame.parent) return (point) => point;
  const [inParent, box] = await Promise.all([pointsIn(frame.parent), frame.ownerBox()]);
  return (point) => inBox(box, inParent(point));
}

function inBox({ matrix: [a, b, c, d, e, f] }: OwnerBox, { x, y }: Point): Point {
  const size = a * d - b * c || 1;
  return { x: (d * (x - e) - c * (y - f)) / size, y: (a * (y - f) - b * (x - e)) / size };
}

/** The frame that has the keyboard. */
export async function focusedFrame(frame: FirefoxFrame): Promise<FirefoxFrame> {
  if (frame.children().length === 0) return frame;
  const element = await frame.call(focusedFrameElement, [], "isolated");
  const child = element.type === "node" && element.sharedId ? await frame.childOwnedBy(element.sharedId) : undefined;
  return child ? focusedFrame(child) : frame;
}
