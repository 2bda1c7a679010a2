import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import type { PageContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { affineOf, backward, forward, transformInput, transformOutput, type Affine } from "./affine.ts";
import { canvasTarget, type CanvasTarget } from "./canvasTarget.ts";
import { adapterHint, discoverTransform } from "./discoverTransform.ts";
import { measureTransform, probeGestures, type ProbeGesture } from "./measureTransform.ts";

const HEURISTIC = "discovery probes are HEURISTIC - what a page's globals tell may not be what it draws with. Pass transform, or use a canvas-app adapter plugin (canvas_query).";

const point = z.object({ x: z.number(), y: z.number() });

const shared = {
  family: "canvas",
  capability: "canvas",
  // A probe moves the view, and what it does may stay.
  effect: "write",
  needs: "page",
  tells: "page",
  engines: { chromium: "full", firefox: "full" },
} as const;

const input = {
  ...canvasTarget,
  transform: transformInput.optional(),
  measure: z.enum(probeGestures).optional().describe("a probe, which is undone"),
};

const told = {
  transformDiscovered: transformOutput.optional(),
  adapterHint: adapterHint.optional(),
  transformMeasured: transformOutput.optional(),
  probe: z.object({ moved: point, shifted: point, undone: z.boolean() }).optional(),
  warnings: z.array(z.string()),
  tokensEstimate: z.number().optional(),
};

const details = `Screen is the page's viewport in CSS pixels, as pointer tools take it. \`transform\` is \`{scale, panX, panY, originX?, originY?}\`: \`screen = (world + pan) * scale + origin\`; nothing is asked of the page then. Without it the page's own world is looked at:
tldraw and Excalidraw (by \`editor\` and \`excalidrawAPI\`, or where React keeps them), \`app.viewport.zoom\` and \`.center\` (\`figma\`), \`app.scale\` and \`app.offset\` (\`tldraw\`), \`app.transform.matrix\` (\`generic\`). That is a guess, and a warning says so. When there is nothing, the answer is \`no-transform\`.

\`measure\` (needs \`action\`) finds out with a probe where nothing else is known: it moves the view by a drag of the middle or left button or by the wheel, compares the pictures before and after, and moves it back (\`probe.undone\`).
World is then counted from the canvas's corner as it is now, in the unit in which the view moves with the gesture: a page that scales its drags has that scale, most have 1.`;

export const canvasWorldToScreen = defineTool({
  ...shared,
  name: "canvas_world_to_screen",
  summary: "Where a point of a canvas app's world is on the screen.",
  details,
  input: z.object({ worldX: z.number(), worldY: z.number(), ...input }),
  output: z.object({ ok: z.literal(true), screenX: z.number(), screenY: z.number(), ...told }),
  examples: [{ worldX: 100, worldY: 50, transform: { scale: 2, panX: 10, panY: 0 } }, { worldX: 100, worldY: 50 }],
  cli: { positional: ["worldX", "worldY"] },
  run: async (context, { worldX, worldY, ...way }) => {
    const { affine, ...how } = await findTransform(context, way);
    const { x, y } = forward(affine, worldX, worldY);
    return { ok: true as const, screenX: x, screenY: y, ...how, warnings: [] };
  },
});

export const canvasScreenToWorld = defineTool({
  ...shared,
  name: "canvas_screen_to_world",
  summary: "Which point of a canvas app's world is at a point of the screen.",
  details,
  input: z.object({ screenX: z.number(), screenY: z.number(), ...input }),
  output: z.object({ ok: z.literal(true), worldX: z.number(), worldY: z.number(), ...told }),
  examples: [{ screenX: 220, screenY: 100, transform: { scale: 2, panX: 10, panY: 0 } }, { screenX: 640, screenY: 400 }],
  cli: { positional: ["screenX", "screenY"] },
  run: async (context, { screenX, screenY, ...way }) => {
    const { affine, ...how } = await findTransform(context, way);
    const { x, y } = backward(affine, screenX, screenY);
    return { ok: true as const, worldX: x, worldY: y, ...how, warnings: [] };
  },
});

interface Way extends CanvasTarget {
  transform?: z.output<typeof transformInput> | undefined;
  measure?: ProbeGesture | undefined;
}

async function findTransform(context: PageContext, { transform, measure, ...target }: Way) {
  const { page, warn, require } = context;
  if (namesElement(target)) oneElement(target);
  if (transform && measure) throw new DroverError("bad-input", "transform and measure exclude each other", { hint: "Leave out measure: what is known need not be measured." });
  if (transform) return { affine: affineOf(transform) };
  if (measure) {
    require("action", "measuring, which moves the view,");
    const { matrix, probe } = await measureTransform(context, target, measure);
    return { affine: matrix, transformMeasured: asTransform(matrix), probe };
  }
  const found = await discoverTransform(page, target);
  if (!found)
    throw new DroverError("not-found", "no transform discoverable - pass transform explicitly OR use a canvas-app adapter plugin", {
      hint: `Or let it be measured: measure:"${probeGestures[0]}" moves the view a little and back.`,
      failure: { source: "app" },
      fields: { code: "no-transform" },
    });
  warn(HEURISTIC);
  return { affine: found.matrix, transformDiscovered: asTransform(found.matrix), adapterHint: found.adapterHint };
}

/** In the words of editors where they suffice. */
function asTransform(matrix: Affine): z.output<typeof transformOutput> {
  const [a, b, c, d, e, f] = matrix;
  if (b !== 0 || c !== 0 || a !== d) return { matrix };
  return { scale: a, panX: 0, panY: 0, originX: e, originY: f };
}
