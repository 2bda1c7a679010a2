import { PageRefusal } from "../pageRefusal.ts";
import type { CanvasContext } from "./api.ts";

type Gl = WebGLRenderingContext | WebGL2RenderingContext;

/** The context that the canvas has. Only for a canvas that is known to have one: it would be given it otherwise. */
export function glOf(canvas: HTMLCanvasElement, context: CanvasContext): Gl {
  const gl = context === "webgl2" ? canvas.getContext("webgl2") : context === "webgl" ? canvas.getContext("webgl") : null;
  if (!gl) throw notWebGl(context);
  if (gl.isContextLost())
    throw new PageRefusal("refused", "the canvas has lost its WebGL context", { hint: "Reload the page, or wait until it has made a new one.", fields: { code: "context-lost" } });
  return gl;
}

const notWebGl = (context: CanvasContext): PageRefusal =>
  context === "unknown"
    ? new PageRefusal("refused", "nothing is known of what this canvas draws with: its document is older than the session", { hint: 'Reload the page, or use format "2d-imagedata".', fields: { code: "not-webgl" } })
    : new PageRefusal("bad-input", context === "none" ? "the page draws nothing on this canvas: it has no WebGL context" : `this canvas has a ${context} context, and no WebGL framebuffer`, {
        hint: 'format "2d-imagedata" reads the pixels of every canvas. A page that could not have WebGL says so in its console.',
        fields: { code: "not-webgl" },
      });

/** What the canvas shows, topmost row first; the page's own bindings are put back. */
export function readFramebuffer(gl: Gl): Uint8Array<ArrayBuffer> {
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8Array(width * height * 4);
  const putBack = plainReading(gl);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  putBack();
  return upsideDown(pixels, width * 4);
}

function plainReading(gl: Gl): () => void {
  const two = "READ_FRAMEBUFFER" in gl;
  const target = two ? gl.READ_FRAMEBUFFER : gl.FRAMEBUFFER;
  const bound = gl.getParameter(two ? gl.READ_FRAMEBUFFER_BINDING : gl.FRAMEBUFFER_BINDING) as WebGLFramebuffer | null;
  const buffer = two ? (gl.getParameter(gl.PIXEL_PACK_BUFFER_BINDING) as WebGLBuffer | null) : null;
  const packing = two ? [gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS].map((name) => [name, gl.getParameter(name) as number] as const) : [];
  gl.bindFramebuffer(target, null);
  if (two && buffer) gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  for (const [name] of packing) gl.pixelStorei(name, 0);
  return () => {
    for (const [name, value] of packing) gl.pixelStorei(name, value);
    if (two && buffer) gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bindFramebuffer(target, bound);
  };
}

function upsideDown(pixels: Uint8Array<ArrayBuffer>, stride: number): Uint8Array<ArrayBuffer> {
  const turned = new Uint8Array(pixels.length);
  for (let from = 0, to = pixels.length - stride; to >= 0; from += stride, to -= stride) turned.set(pixels.subarray(from, from + stride), to);
  return turned;
}
