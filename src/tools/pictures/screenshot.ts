import { z } from "zod";
import { defineTool, withImages } from "../defineTool.ts";

export const screenshot = defineTool({
  name: "screenshot",
  family: "pictures",
  capability: "read",
  effect: "read",
  needs: "page",
  core: true,
  summary: "Picture of the viewport, the full page or an element.",
  input: z.object({
    fullPage: z.boolean().optional(),
    format: z.enum(["png", "jpeg"]).optional(),
    quality: z.number().int().min(0).max(100).optional(),
    scale: z.enum(["css", "device"]).optional(),
  }),
  output: z.object({ ok: z.literal(true), format: z.string(), bytes: z.number() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ format: "jpeg", quality: 70, scale: "css" }],
  run: async ({ page }, { fullPage, format = "png", quality, scale = "device" }) => {
    const image = await page.engine.screenshot({ format, quality, fullPage, scale });
    return withImages({ ok: true as const, format, bytes: image.length }, [
      { mimeType: `image/${format}`, data: image.toString("base64") },
    ]);
  },
});
