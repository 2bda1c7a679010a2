import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { namesElement, oneElement } from "../../session/elementTarget.ts";
import { takePicture } from "../../session/picture.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { elementTarget } from "../see/shapes.ts";
import { captionOf } from "./caption.ts";
import { elementClip } from "./elementClip.ts";

const output = z.object({
  ok: z.literal(true),
  path: z.string().optional(),
  bytes: z.number(),
  format: z.enum(["png", "jpeg"]),
  fullPage: z.boolean(),
  caption: z.string().optional(),
  tokensEstimate: z.number().optional(),
});

/** The file's ending says what it is to hold. */
const kindOf = (path: string | undefined): "png" | "jpeg" => (path !== undefined && /\.jpe?g$/i.test(path) ? "jpeg" : "png");

export const screenshot = defineTool({
  name: "screenshot",
  family: "pictures",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  core: true,
  summary: "Picture of the viewport, an element or the full page, inline or into a workspace file.",
  details: `An element is scrolled into view and cropped to its box. \`describe\` adds a line that often makes the picture
unnecessary. \`path\` (needs \`file-io\`) writes a file inside the workspace and returns no image; its ending decides
the format unless \`format\` does. JPEG at quality 70 and
\`scale: "css"\` is five to ten times smaller than the default.`,
  input: z.object({
    ...elementTarget,
    fullPage: z.boolean().optional().describe("all of it, not the viewport"),
    describe: z.boolean().optional().describe("add a one-line caption"),
    path: z.string().min(1).optional().describe("workspace file instead of an inline image"),
    format: z.enum(["png", "jpeg"]).optional().describe("png"),
    quality: z.int().min(0).max(100).optional().describe("of jpeg"),
    scale: z.enum(["css", "device"]).optional().describe("css: a pixel each; device: sharper"),
  }),
  output,
  engines: { chromium: "full", firefox: "full" },
  examples: [
    { format: "jpeg", quality: 70, scale: "css" },
    { fullPage: true, path: "shots/checkout.png" },
    { ref: "e12", describe: true },
  ],
  cli: { positional: ["path"] },
  run: async (
    { page, session, files, require, warn },
    { fullPage = false, describe, path, format = kindOf(path), quality, scale = "device", ...target },
  ) => {
    const element = namesElement(target) ? oneElement(target) : undefined;
    if (element && fullPage)
      throw new DroverError("bad-input", "fullPage and an element exclude each other", {
        hint: "An element's picture is already bounded by its box.",
      });
    if (path !== undefined) require("file-io", "screenshot with path");
    const place = path === undefined ? undefined : files.chosenPlace("picture", session.id, path);
    const clip = element && (await elementClip(page, element));
    const caption = describe ? await captionOf(page, element) : undefined;
    const image = await takePicture(page, { format, quality, fullPage, scale, ...(clip && { clip }) }, warn);
    const data = {
      ok: true as const,
      ...(place && { path: place.path }),
      bytes: image.length,
      format,
      fullPage,
      ...(caption && { caption }),
    };
    if (!place) return withImages(data, [{ mimeType: `image/${format}`, data: image.toString("base64") }]);
    await files.writeBytes(place, image);
    return data;
  },
  text: (data, style) =>
    style.reader === "person"
      ? [data.caption, data.path ? `${data.path}  (${data.bytes} bytes)` : `${data.bytes} bytes of ${data.format}`]
          .filter(Boolean)
          .join("\n")
      : data.path
        ? undefined
        : (data.caption ?? ""),
});
