/** Boxes: where an element can be seen, after what its ancestors and the viewport cut off. */
import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import { composedChildren, composedParent, isElement } from "./composed.ts";
import { areaRect } from "./imageMap.ts";

/** Drawn, or no more than a place for what is drawn in it. */
export const isRendered = (element: Element): boolean =>
  dom.checkVisibility(element, { visibilityProperty: true }) ||
  getComputedStyle(element).display === "contents" ||
  areaRect(element) !== undefined;

/** A box of its own with an area, not hidden by CSS. */
export function hasVisibleBox(element: Element): boolean {
  if (!dom.checkVisibility(element, { visibilityProperty: true })) {
    if (getComputedStyle(element).display !== "contents") return areaRect(element) !== undefined;
    for (const child of composedChildren(element)) {
      if (isElement(child) ? hasVisibleBox(child) : hasVisibleText(child)) return true;
    }
    return false;
  }
  const box = dom.getBoundingClientRect(element);
  return box.width > 0 && box.height > 0;
}

function hasVisibleText(node: Node): boolean {
  if (dom.nodeType(node) !== 3 || !(node as Text).data.trim()) return false;
  const range = dom.createRange(document);
  range.selectNode(node);
  const box = range.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const whole: Edges = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

function meet(a: Edges, b: Edges): Edges {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

const clips = (overflow: string) => overflow !== "visible";

/** Visible boxes; one instance serves one reading of the page and remembers what each ancestor clips. */
export class BoxReader {
  readonly viewport: Edges = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  #clipOf = new Map<Element, Edges>();
  #rects = new Map<Element, DOMRect>();

  rectOf(element: Element): DOMRect {
    let rect = this.#rects.get(element);
    if (!rect) {
      rect = areaRect(element) ?? dom.getBoundingClientRect(element);
      if (!rect.width && !rect.height && getComputedStyle(element).display === "contents") rect = contentsRect(element);
      this.#rects.set(element, rect);
    }
    return rect;
  }

  /** `getBoundingClientRect()` ∩ every clipping ancestor ∩ the viewport; null when nothing is left. */
  visibleBox(element: Element): Box | null {
    const rect = this.rectOf(element);
    const seen = meet(meet(rect, this.#clipAround(element)), this.viewport);
    const width = seen.right - seen.left;
    const height = seen.bottom - seen.top;
    return width > 0 && height > 0 ? { x: seen.left, y: seen.top, width, height } : null;
  }

  /** The same question without the answer's box: most of a long page is ruled out by its place alone. */
  isInView(element: Element): boolean {
    const { top, left, bottom, right, width, height } = dom.getBoundingClientRect(element);
    const { viewport } = this;
    // Nothing at all is also what an element has that is only its contents.
    const placed = width > 0 || height > 0;
    const away = placed && (bottom <= viewport.top || top >= viewport.bottom || right <= viewport.left || left >= viewport.right);
    return !away && this.visibleBox(element) !== null;
  }

  /** What the ancestors of an element leave to be seen of it. A fixed element escapes them all. */
  #clipAround(element: Element): Edges {
    const position = getComputedStyle(element).position;
    if (position === "fixed" || inTopLayer(element)) return whole;
    const parent = composedParent(element);
    return parent ? this.#clipInside(parent, position === "absolute") : whole;
  }

  #clipInside(ancestor: Element, skipStatic: boolean): Edges {
    const known = skipStatic ? undefined : this.#clipOf.get(ancestor);
    if (known) return known;
    if (ancestor === dom.documentElement(document) || ancestor === dom.body(document)) return whole;
    const style = getComputedStyle(ancestor);
    const outer =
      style.position === "fixed" || inTopLayer(ancestor)
        ? whole
        : this.#clipInside(
            composedParent(ancestor) ?? dom.documentElement(document),
            skipStatic ? style.position === "static" : style.position === "absolute",
          );
    const escapes = skipStatic && style.position === "static" && style.transform === "none";
    const clipped = escapes ? outer : meet(outer, this.#ownClip(ancestor, style));
    if (!skipStatic) this.#clipOf.set(ancestor, clipped);
    return clipped;
  }

  #ownClip(element: Element, style: CSSStyleDeclaration): Edges {
    const x = clips(style.overflowX);
    const y = clips(style.overflowY);
    if ((!x && !y) || style.display === "contents" || style.display === "inline") return whole;
    const rect = this.rectOf(element);
    return {
      left: x ? rect.left : -Infinity,
      right: x ? rect.right : Infinity,
      top: y ? rect.top : -Infinity,
      bottom: y ? rect.bottom : Infinity,
    };
  }
}

function contentsRect(element: Element): DOMRect {
  const range = dom.createRange(document);
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

function inTopLayer(element: Element): boolean {
  return (
    (dom.localName(element) === "dialog" && dom.matches(element, ":modal")) ||
    (dom.hasAttribute(element, "popover") && dom.matches(element, ":popover-open")) ||
    element === dom.fullscreenElement(document)
  );
}
