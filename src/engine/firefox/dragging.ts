import type { FirefoxFrame } from "./frame.ts";
import type { Point } from "./hitTest.ts";

/** Remembers the drag that a held mouse starts, and what it is over. */
const watchFunction = `() => {
  const drag = { stop: () => {
    removeEventListener("dragstart", started, true);
    removeEventListener("dragover", over, true);
  } };
  const started = (event) => { drag.start = event; drag.source = event.composedPath()[0]; };
  const over = (event) => {
    drag.over = event;
    drag.target = event.composedPath()[0];
    // What the page finds and may change: Firefox fills it in only for drags of people.
    const allowed = drag.start?.dataTransfer.effectAllowed ?? "none";
    event.dataTransfer.dropEffect = /^(all|uninitialized|copy)/.test(allowed) ? "copy" : allowed.startsWith("link") ? "link" : allowed;
  };
  addEventListener("dragstart", started, true);
  addEventListener("dragover", over, true);
  globalThis.droverDrag?.stop();
  globalThis.droverDrag = drag;
}`;

const underWayFunction = `() => Boolean(globalThis.droverDrag?.start && !globalThis.droverDrag.start.defaultPrevented)`;

const dropFunction = `() => {
  const { source, target, start, over } = globalThis.droverDrag;
  const allows = (allowed, effect) => effect !== "none" && (allowed === "all" || allowed === "uninitialized" || allowed.toLowerCase().includes(effect));
  const { dataTransfer } = start;
  const { clientX, clientY, screenX, screenY } = over ?? start;
  const tell = (element, type, cancelable) =>
    element?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable, composed: true, dataTransfer, clientX, clientY, screenX, screenY }));
  const welcome = over?.defaultPrevented && allows(dataTransfer.effectAllowed, over.dataTransfer.dropEffect);
  if (welcome) tell(target, "drop", true);
  else tell(target, "dragleave", false);
  tell(source, "dragend", false);
}`;

const stopFunction = `() => {
  globalThis.droverDrag?.stop();
  delete globalThis.droverDrag;
}`;

/**
 * HTML5 drag and drop. Firefox starts drags and tells what they are over by itself, but its WebDriver ends them without a
 * drop: that one, and the end of the drag, are told from here.
 */
export class Dragging {
  #frame: FirefoxFrame | undefined;

  /** The mouse is about to move in that frame with a button held. */
  async watch(frame: FirefoxFrame): Promise<void> {
    if (this.#frame === frame) return;
    this.#frame = frame;
    await frame.call(watchFunction, [], "isolated");
  }

  /** The button is about to be let go at a point, which the mouse is moved to once more: the drag may just have begun. */
  async drop(at: Point, move: (point: Point) => Promise<void>): Promise<void> {
    const frame = this.#frame;
    if (!frame) return;
    try {
      const underWay = await frame.call(underWayFunction, [], "isolated");
      if (underWay.type === "boolean" && underWay.value) {
        await move({ x: at.x + 1, y: at.y });
        await move(at);
        await frame.call(dropFunction, [], "isolated");
      }
      await frame.call(stopFunction, [], "isolated");
    } finally {
      this.#frame = undefined;
    }
  }
}
