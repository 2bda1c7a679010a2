import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { takePicture } from "../../session/picture.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { boxOutput } from "../see/shapes.ts";

const box = z.object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() });
const region = z.object({
  ok: z.literal(true),
  name: z.string(),
  box: boxOutput,
  center: z.object({ x: z.number(), y: z.number() }),
});

type Box = z.output<typeof box>;

const centerOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

export const screenshotRegion = defineTool({
  name: "screenshot_region",
  family: "pictures",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Picture of a viewport rectangle.",
  input: z.object({ box: box.describe("viewport CSS pixels") }),
  output: z.object({ ok: z.literal(true), box: boxOutput, bytes: z.number() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ box: { x: 220, y: 410, width: 80, height: 32 } }],
  run: async ({ page, warn }, { box: wanted }) => {
    const view = await page.engine.mainFrame.ask("viewport", null);
    if (wanted.x < 0 || wanted.y < 0 || wanted.x + wanted.width > view.width || wanted.y + wanted.height > view.height)
      throw new DroverError("bad-input", `the region reaches out of the viewport (${view.width}×${view.height})`, {
        hint: "Scroll first, or use screenshot with fullPage.",
        fields: { viewport: { width: view.width, height: view.height } },
      });
    const clip = { ...wanted, x: wanted.x + view.scrollX, y: wanted.y + view.scrollY };
    const image = await takePicture(page, { format: "png", scale: "device", clip }, warn);
    return withImages({ ok: true as const, box: wanted, bytes: image.length }, [
      { mimeType: "image/png", data: image.toString("base64") },
    ]);
  },
});

export const nameRegion = defineTool({
  name: "name_region",
  family: "pictures",
  capability: "human",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Give a viewport rectangle a name.",
  input: z.object({ name: z.string().trim().min(1).max(100), box: box.describe("viewport CSS pixels") }),
  output: region,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "clip_4", box: { x: 220, y: 410, width: 80, height: 32 } }],
  run: async ({ session }, { name, box: given }) => {
    session.parts.regions.set(name, given);
    return { ok: true as const, name, box: given, center: centerOf(given) };
  },
});

export const namedRegion = defineTool({
  name: "region",
  family: "pictures",
  capability: "human",
  effect: "read",
  needs: "session",
  tells: "page",
  summary: "Box and center of a named region; pass center to click({coords}).",
  input: z.object({ name: z.string() }),
  output: region,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "clip_4" }],
  cli: { positional: ["name"] },
  run: async ({ session }, { name }) => {
    const found = session.parts.regions.get(name);
    return { ok: true as const, name, box: found, center: centerOf(found) };
  },
});
