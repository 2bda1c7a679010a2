import { z } from "zod";
import type { EngineFrame } from "../../engine/port.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { Box } from "../../page/api.ts";
import type { CanvasFacts } from "../../page/canvas/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { namesElement, oneElement, type GivenTarget } from "../../session/elementTarget.ts";
import { frameOffset } from "../../session/pageCoordinates.ts";
import type { LocatedTarget, SessionPage } from "../../session/sessionPage.ts";

/** A canvas as callers name it: like any element, perhaps in a frame, or not at all. */
export const canvasTarget = { ref: z.string().optional(), selector: z.string().optional(), frame: z.string().optional() };

export interface CanvasTarget extends Pick<GivenTarget, "ref" | "selector"> {
  frame?: string | undefined;
}

/** The canvas that is named; without a name the first of the page, its frames included. */
export async function locateCanvas(page: SessionPage, { frame: frameId, ...given }: CanvasTarget): Promise<LocatedTarget> {
  const within = frameId === undefined ? undefined : page.frame(frameId);
  if (namesElement(given)) return page.locate(oneElement(given), within);
  for (const frame of within ? [within] : page.engine.frames()) {
    const facts = await mayFail(factsOf(page, { frame }), "a frame may go away, or not be the browser's to ask", null);
    if (facts) return { frame, target: { selector: "canvas" }, summary: "the first canvas" };
  }
  throw new DroverError("not-found", "there is no canvas on the page", {
    hint: "Wait for it with wait_for; what is drawn as SVG or HTML is seen by snapshot and screenshot.",
    failure: { source: "app" },
    fields: { code: "no-canvas" },
  });
}

export const canvasWish = (page: SessionPage, target: LocatedTarget["target"] | undefined) => ({ target, asksKey: page.session.parts.asks.key });

export const factsOf = (page: SessionPage, { frame, target }: { frame: EngineFrame; target?: LocatedTarget["target"] }): Promise<CanvasFacts | null> => frame.ask("canvasFacts", canvasWish(page, target));

export async function inPage(frame: EngineFrame, box: Box): Promise<Box> {
  const { x, y, scaleX, scaleY } = await frameOffset(frame);
  return { x: x + box.x * scaleX, y: y + box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY };
}
