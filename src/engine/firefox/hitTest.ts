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
}

const focusedFrameElement = `() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused && /^i?frame$/i.test(focused.localName) ? focused : null;
}`;

/** Answers with the frame element at a point, or null, and whether its document is in the same process. */
const frameElementAt = `(x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner; ) {
    hit = inner;
    inner = hit.shadowRoot?.elementFromPoint(x, y);
    if (inner === hit) break;
  }
  const isFrame = hit && /^i?frame$/i.test(hit.localName);
  return [isFrame ? hit : null, Boolean(isFrame && hit.contentDocument)];
}`;

const number = (value: number) => ({ type: "number", value }) as const;

/**
 * Firefox gives input to the process of the frame it is sent to, and no further. In that process it finds its own way into frames, through
 * every transform, where points that are counted in the inner frame would be put past it: so it is sent to the outermost frame of the process.
 */
export async function spotAt(frame: FirefoxFrame, { x, y }: Point): Promise<Spot> {
  const here = { frame, inner: frame, x, y };
  if (frame.children().length === 0) return here;
  const answer = await frame.call(frameElementAt, [number(x), number(y)], "isolated");
  const [element, reachable] = answer.type === "array" ? (answer.value ?? []) : [];
  const child = element?.type === "node" && element.sharedId ? await frame.childOwnedBy(element.sharedId) : undefined;
  if (!child) return here;
  const box = await child.ownerBox();
  // On the frame's border or padding the outer document is hit.
  const within = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
  if (!within) return here;
  const inside = await spotAt(child, inBox(box, { x, y }));
  const sameProcess = reachable?.type === "boolean" && reachable.value;
  return sameProcess && inside.frame === child ? { ...here, inner: inside.inner } : inside;
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
