import { setTimeout } from "node:timers/promises";
import type { PageWork } from "./pageWork.ts";

/** A frame of 60 in a second. */
const FRAME_MS = 1_000 / 60;

/**
 * A picture waits for frames, so that its time depends on when in a frame it is asked for. Asked right after the picture of the tool before, every
 * tool has its own moment again and again, which says nothing of the tool: it is asked at any moment of two frames, and more often than others.
 */
export const screenshot: PageWork = {
  name: "screenshot",
  title: "take a picture of the viewport",
  timesARound: 4,
  prepare: async (tool) => {
    await setTimeout((1 + Math.random()) * 2 * FRAME_MS);
    return () => tool.screenshot();
  },
};
