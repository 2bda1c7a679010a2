import { nextFrame } from "../act/nextFrame.ts";
import type { MeasureApi } from "./api.ts";

/** How many frames it takes until the browser has noted when what came of an input was on the screen. */
const FRAMES = 3;

export const painted: MeasureApi["painted"] = async () => {
  for (let frame = 0; frame < FRAMES; frame++) await nextFrame();
  return null;
};
