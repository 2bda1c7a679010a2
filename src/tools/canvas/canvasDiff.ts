import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import type { Area } from "../../analysis/picture/changedRegions.ts";
import type { CanvasBytes } from "../../analysis/picture/canvasDiff.ts";
import type { FileStore } from "../../files/fileStore.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool, withImages } from "../defineTool.ts";

const rectangle = z.object({ x: z.number(), y: z.number(), w: z.number().min(0), h: z.number().min(0) });
const size = z.object({ width: z.number(), height: z.number() });

const asRectangle = ({ x, y, width, height }: Area) => ({ x, y, w: width, h: height });

export const canvasDiff = defineTool({
  name: "canvas_diff",
  family: "canvas",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  batch: true,
  concurrent: true,
  deadline: 60_000,
  summary: "Compare two canvas captures: how much changed, and where.",
  details: `\`before\` and \`after\` are \`responseId\`s of canvas_capture, or paths of PNG files in the workspace; their size is known. \`beforeBase64\` and \`afterBase64\` take bytes instead: RGBA needs \`width\` and \`height\`, \`inputFormat:"png"\` does not. \`region\`
limits the comparison, and is cut to the picture. \`changedPixelCount\` counts pixels that differ in any byte, \`changedBytes\` adds up by how much each channel does, \`percentageChanged\` is of what was compared, \`bboxOfChanges\` the
smallest box around it all (null when nothing changed) and \`regions\` the 20 largest places. With \`threshold\` (0 to 1; 0.1 is what visual_diff takes) only colours that look different count, and smoothed edges do not. \`image:true\`
returns a picture with the changes in red, which is kept in \`visual-diffs/\` either way.`,
  input: z.object({
    before: z.string().min(1).optional().describe("responseId or path"),
    after: z.string().min(1).optional(),
    beforeBase64: z.string().optional(),
    afterBase64: z.string().optional(),
    inputFormat: z.enum(["rgba", "png"]).optional(),
    width: z.int().min(1).optional(),
    height: z.int().min(1).optional(),
    region: rectangle.optional(),
    threshold: z.number().min(0).max(1).optional(),
    image: z.boolean().optional(),
    session: z.string().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    changedPixelCount: z.number(),
    changedBytes: z.number(),
    percentageChanged: z.number(),
    bboxOfChanges: rectangle.nullable(),
    regions: z.array(rectangle.extend({ pixels: z.number() })),
    regionCount: z.number(),
    width: z.number(),
    height: z.number(),
    sizes: z.object({ before: size, after: size }).optional(),
    diffPath: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ before: "f0a1b2c3d4", after: "f5e6d7c8b9" }, { beforeBase64: "AAAA/w==", afterBase64: "/////w==", width: 1, height: 1 }],
  cli: { positional: ["before", "after"] },
  run: async ({ files, signal, warn, usualSession }, { before, after, beforeBase64, afterBase64, inputFormat = "rgba", width, height, region, threshold = 0, image = false, session = usualSession() }) => {
    const bytes = { inputFormat, width, height };
    const [old, now] = [await bytesOf(files, "before", before, beforeBase64, bytes), await bytesOf(files, "after", after, afterBase64, bytes)];
    const area = region && { x: region.x, y: region.y, width: region.w, height: region.h };
    const diff = await analyse("canvasDiff", { before: old, after: now, region: area, threshold, drawn: true }, signal);
    if (diff.comparedPixels === 0) warn("The region lies outside of the picture: nothing was compared.");
    if (diff.sizes) warn("The two are not of one size: what one of them lacks counts as changed.");
    const place = diff.picture && files.place("comparison", { session, ending: ".png" });
    if (place && diff.picture) await files.writeBytes(place, diff.picture);
    const data = {
      ok: true as const,
      changedPixelCount: diff.changedPixels,
      changedBytes: diff.changedBytes,
      percentageChanged: diff.comparedPixels === 0 ? 0 : Math.round((diff.changedPixels / diff.comparedPixels) * 1e6) / 1e4,
      bboxOfChanges: diff.bounds && asRectangle(diff.bounds),
      regions: diff.regions.map((each) => ({ ...asRectangle(each), pixels: each.pixels })),
      regionCount: diff.regionCount,
      width: diff.width,
      height: diff.height,
      ...(diff.sizes && { sizes: diff.sizes }),
      ...(place && { diffPath: place.path }),
      warnings: [],
    };
    return image && diff.picture ? withImages(data, [{ mimeType: "image/png", data: Buffer.from(diff.picture).toString("base64") }]) : data;
  },
});

interface Told {
  inputFormat: "rgba" | "png";
  width: number | undefined;
  height: number | undefined;
}

async function bytesOf(files: FileStore, name: "before" | "after", given: string | undefined, base64: string | undefined, told: Told): Promise<CanvasBytes> {
  if ((given === undefined) === (base64 === undefined))
    throw new DroverError("bad-input", given === undefined ? `\`${name}\` is missing` : `\`${name}\` was given twice`, { hint: `Pass either ${name}, the responseId of a capture, or ${name}Base64.` });
  if (given !== undefined) return kept(files, given);
  const bytes = decoded(base64 ?? "", name);
  if (told.inputFormat === "png") return { png: bytes };
  const { width, height } = told;
  if (width === undefined || height === undefined)
    throw new DroverError("bad-input", "RGBA bytes do not say how wide and high the picture is", { hint: "Pass width and height as canvas_capture told them, or inputFormat:\"png\"." });
  return { rgba: bytes, width, height };
}

function decoded(text: string, name: string): Buffer {
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(text)) throw new DroverError("bad-input", `\`${name}Base64\` is not base64`);
  return Buffer.from(text, "base64");
}

async function kept(files: FileStore, given: string): Promise<CanvasBytes> {
  const path = files.workspace.holdsFile(given) ? given : (await files.find(given)).path;
  const [, width, height] = /\.(\d+)x(\d+)\.rgba$/.exec(path) ?? [];
  const bytes = files.existing(path).read();
  return width === undefined || height === undefined ? { png: bytes } : { rgba: bytes, width: Number(width), height: Number(height) };
}
