import * as dom from "../dom.ts";
import { nextFrame } from "../act/nextFrame.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { readBase64 } from "../state/bytes.ts";
import { holdText } from "../state/longText.ts";
import type { CanvasApi, CanvasContents, CanvasContext, CanvasFacts, CanvasReading } from "./api.ts";
import { factsOf, findCanvas } from "./findCanvas.ts";
import { glOf, readFramebuffer } from "./framebuffer.ts";

/** What these draw is theirs only until it is shown, unless they were told to keep it; one that nothing is known of may be such. */
const clearing = new Set<CanvasContext>(["webgl", "webgl2", "webgpu", "unknown"]);
/** A page that draws at all while it is looked at does so within these. */
const FRAMES = 6;
/** Software may take long for a frame; a tab in the background has none. */
const FRAME_PATIENCE_MS = 1500;

export const canvasRead: CanvasApi["canvasRead"] = async (wish) => {
  const canvas = findCanvas(wish);
  if (!canvas) return null;
  const facts = factsOf(canvas, wish.asksKey);
  refuseSize(facts, wish.maxSide, wish.maxPixels);
  if (wish.want === "framebuffer") glOf(canvas, facts.context);
  for (let frame = 1; ; frame++) {
    // After the page's own callbacks of the frame, and before what they drew is shown.
    await nextFrame(FRAME_PATIENCE_MS);
    const reading = await readNow(canvas, facts, wish.want);
    if (!reading.blank || !clearing.has(facts.context)) return reading;
    if (frame >= FRAMES) return facts.context === "unknown" ? reading : { ...facts, contents: null, unreadable: "cleared" };
  }
};

function refuseSize({ width, height }: CanvasFacts, maxSide: number, maxPixels: number): void {
  if (width === 0 || height === 0)
    throw new PageRefusal("refused", `the canvas is ${width}×${height}: there is nothing on it`, { hint: "The page has not laid it out yet: wait for it, or name another canvas.", fields: { code: "zero-size" } });
  if (width > maxSide || height > maxSide)
    throw new PageRefusal("too-large", `the canvas is ${width}×${height}; at most ${maxSide}×${maxSide} are read`, { hint: "screenshot shows what can be seen of it.", fields: { code: "too-large" } });
  if (width * height > maxPixels)
    throw new PageRefusal("too-large", `the canvas has ${width}×${height} pixels; raw, at most ${maxPixels / 1e6} million are read`, { hint: 'format "png" takes larger ones.', fields: { code: "too-large" } });
}

/** The pixels are taken before anything is waited for; only their encoding takes time. */
async function readNow(canvas: HTMLCanvasElement, facts: CanvasFacts, want: "picture" | "framebuffer"): Promise<CanvasReading> {
  try {
    const blank = clearing.has(facts.context) && isBlank(canvas);
    const contents = await (want === "framebuffer" ? rgbaOf(canvas, facts.context) : pngOf(canvas));
    return { ...facts, contents, ...(blank && { blank }) };
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "SecurityError") return { ...facts, contents: null, unreadable: "tainted" };
    throw thrown;
  }
}

/** Pictures are compared and not pixels, which Firefox keeps from page code. */
function isBlank(canvas: HTMLCanvasElement): boolean {
  const copy = dom.createElement(document, "canvas");
  copy.width = canvas.width;
  copy.height = canvas.height;
  const empty = copy.toDataURL();
  copy.getContext("2d")?.drawImage(canvas, 0, 0);
  return copy.toDataURL() === empty;
}

async function rgbaOf(canvas: HTMLCanvasElement, context: CanvasContext): Promise<CanvasContents> {
  return { rgba: holdText(await readBase64(readFramebuffer(glOf(canvas, context)))) };
}

async function pngOf(canvas: HTMLCanvasElement): Promise<CanvasContents> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob)
    throw new PageRefusal("refused", "the browser could not make a picture of the canvas", { hint: "It may be too large for the memory that is there; screenshot shows what can be seen of it.", fields: { code: "taint-or-encode" } });
  return { png: holdText(await readBase64(blob)) };
}
