/** Drawings that listen as a whole, as charts do: which of their shapes a press is meant for, and which words stand by one. */
import * as dom from "../dom.ts";
import { nearestLabel, placeLabels, type PlacedLabel } from "./nearestLabel.ts";
import { squash } from "./name.ts";

const shapeTags = "rect, circle, ellipse, path, polygon";
const notDrawn = "defs, clipPath, mask, pattern, marker, symbol";
/** What is smaller than this is an icon. */
export const LARGE_DRAWING = 64;
/** More shapes than this are a map or a picture. */
const MANY_SHAPES = 400;
const SMALLEST_SIDE = 3;
/** A shape that takes up this much of the drawing is its background. */
const BACKGROUND = 0.8;

/** The drawing that an element is, or holds and little else. */
function drawingOf(element: Element): Element | undefined {
  if (dom.localName(element) === "svg") return element;
  const svg = dom.querySelector(element, "svg");
  if (!svg) return undefined;
  const around = dom.getBoundingClientRect(element);
  const { width, height } = dom.getBoundingClientRect(svg);
  return width * height >= BACKGROUND * around.width * around.height ? svg : undefined;
}

/** The filled shapes of a labelled drawing under somebody who listens; none where it is an icon or a picture. */
export function pressedShapes(listening: Element): Element[] {
  const drawing = drawingOf(listening);
  if (!drawing || !dom.querySelector(drawing, "text")) return [];
  const whole = dom.getBoundingClientRect(drawing);
  if (whole.width < LARGE_DRAWING || whole.height < LARGE_DRAWING) return [];
  const shapes = dom.querySelectorAll(drawing, shapeTags);
  if (shapes.length > MANY_SHAPES) return [];
  return [...shapes].filter((shape) => {
    const { width, height } = dom.getBoundingClientRect(shape);
    if (width < SMALLEST_SIDE || height < SMALLEST_SIDE || width * height > BACKGROUND * whole.width * whole.height) return false;
    const { fill, fillOpacity, pointerEvents } = getComputedStyle(shape);
    return fill !== "none" && fillOpacity !== "0" && pointerEvents !== "none" && !dom.closest(shape, notDrawn);
  });
}

/** The words of drawings that stand by their shapes: by a bar, those on the axis below it. */
export class NearWords {
  readonly #labels = new Map<Element, PlacedLabel[]>();

  of(shape: Element): string | undefined {
    const drawing = shape instanceof SVGElement && dom.matches(shape, shapeTags) ? dom.closest(shape, "svg") : null;
    return drawing ? nearestLabel(dom.getBoundingClientRect(shape), this.#labelsOf(drawing)) : undefined;
  }

  #labelsOf(drawing: Element): PlacedLabel[] {
    const known = this.#labels.get(drawing);
    if (known) return known;
    const texts = [...dom.querySelectorAll(drawing, "text")].slice(0, MANY_SHAPES);
    const labels = texts.map((text) => ({ words: squash(dom.textContent(text)), box: dom.getBoundingClientRect(text) })).filter(({ words }) => words);
    const placed = placeLabels(labels);
    this.#labels.set(drawing, placed);
    return placed;
  }
}
