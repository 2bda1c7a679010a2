import { z } from "zod";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { EngineFrame } from "../../engine/port.ts";
import type { PointProbe } from "../../page/see/api.ts";
import { asDroverError } from "../../protocol/errors.ts";
import { frameUnder } from "../../session/frameUnder.ts";
import { readFrame } from "../../session/reading.ts";
import { takePicture } from "../../session/picture.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { boxOutput } from "./shapes.ts";

const MAX_LAYERS = 8;
const CROP = 120;

const shortLayer = z.object({
  tag: z.string(),
  id: z.string().nullable(),
  testId: z.string().nullable(),
  classes: z.array(z.string()),
});

/** Probes a point, and when it hits a frame, the same point inside that frame. */
async function probe(page: SessionPage, frame: EngineFrame, x: number, y: number): Promise<PointProbe> {
  const seen = await readFrame(page, frame, "pointProbe", { x, y });
  const under = seen.stack[0]?.tag.endsWith("frame") ? await frameUnder(frame, seen.frameIndex, { x, y }) : undefined;
  if (!under) return seen;
  const inner = await mayFail(probe(page, under.frame, under.point.x, under.point.y), "a frame that cannot be probed is told by its outside");
  if (!inner) return seen;
  return {
    stack: [...inner.stack, ...seen.stack].slice(0, MAX_LAYERS),
    scrollContainer: inner.scrollContainer ?? seen.scrollContainer,
    clickableAncestor: inner.clickableAncestor,
    ...(inner.ref && { ref: inner.ref }),
  };
}

async function cropAround(page: SessionPage, x: number, y: number, warn: (line: string) => void): Promise<string> {
  const view = await page.engine.mainFrame.ask("viewport", null);
  const width = Math.min(CROP, view.width);
  const height = Math.min(CROP, view.height);
  const left = Math.min(Math.max(0, x - width / 2), view.width - width);
  const top = Math.min(Math.max(0, y - height / 2), view.height - height);
  const clip = { x: Math.round(left + view.scrollX), y: Math.round(top + view.scrollY), width, height };
  return (await takePicture(page, { format: "png", scale: "css", clip }, warn)).toString("base64");
}

const layer = shortLayer.extend({
  role: z.string().nullable(),
  name: z.string(),
  pointerEvents: z.string(),
  visibility: z.string(),
  display: z.string(),
  zIndex: z.string(),
  cursor: z.string(),
  bbox: boxOutput,
});

export const pointProbeOutput = z.object({
  ok: z.literal(true),
  point: z.object({ x: z.number(), y: z.number() }),
  stack: z.array(layer),
  scrollContainer: shortLayer.nullable(),
  clickableAncestor: shortLayer.extend({ role: z.string(), name: z.string() }).nullable(),
  ref: z.string().optional(),
  cropBase64: z.string().optional(),
});

export const pointProbe = defineTool({
  name: "point_probe",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "What lies under a viewport point, top first: what click({coords}) would hit.",
  details: "The stack goes through open shadow roots and frames. `crop: true` adds a small PNG around the point. `ref` is that of the clickable ancestor, else of the top layer.",
  input: z.object({ coords: z.object({ x: z.number(), y: z.number() }), crop: z.boolean().optional() }),
  output: pointProbeOutput,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ coords: { x: 512, y: 380 } }],
  run: async ({ page, warn }, { coords, crop }) => {
    try {
      const { stack, scrollContainer, clickableAncestor, ref } = await probe(page, page.engine.mainFrame, coords.x, coords.y);
      const cropBase64 = crop ? await cropAround(page, coords.x, coords.y, warn) : undefined;
      return { ok: true as const, point: coords, stack, scrollContainer, clickableAncestor, ...(ref && { ref }), ...(cropBase64 && { cropBase64 }) };
    } catch (thrown) {
      return { ...asDroverError(thrown).toResult(), point: coords, url: page.url };
    }
  },
});
