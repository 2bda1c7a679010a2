/** What page code can say of a canvas: what it is, where it is and what is on it. */
import type { Box, PageTarget } from "../api.ts";
import type { CanvasContext } from "../asks/canvasEvents.ts";
import type { LongText } from "../state/api.ts";

export type { CanvasContext } from "../asks/canvasEvents.ts";

export interface CanvasWish {
  /** Without one the first canvas of the document is meant. */
  target?: PageTarget | undefined;
  /** How the page's own world is asked what a canvas draws with. */
  asksKey: string | undefined;
}

export interface CanvasFacts {
  /** In pixels of its own. */
  width: number;
  height: number;
  context: CanvasContext;
  /** In the frame's viewport. */
  box: Box;
}

/** A picture (PNG), or the pixels of a WebGL framebuffer (RGBA, the topmost row first); each as base64. */
export type CanvasContents = { png: LongText } | { rgba: LongText };

export interface CanvasReading extends CanvasFacts {
  contents: CanvasContents | null;
  /** Why there are none: another origin's pictures are on it, or what was drawn is shown and no longer kept. */
  unreadable?: "tainted" | "cleared";
  /** Nothing is on it; asked only of those that may have shown it and kept nothing. */
  blank?: true;
}

export interface CanvasApi {
  /** Null when the document has no canvas and none was named. */
  canvasFacts(wish: CanvasWish): CanvasFacts | null;
  canvasRead(wish: CanvasWish & { want: "picture" | "framebuffer"; maxSide: number; maxPixels: number }): Promise<CanvasReading | null>;
}
