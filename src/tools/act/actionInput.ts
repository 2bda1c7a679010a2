import { z } from "zod";
import { pointShape } from "../../session/action/actionResult.ts";
import { elementTarget } from "../see/shapes.ts";

export const pointInput = pointShape;

/** ref, selector (with contextRef) or named. */
export const elementInput = {
  ...elementTarget,
  contextRef: z.string().optional().describe("limits selector to this ref"),
};

/** The same, or a point of the viewport. */
export const targetInput = { ...elementInput, coords: pointInput.optional() };

/** What every action takes. */
export const actionOptions = {
  mode: z.enum(["scoped_snapshot", "none", "full", "tree_diff"]).optional().describe("shape of snapshotDelta"),
  maxResultTokens: z.int().min(50).max(50_000).optional(),
};
