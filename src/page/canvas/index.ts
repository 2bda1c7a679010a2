import type { CanvasApi } from "./api.ts";
import { factsOf, findCanvas } from "./findCanvas.ts";
import { canvasRead } from "./readCanvas.ts";

export const canvas: CanvasApi = {
  canvasFacts: (wish) => {
    const found = findCanvas(wish);
    return found && factsOf(found, wish.asksKey);
  },
  canvasRead,
};
