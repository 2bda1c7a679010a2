import { z } from "zod";
import type { MouseEventInput } from "../../engine/port.ts";
import type { Point } from "../../page/act/api.ts";
import { DroverError } from "../../protocol/errors.ts";
import { pointInput } from "../act/actionInput.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { dragEngines, pointerTool, requireInViewport } from "./pointerTool.ts";

const output = z.object({ ok: z.literal(true), action: z.enum(["down", "move", "up"]), coords: pointInput });

const buttonInput = z.enum(["left", "right", "middle"]).optional();

async function dispatch(context: PageContext, action: MouseEventInput["type"], coords: Point | undefined, button: "left" | "right" | "middle" = "left") {
  const { page } = context;
  if (coords) await requireInViewport(context, coords);
  const { pointer } = page.parts;
  // A press elsewhere begins with the way there.
  if (coords && action !== "move") await page.engine.input.mouse(pointer.event("move", coords, "none"));
  await page.engine.input.mouse(pointer.event(action, coords, button));
  return { ok: true as const, action, coords: { x: pointer.x, y: pointer.y } };
}

export const mouseDown = defineTool({
  ...pointerTool,
  name: "mouse_down",
  summary: "Press a mouse button, here or at a point, and hold it.",
  input: z.object({ coords: pointInput.optional(), button: buttonInput }),
  output,
  examples: [{ coords: { x: 100, y: 200 } }],
  run: (context, { coords, button }) => dispatch(context, "down", coords, button),
});

export const mouseMove = defineTool({
  ...pointerTool,
  name: "mouse_move",
  summary: "Move the mouse to a point.",
  input: z.object({ coords: pointInput }),
  output,
  examples: [{ coords: { x: 100, y: 200 } }],
  run: (context, { coords }) => dispatch(context, "move", coords),
});

export const mouseUp = defineTool({
  ...pointerTool,
  engines: dragEngines,
  name: "mouse_up",
  summary: "Release a mouse button, here or at a point.",
  input: z.object({ coords: pointInput.optional(), button: buttonInput }),
  output,
  examples: [{}],
  run: (context, { coords, button }) => dispatch(context, "up", coords, button),
});

export const mouseWheel = defineTool({
  ...pointerTool,
  name: "mouse_wheel",
  summary: "Turn the wheel at a point.",
  details: "For canvases, maps and virtual lists that listen for `wheel`. Positive `deltaY` scrolls down.",
  input: z.object({ coords: pointInput, deltaX: z.number().optional(), deltaY: z.number().optional() }),
  output: z.object({ ok: z.literal(true), coords: pointInput, deltaX: z.number(), deltaY: z.number() }),
  examples: [{ coords: { x: 512, y: 380 }, deltaY: 240 }],
  run: async (context, { coords, deltaX = 0, deltaY = 0 }) => {
    if (deltaX === 0 && deltaY === 0) throw new DroverError("bad-input", "mouse_wheel needs deltaX or deltaY");
    await requireInViewport(context, coords);
    await context.page.engine.input.wheel({ ...coords, deltaX, deltaY });
    return { ok: true as const, coords, deltaX, deltaY };
  },
});
