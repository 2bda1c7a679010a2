import { z } from "zod";
import { canvasContexts } from "../../page/asks/canvasEvents.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { boxOutput } from "../see/shapes.ts";
import { canvasTarget, locateCanvas } from "./canvasTarget.ts";
import { captureFormats, readCanvas } from "./readCanvas.ts";

/** An agent pays for every byte it reads. */
const INLINE_BYTES = { mcp: 256 * 1024, other: 16 * 1024 * 1024 };

export const canvasCapture = defineTool({
  name: "canvas_capture",
  family: "canvas",
  capability: "canvas",
  effect: "read",
  needs: "page",
  tells: "page",
  deadline: 60_000,
  summary: "Capture a canvas as a picture or raw pixels: into a file, by id.",
  details: `Without a target the first canvas of the page is meant, those in its frames included. \`png\` (the default) is a picture; \`2d-imagedata\` is RGBA, row by row from the top, of any canvas; \`webgl-framebuffer\` is the
same as WebGL itself reads it (\`readPixels\`), and refuses canvases without WebGL. The bytes are in \`canvas-captures/\`, known by \`responseId\`, which canvas_diff takes; \`image:true\` also shows the picture,
\`inline:true\` adds \`contentBase64\` (up to 256 KiB for agents, 16 MiB for others). \`box\` is where the canvas is in the viewport: a point of the capture is at \`box.x + px / width * box.width\`.

WebGL and WebGPU canvases are read in the frame in which they are drawn, so that they need not keep it (\`preserveDrawingBuffer\`). One that draws nothing meanwhile, and one with another origin's pictures on it
(which no page may read), is pictured as the browser shows it: \`source\` is then \`picture\`, and a warning says why. When it is not shown either, the answer is \`taint-or-encode\` or \`taint-or-read\`.
Canvases of more than 16,384 pixels a side are refused (\`too-large\`), and raw pixels of more than 40 million.`,
  input: z.object({
    ...canvasTarget,
    format: z.enum(captureFormats).optional(),
    image: z.boolean().optional(),
    inline: z.boolean().optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    format: z.enum(captureFormats),
    responseId: z.string(),
    path: z.string(),
    byteLength: z.number(),
    width: z.number(),
    height: z.number(),
    channelCount: z.literal(4).optional(),
    isWebGL: z.literal(true).optional(),
    context: z.enum(canvasContexts),
    source: z.enum(["canvas", "picture"]),
    box: boxOutput,
    frame: z.string().optional(),
    contentBase64: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "no WebGPU where Firefox has none" } },
  examples: [{ format: "png", image: true }, { selector: "#board", format: "2d-imagedata" }],
  cli: { positional: ["target"] },
  run: async (context, { format = "png", image = false, inline = false, ...target }) => {
    const { page, session, files, client, warn } = context;
    const located = await locateCanvas(page, target);
    const { bytes, width, height, context: drawnWith, source, box } = await readCanvas(context, located, format);
    const place = files.place("canvas", { session: session.id, ending: format === "png" ? ".png" : `.${width}x${height}.rgba` });
    await files.writeBytes(place, bytes);
    const { id } = await files.find(place.path);
    const most = client.kind === "mcp" ? INLINE_BYTES.mcp : INLINE_BYTES.other;
    if (inline && bytes.byteLength > most) warn(`${bytes.byteLength} bytes are not given inline (at most ${most}): read ${place.path}.`);
    if (image && format !== "png") warn('Only format "png" is a picture that can be shown.');
    const data = {
      ok: true as const,
      format,
      responseId: id,
      path: place.path,
      byteLength: bytes.byteLength,
      width,
      height,
      ...(format !== "png" && { channelCount: 4 as const }),
      ...(format === "webgl-framebuffer" && { isWebGL: true as const }),
      context: drawnWith,
      source,
      box,
      ...(located.frame !== page.engine.mainFrame && { frame: page.frameId(located.frame) }),
      ...(inline && bytes.byteLength <= most && { contentBase64: Buffer.from(bytes).toString("base64") }),
    };
    return image && format === "png" ? withImages(data, [{ mimeType: "image/png", data: Buffer.from(bytes).toString("base64") }]) : data;
  },
});
