import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import { namesElement } from "../../session/elementTarget.ts";
import { frameOffset } from "../../session/pageCoordinates.ts";
import type { LocatedTarget, SessionPage } from "../../session/sessionPage.ts";
import type { Affine } from "./affine.ts";
import { factsOf, locateCanvas, type CanvasTarget } from "./canvasTarget.ts";

const adapterHints = ["figma", "tldraw", "excalidraw", "generic"] as const;
export const adapterHint = z.enum(adapterHints);

/** In the frame's viewport; with `placed`, points are counted from the canvas's corner or its middle. */
const foundShape = z.object({ adapterHint, matrix: z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]), placed: z.enum(["viewport", "corner", "middle"]) });

/** Runs in the page's own world: what applications leave lying about there says how they place what they draw. */
const probe = `(() => {
  const { editor, excalidrawAPI, app, figma } = globalThis;
  const numbers = (...values) => values.every((value) => typeof value === "number" && Number.isFinite(value));
  const uniform = (adapterHint, scale, panX, panY, placed, originX = 0, originY = 0) =>
    numbers(scale, panX, panY, originX, originY) && scale !== 0 ? { adapterHint, placed, matrix: [scale, 0, 0, scale, panX * scale + originX, panY * scale + originY] } : undefined;
  const inReact = (selector, pick) => {
    const place = document.querySelector(selector);
    const key = place && Object.keys(place).find((each) => each.startsWith("__reactFiber$"));
    for (let fiber = key && place[key]; fiber; fiber = fiber.return) {
      const found = pick(fiber);
      if (found) return found;
    }
  };
  const ofTldraw = (found) => {
    const camera = found?.getCamera?.();
    const bounds = found?.getViewportScreenBounds?.();
    return camera && bounds && uniform("tldraw", camera.z, camera.x, camera.y, "viewport", bounds.x, bounds.y);
  };
  const ofExcalidraw = (state) => state && uniform("excalidraw", state.zoom?.value, state.scrollX, state.scrollY, "viewport", state.offsetLeft, state.offsetTop);
  const ofFigma = (view) => view?.center && uniform("figma", view.zoom, -view.center.x, -view.center.y, "middle");
  const ofMatrix = (matrix) => {
    const [a, b, c, d] = matrix ?? [];
    return matrix?.length === 6 && numbers(...matrix) && a * d - b * c !== 0 ? { adapterHint: "generic", placed: "corner", matrix: [...matrix] } : undefined;
  };
  return (
    ofTldraw(editor) ??
    ofTldraw(inReact(".tl-canvas", ({ memoizedProps }) => memoizedProps?.value?.getCamera && memoizedProps.value)) ??
    ofExcalidraw(excalidrawAPI?.getAppState?.()) ??
    ofExcalidraw(inReact(".excalidraw", ({ stateNode }) => stateNode?.state && "scrollX" in stateNode.state && stateNode.state)) ??
    ofFigma(app?.viewport) ??
    ofFigma(figma?.viewport) ??
    uniform("tldraw", app?.scale, app?.offset?.x, app?.offset?.y, "corner") ??
    ofMatrix(app?.transform?.matrix) ??
    null
  );
})()`;

/** How an application on the page places what it draws, as far as its globals tell: from world to the page's viewport. */
export async function discoverTransform(page: SessionPage, given: CanvasTarget): Promise<{ adapterHint: z.output<typeof adapterHint>; matrix: Affine } | undefined> {
  const named: LocatedTarget | undefined = namesElement(given) ? await locateCanvas(page, given) : undefined;
  for (const frame of named ? [named.frame] : given.frame === undefined ? page.engine.frames() : [page.frame(given.frame)]) {
    const found = foundShape.safeParse(await mayFail(frame.evaluate(probe), "a frame may go away, or not be the browser's to ask")).data;
    if (!found) continue;
    const facts = await factsOf(page, named ?? { frame });
    const box = facts?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    const from = found.placed === "viewport" ? { x: 0, y: 0 } : found.placed === "corner" ? box : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return { adapterHint: found.adapterHint, matrix: await inPage(frame, found.matrix, from) };
  }
  return undefined;
}

async function inPage(frame: EngineFrame, [a, b, c, d, e, f]: Affine, from: { x: number; y: number }): Promise<Affine> {
  const { x, y, scaleX, scaleY } = await frameOffset(frame);
  return [a * scaleX, b * scaleY, c * scaleX, d * scaleY, x + (e + from.x) * scaleX, y + (f + from.y) * scaleY];
}
