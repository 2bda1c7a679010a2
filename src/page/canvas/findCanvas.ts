import * as dom from "../dom.ts";
import { canvasContexts, canvasEvents } from "../asks/canvasEvents.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { documentRoots } from "../see/documentTree.ts";
import { resolveTarget } from "../see/elements.ts";
import type { CanvasContext, CanvasFacts, CanvasWish } from "./api.ts";

/** The canvas that is meant; null when none was named and there is none. */
export function findCanvas({ target }: CanvasWish): HTMLCanvasElement | null {
  if (!target) {
    for (const root of documentRoots()) {
      const found = dom.querySelector<HTMLCanvasElement>(root, "canvas");
      if (found) return found;
    }
    return null;
  }
  const element = resolveTarget(target);
  if (element instanceof HTMLCanvasElement) return element;
  throw new PageRefusal("bad-input", `<${dom.localName(element)}> is no canvas`, {
    hint: "Name a <canvas>, or nothing: then the first one of the page is meant.",
    fields: { code: "not-a-canvas" },
  });
}

export function factsOf(canvas: HTMLCanvasElement, asksKey: string | undefined): CanvasFacts {
  const { x, y, width, height } = dom.getBoundingClientRect(canvas);
  return { width: canvas.width, height: canvas.height, context: contextOf(canvas, asksKey), box: { x, y, width, height } };
}

/** Asking the canvas for its context would give it one. */
function contextOf(canvas: HTMLCanvasElement, asksKey: string | undefined): CanvasContext {
  if (asksKey === undefined) return "unknown";
  const { ask, tell } = canvasEvents(asksKey);
  let context: CanvasContext = "unknown";
  const hear = (event: Event) => {
    context = canvasContexts[(event as UIEvent).detail] ?? "unknown";
  };
  canvas.addEventListener(tell, hear);
  dom.dispatchEvent(canvas, new Event(ask));
  canvas.removeEventListener(tell, hear);
  return context;
}
