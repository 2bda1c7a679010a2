import type { Frame } from "../link/frame.ts";

/** Puts a picture on a canvas of the picture's own size; how large that is shown is the style sheet's business. */
export async function drawFrame(canvas: HTMLCanvasElement, { picture }: Frame): Promise<void> {
  const bitmap = await createImageBitmap(picture);
  if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
  }
  canvas.getContext("2d", { alpha: false })?.drawImage(bitmap, 0, 0);
  bitmap.close();
}
