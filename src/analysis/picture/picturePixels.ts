import { decode } from "./pngPicture.ts";

/** The pixels of a PNG picture: RGBA, row by row from the top. */
export function picturePixels({ picture }: { picture: Uint8Array }): { width: number; height: number; rgba: Uint8Array } {
  const { width, height, data } = decode(picture, "the picture of the canvas");
  return { width, height, rgba: data };
}
