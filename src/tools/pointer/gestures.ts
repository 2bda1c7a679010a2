import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { TouchPoint } from "../../engine/port.ts";
import { line } from "../../session/action/drag.ts";
import { pointInput } from "../act/actionInput.ts";
import { defineTool } from "../defineTool.ts";
import { between, pointerTool, requireInViewport, touchIdentifier } from "./pointerTool.ts";

const SLACK_MS = 5000;

export const gesturePinch = defineTool({
  ...pointerTool,
  name: "gesture_pinch",
  summary: "Pinch with two fingers around a point.",
  details: `The fingers start \`startOffset\` (default 40) left and right of \`coords\` and end at \`startOffset × scale\`: below 1 pinches in, above 1
out. \`steps\` (default 12, 1 to 100) moves at even distances.`,
  input: z.object({ coords: pointInput, scale: z.number().positive(), steps: z.number().optional(), startOffset: z.number().positive().optional() }),
  output: z.object({
    ok: z.literal(true),
    coords: pointInput,
    scale: z.number(),
    steps: z.number(),
    startOffset: z.number(),
    endOffset: z.number(),
    tokensEstimate: z.number().optional(),
  }),
  examples: [{ coords: { x: 512, y: 400 }, scale: 2, steps: 20 }],
  run: async (context, { coords, scale, steps: wanted = 12, startOffset = 40 }) => {
    const steps = between(1, Math.round(wanted), 100);
    const endOffset = startOffset * scale;
    await requireInViewport(context, coords);
    const { input } = context.page.engine;
    const fingers = (offset: number): TouchPoint[] => [
      { x: coords.x - offset, y: coords.y, id: 1 },
      { x: coords.x + offset, y: coords.y, id: 2 },
    ];
    await input.touch("start", fingers(startOffset));
    try {
      for (let step = 1; step <= steps; step++) await input.touch("move", fingers(startOffset + ((endOffset - startOffset) * step) / steps));
    } finally {
      await input.touch("end", []);
    }
    return { ok: true as const, coords, scale, steps, startOffset, endOffset };
  },
});

/** Fast at first and slower towards the end, as fingers do. */
const easeOut = (t: number): number => 1 - (1 - t) ** 2;

export const gestureSwipe = defineTool({
  ...pointerTool,
  name: "gesture_swipe",
  summary: "Swipe with one finger.",
  details: "`durationMs` (default 200; 500 and more reads as a deliberate scroll) is spread over `steps` (default 16, 1 to 200) moves that slow down.",
  input: z.object({
    from: pointInput,
    to: pointInput,
    durationMs: z.number().min(0).max(60_000).optional(),
    steps: z.number().optional(),
    identifier: touchIdentifier.optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    from: pointInput,
    to: pointInput,
    steps: z.number(),
    durationMs: z.number(),
    tokensEstimate: z.number().optional(),
  }),
  deadline: ({ durationMs = 200 }) => durationMs + SLACK_MS,
  examples: [{ from: { x: 200, y: 600 }, to: { x: 200, y: 200 }, durationMs: 250 }],
  run: async (context, { from, to, durationMs = 200, steps: wanted = 16, identifier = 1 }) => {
    const steps = between(1, Math.round(wanted), 200);
    await requireInViewport(context, from, to);
    const { input } = context.page.engine;
    const started = performance.now();
    await input.touch("start", [{ ...from, id: identifier }]);
    try {
      for (const [index, point] of line(from, to, steps, easeOut).entries()) {
        const due = started + (durationMs * (index + 1)) / steps;
        if (due > performance.now()) await pause(due - performance.now(), undefined, { signal: context.signal });
        await input.touch("move", [{ ...point, id: identifier }]);
      }
    } finally {
      await input.touch("end", []);
    }
    return { ok: true as const, from, to, steps, durationMs };
  },
});
