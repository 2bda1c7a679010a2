/** What a canvas was made to draw with. "none": nothing yet; "unknown": the document is older than the watch on it. */
export const canvasContexts = ["unknown", "none", "2d", "webgl", "webgl2", "webgpu", "bitmaprenderer", "offscreen"] as const;

export type CanvasContext = (typeof canvasContexts)[number];

/** How page code learns it: it asks the canvas, which answers with the context's place in the list as `detail`. */
export const canvasEvents = (key: string) => ({ ask: `${key}-which-context`, tell: `${key}-context` });
