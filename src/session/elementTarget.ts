import type { Point } from "../page/act/api.ts";
import { DroverError } from "../protocol/errors.ts";

/** An element by its ref, by a name bound to a ref, or by a selector, perhaps only inside another ref. */
export type ElementTarget = { ref: string } | { named: string } | { selector: string; contextRef?: string };

/** A target as callers write it: exactly one of ref, selector and named. */
export interface GivenTarget {
  ref?: string;
  selector?: string;
  named?: string;
  /** Limits `selector` to what is inside this ref. */
  contextRef?: string;
}

export type PointOrElement = { target: ElementTarget; coords?: never } | { target?: never; coords: Point };

/** The element that was named; refuses one that was named twice or not at all. */
export function oneElement({ ref, selector, named, contextRef }: GivenTarget): ElementTarget {
  requireOne({ ref, selector, named });
  return elementNamed({ ref, selector, named, contextRef });
}

/** The same where a point of the viewport will do, too. `position` is a place in an element, and a point has none. */
export function oneTarget({ ref, selector, named, contextRef, coords, position }: GivenTarget & { coords?: Point; position?: Point }): PointOrElement {
  requireOne({ ref, selector, named, coords });
  if (coords && position)
    throw new DroverError("bad-input", "position is a place in an element, and coords name a point of the viewport", {
      hint: "Pass coords alone, or position with ref, selector or named.",
    });
  return coords ? { coords } : { target: elementNamed({ ref, selector, named, contextRef }) };
}

/** Whether an element is meant, perhaps in an unfinished way: `contextRef` alone names none. */
export const namesElement = ({ ref, selector, named, contextRef }: GivenTarget): boolean => [ref, selector, named, contextRef].some((way) => way !== undefined);

/** The caller's own words, for messages: `ref=e12`. */
export function summaryOf(target: ElementTarget): string {
  if ("ref" in target) return `ref=${target.ref}`;
  return "named" in target ? `named=${target.named}` : `selector=${target.selector}`;
}

function elementNamed({ ref, selector = "", named, contextRef }: GivenTarget): ElementTarget {
  if (ref !== undefined) return { ref };
  if (named !== undefined) return { named };
  return { selector, ...(contextRef !== undefined && { contextRef }) };
}

function requireOne(ways: Record<string, unknown>): void {
  const given = Object.keys(ways).filter((way) => ways[way] !== undefined);
  if (given.length === 1) return;
  throw new DroverError("bad-input", given.length === 0 ? "no target was given" : `the target was given twice: ${given.join(" and ")}`, {
    hint: `Pass exactly one of ${Object.keys(ways).join(", ")}.`,
  });
}
