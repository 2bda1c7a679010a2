import { analyse } from "../../analysis/analyse.ts";
import type { Box } from "../../page/api.ts";
import type { CanvasContext } from "../../page/canvas/api.ts";
import { DroverError, isDroverError } from "../../protocol/errors.ts";
import { takePicture } from "../../session/picture.ts";
import type { LocatedTarget } from "../../session/sessionPage.ts";
import { fetchText } from "../../session/state/longText.ts";
import type { PageContext } from "../context.ts";
import { locatedClip } from "../pictures/elementClip.ts";
import { canvasWish, inPage } from "./canvasTarget.ts";

export const captureFormats = ["png", "2d-imagedata", "webgl-framebuffer"] as const;
type CaptureFormat = (typeof captureFormats)[number];

/** The specification's bound. */
const MAX_SIDE = 16_384;
/** Raw, each of them has four bytes on its way through browser, daemon and disk. */
const MAX_RAW_PIXELS = 40_000_000;

export interface CanvasCapture {
  /** A PNG, or RGBA row by row from the top. */
  bytes: Uint8Array;
  width: number;
  height: number;
  context: CanvasContext;
  /** "picture": what the browser shows in the canvas's place. */
  source: "canvas" | "picture";
  /** In the page's viewport. */
  box: Box;
}

/** What is on a canvas. One that may not be read, or keeps nothing to be read, is pictured as it is shown. */
export async function readCanvas({ page, signal, warn }: PageContext, located: LocatedTarget, format: CaptureFormat): Promise<CanvasCapture> {
  const { frame, target } = located;
  const wish = { ...canvasWish(page, target), want: format === "webgl-framebuffer" ? ("framebuffer" as const) : ("picture" as const), maxSide: MAX_SIDE, maxPixels: format === "png" ? MAX_SIDE ** 2 : MAX_RAW_PIXELS };
  const reading = await frame.ask("canvasRead", wish);
  if (!reading) throw new DroverError("not-found", "the canvas is no longer there", { hint: "Call snapshot or find again.", failure: { source: "app" } });
  const { contents, unreadable, width, height, context } = reading;
  const box = await inPage(frame, reading.box);
  if (contents) {
    if (reading.blank) warn("Nothing is on the canvas. Its document is older than the session, so it is not known what it draws with: WebGL may have shown it already. Reload the page, or take a screenshot.");
    const bytes = Buffer.from((await fetchText(frame, "png" in contents ? contents.png : contents.rgba)).toString("latin1"), "base64");
    return { bytes: "png" in contents ? await inFormat(bytes, format, signal) : bytes, width, height, context, source: "canvas", box };
  }
  const why = unreadable === "tainted" ? "pictures of another origin are on it, so the page may not read it" : "what it draws with keeps nothing once it is shown, and nothing was drawn meanwhile";
  const shown = await pictured({ page, warn }, located, { format, why });
  warn(`The canvas was pictured as the browser shows it, with whatever lies over it: ${why}. Its size is the picture's.`);
  const [pictureWidth, pictureHeight] = [shown.readUInt32BE(16), shown.readUInt32BE(20)];
  return { bytes: await inFormat(shown, format, signal), width: pictureWidth, height: pictureHeight, context, source: "picture", box };
}

const inFormat = async (png: Uint8Array, format: CaptureFormat, signal: AbortSignal): Promise<Uint8Array> => (format === "png" ? png : (await analyse("picturePixels", { picture: png }, signal)).rgba);

async function pictured({ page, warn }: Pick<PageContext, "page" | "warn">, located: LocatedTarget, { format, why }: { format: CaptureFormat; why: string }): Promise<Buffer> {
  try {
    return await takePicture(page, { format: "png", scale: "device", clip: await locatedClip(page, located) }, warn);
  } catch (thrown) {
    if (!isDroverError(thrown) || thrown.code !== "not-visible") throw thrown;
    throw new DroverError("refused", `the canvas cannot be read (${why}), and is not shown either`, {
      hint: "Bring it into view: then it is pictured instead.",
      failure: { source: "app" },
      fields: { code: format === "png" ? "taint-or-encode" : "taint-or-read" },
    });
  }
}
