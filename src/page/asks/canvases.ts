/** Knows what each canvas draws with: who asks a canvas itself gives it a context, and the page's own choice is refused afterwards. */
import { canvasContexts, canvasEvents, type CanvasContext } from "./canvasEvents.ts";
import type { Kit } from "./kit.ts";

const contextOf = (asked: unknown): CanvasContext => {
  const name = String(asked).replace(/^(?:experimental|moz)-/, "");
  return canvasContexts.find((each) => each === name) ?? "unknown";
};

export function wrapCanvases(kit: Kit, key: string): void {
  const { apply } = Reflect;
  const { addEventListener, dispatchEvent } = EventTarget.prototype;
  const contexts = new WeakMap<object, CanvasContext>();
  const sawAll = document.readyState === "loading";

  kit.method(HTMLCanvasElement.prototype, "getContext", (native, self, args) => {
    const context = native(...args);
    if (context !== null) contexts.set(self, contextOf(args[0]));
    return context;
  });
  kit.method(HTMLCanvasElement.prototype, "transferControlToOffscreen", (native, self, args) => {
    const offscreen = native(...args);
    contexts.set(self, "offscreen");
    return offscreen;
  });
  const { ask, tell } = canvasEvents(key);
  const answer = (event: Event) => {
    const [canvas] = event.composedPath();
    if (!canvas) return;
    const context = contexts.get(canvas) ?? (sawAll ? "none" : "unknown");
    apply(dispatchEvent, canvas, [new UIEvent(tell, { detail: canvasContexts.indexOf(context) })]);
  };
  apply(addEventListener, window, [ask, answer, { capture: true }]);
}
