import { z } from "zod";
import type { Point } from "../../page/act/api.ts";
import { pointInput } from "../act/actionInput.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { pointerTool, requireInViewport, touchEngines, touchIdentifier } from "./pointerTool.ts";

const output = z.object({
  ok: z.literal(true),
  action: z.enum(["start", "move", "end"]),
  coords: pointInput.optional(),
  identifier: z.number(),
  tokensEstimate: z.number().optional(),
});

const identifierInput = touchIdentifier.optional().describe("one per finger, default 1");

async function put(context: PageContext, action: "start" | "move", coords: Point, identifier = 1) {
  await requireInViewport(context, coords);
  await context.page.engine.input.touch(action, [{ ...coords, id: identifier }]);
  return { ok: true as const, action, coords, identifier };
}

export const touchStart = defineTool({
  ...pointerTool,
  engines: touchEngines,
  name: "touch_start",
  summary: "Put a finger down.",
  details: "Touch and mouse are separate: neither makes the other's events, though the browser may turn a tap into a click.",
  input: z.object({ coords: pointInput, identifier: identifierInput }),
  output,
  examples: [{ coords: { x: 100, y: 200 } }],
  run: (context, { coords, identifier }) => put(context, "start", coords, identifier),
});

export const touchMove = defineTool({
  ...pointerTool,
  name: "touch_move",
  summary: "Move a finger that is down.",
  input: z.object({ coords: pointInput, identifier: identifierInput }),
  output,
  examples: [{ coords: { x: 140, y: 200 } }],
  run: (context, { coords, identifier }) => put(context, "move", coords, identifier),
});

export const touchEnd = defineTool({
  ...pointerTool,
  name: "touch_end",
  summary: "Lift one finger (with coords), or all of them.",
  input: z.object({ coords: pointInput.optional(), identifier: identifierInput }),
  output,
  examples: [{}],
  run: async ({ page }, { coords, identifier = 1 }) => {
    await page.engine.input.touch("end", coords ? [{ ...coords, id: identifier }] : []);
    return { ok: true as const, action: "end" as const, ...(coords && { coords }), identifier };
  },
});
