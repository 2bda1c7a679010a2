import { z } from "zod";
import type { Point } from "../../page/act/api.ts";
import { DroverError, type ErrorResult } from "../../protocol/errors.ts";
import { actionResultShape } from "../../session/action/actionResult.ts";
import { aimOnce, type Aimed } from "../../session/action/aim.ts";
import { dragAlong } from "../../session/action/drag.ts";
import { perform, type Step } from "../../session/action/perform.ts";
import { oneTarget, type ElementTarget, type PointOrElement } from "../../session/elementTarget.ts";
import { actionOptions, pointInput, pressInput, targetInput } from "../act/actionInput.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { pointProbeOutput } from "../see/pointProbe.ts";
import { between, dragEngines, pointerTool, requireInViewport } from "./pointerTool.ts";

const endInput = z.object({ ...targetInput, position: pressInput.position });
type End = z.output<typeof endInput>;

/** An action's result with the points, or what a preflight found. */
const output = z.union([
  actionResultShape,
  z.object({ ok: z.literal(true), preflight: z.object({ point: pointInput, hit: pointProbeOutput, resizeRisk: z.boolean() }), tokensEstimate: z.number().optional() }),
]);

export const drag = defineTool({
  ...pointerTool,
  engines: dragEngines,
  name: "drag",
  summary: "Drag from one element or point to another.",
  details: `Presses at \`from\`, moves to \`to\` over \`steps\` points (default 12, 1 to 100) and releases. Elements with HTML5 drag and drop get
their drag events with data. Elements stand for the middle of their visible part, or for a \`position\` in them. \`preflight: true\` does not drag: it tells what
lies at \`from\` and whether a resize handle (\`resizeRisk\`) would be grabbed.`,
  input: z.object({
    from: endInput.meta({ listedAs: "{ref}, {selector}, {named} or {coords: {x, y}}" }),
    to: endInput.optional().meta({ listedAs: "the same" }),
    steps: z.number().optional(),
    preflight: z.boolean().optional(),
    ...actionOptions,
  }),
  output,
  examples: [{ from: { ref: "e33" }, to: { coords: { x: 720, y: 240 } }, steps: 24 }, { from: { coords: { x: 180, y: 300 } }, preflight: true }],
  run: async (context, { from, to, steps = 12, preflight, mode, maxResultTokens }) => {
    if (preflight) return preflightAt(context, from);
    if (!to) throw new DroverError("bad-input", "drag needs to, unless preflight is true");
    const moves = between(1, Math.round(steps), 100);
    return perform(context, {
      type: "drag",
      details: { from: nameOf(oneTarget(from)), to: nameOf(oneTarget(to)) },
      options: { mode, maxResultTokens },
      run: async (step) => {
        const [start, end] = await bothPlaces(context, step, from, to);
        await dragAlong(context.page, start.point, end.point, moves);
        const frame = [end.frame, start.frame].find((each) => each && each !== context.page.engine.mainFrame);
        return { fields: { from: start.point, to: end.point, steps: moves }, ...(frame && { frame }) };
      },
    });
  },
});

const nameOf = ({ target, coords }: PointOrElement) => target ?? coords;

/** A point of the page, and the frame of what is there where that was named. */
interface Place {
  point: Point;
  frame?: Aimed["frame"];
}

async function placeFor(context: PageContext, step: Step, end: End): Promise<Place> {
  const { target, coords } = oneTarget(end);
  if (coords) {
    await requireInViewport(context, coords);
    return { point: coords };
  }
  const { point, frame } = await step.aim(target, "hover", end.position && { position: end.position });
  if (!point) throw noPlace();
  return { point, frame };
}

/** Bringing the second into view may move the first: it is looked up again. */
async function bothPlaces(context: PageContext, step: Step, from: End, to: End): Promise<[Place, Place]> {
  await placeFor(context, step, from);
  const end = await placeFor(context, step, to);
  const start = await placeFor(context, step, from);
  const endNow = await placeFor(context, step, to);
  if (end.point.x === endNow.point.x && end.point.y === endNow.point.y) return [start, end];
  throw new DroverError("not-visible", "the two ends cannot be in view at the same time", { hint: "Scroll or enlarge the viewport, or drag in stages with mouse_down, mouse_move and mouse_up." });
}

async function preflightAt(context: PageContext, from: End) {
  const { target, coords } = oneTarget(from);
  const point = coords ?? (await placeOf(context, target, from.position));
  await requireInViewport(context, point);
  const { ok, data } = await context.call("point_probe", { coords: point });
  if (!ok) return data as ErrorResult;
  const hit = pointProbeOutput.parse(data);
  return { ok: true as const, preflight: { point, hit, resizeRisk: hit.stack.some(({ cursor }) => cursor.endsWith("-resize")) } };
}

async function placeOf({ page }: PageContext, target: ElementTarget, position: Point | undefined): Promise<Point> {
  const { point } = await aimOnce(page, target, { ready: "hover", waitMs: 0, ...(position && { position }) });
  if (!point) throw noPlace();
  return point;
}

const noPlace = () => new DroverError("not-visible", "the element has no place on the page");
