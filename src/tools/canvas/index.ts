import { canvasCapture } from "./canvasCapture.ts";
import { canvasDiff } from "./canvasDiff.ts";
import { canvasQuery } from "./canvasQuery.ts";
import { canvasScreenToWorld, canvasWorldToScreen } from "./coordinates.ts";

export const canvasTools = [canvasCapture, canvasDiff, canvasWorldToScreen, canvasScreenToWorld, canvasQuery];
