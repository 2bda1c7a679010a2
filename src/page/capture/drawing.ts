/** What an element draws that is in none of its attributes, as a picture. */
import * as dom from "../dom.ts";

/** A canvas with another origin's pictures on it may not be read. */
export function pictureOf(element: HTMLCanvasElement | HTMLVideoElement): { url: string } | "empty" | "unreadable" {
  const [width, height] = element instanceof HTMLVideoElement ? [element.videoWidth, element.videoHeight] : [element.width, element.height];
  if (width === 0 || height === 0) return "empty";
  try {
    const url = element instanceof HTMLVideoElement ? stillOf(element, width, height) : element.toDataURL("image/png");
    return url.startsWith("data:image/") ? { url } : "empty";
  } catch {
    // Only of a canvas that another origin's picture was drawn on.
    return "unreadable";
  }
}

function stillOf(video: HTMLVideoElement, width: number, height: number): string {
  const canvas = dom.createElement(document, "canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return canvas.toDataURL("image/png");
}
