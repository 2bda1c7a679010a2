/** Where an element is on the page with regard to others, as `:right-of()` and its kin ask. */
import * as dom from "../dom.ts";

export const sides = ["right-of", "left-of", "above", "below", "near"] as const;
export type Side = (typeof sides)[number];

/** How far `:near()` reaches unless told otherwise. */
const NEAR = 50;

const beyond = (distance: number): number => Math.max(distance, 0);

/** How well a box is placed: its distance, and how much it sticks out at the sides. Undefined when it is on another side. */
function score(side: Side, box: DOMRect, other: DOMRect, max: number | undefined): number | undefined {
  if (side === "near") {
    const apart =
      beyond(box.left - other.right) + beyond(other.left - box.right) + beyond(other.top - box.bottom) + beyond(box.top - other.bottom);
    return apart > (max ?? NEAR) ? undefined : apart;
  }
  const horizontal = side === "right-of" || side === "left-of";
  const distance = {
    "right-of": box.left - other.right,
    "left-of": other.left - box.right,
    above: other.top - box.bottom,
    below: box.top - other.bottom,
  }[side];
  if (distance < 0 || (max !== undefined && distance > max)) return undefined;
  return horizontal
    ? distance + beyond(other.bottom - box.bottom) + beyond(box.top - other.top)
    : distance + beyond(box.left - other.left) + beyond(other.right - box.right);
}

/** The best score against any of the others. */
export function placeScore(side: Side, element: Element, others: Iterable<Element>, max: number | undefined): number | undefined {
  const box = dom.getBoundingClientRect(element);
  let best: number | undefined;
  for (const other of others) {
    if (other === element) continue;
    const one = score(side, box, dom.getBoundingClientRect(other), max);
    if (one !== undefined && (best === undefined || one < best)) best = one;
  }
  return best;
}
