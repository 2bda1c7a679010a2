import { z } from "zod";
import type { RecordedElement } from "../../page/see/api.ts";

const elementShape = z.object({
  selectorHint: z.string(),
  selectorTier: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  stability: z.enum(["high", "medium", "low"]),
  role: z.string(),
  name: z.string(),
  tag: z.string(),
  playwright: z.string(),
  path: z.string(),
  test: z.tuple([z.string(), z.string()]).optional(),
  id: z.string().optional(),
  type: z.string().optional(),
  secret: z.literal(true).optional(),
}) satisfies z.ZodType<RecordedElement>;

/** An element with the frames around it, from the page's own down, each by a selector. */
export const placedElementShape = elementShape.extend({ frames: z.array(z.string()).optional() });

export const annotationShape = z.object({
  copy: z.string(),
  arrow: z.union([z.boolean(), z.enum(["up", "down", "left", "right"])]).optional(),
  target: z.string().optional(),
});

/** One thing that was done to a page, as the recording keeps it. Values of secrets and passwords are not in it. */
export const recordedStepShape = z.object({
  id: z.string(),
  ts: z.number(),
  action: z.string(),
  by: z.enum(["drover", "person"]),
  /** Pages are counted as they come into the recording. */
  page: z.number(),
  /** The page that it opened. */
  opens: z.number().optional(),
  target: placedElementShape.optional(),
  /** Where a drag ended; the option that was chosen. */
  to: placedElementShape.optional(),
  args: z.record(z.string(), z.unknown()),
  /** Of `args`, the one that was a password and is left out. */
  hidden: z.string().optional(),
});

export const recordingHeadShape = z.object({
  name: z.string(),
  session: z.string(),
  startedAt: z.number(),
  startUrl: z.string().optional(),
});

export type PlacedElement = z.infer<typeof placedElementShape>;
export type Annotation = z.infer<typeof annotationShape>;
export type RecordedStep = z.infer<typeof recordedStepShape>;
/** A step before it has its number and its page. */
export type StepDraft = Pick<RecordedStep, "action" | "args" | "target" | "to" | "hidden">;
export type RecordingHead = z.infer<typeof recordingHeadShape>;

/** A recording as a whole. */
export interface Recording extends RecordingHead {
  steps: RecordedStep[];
  /** By the ids of their steps. */
  annotations: Record<string, Annotation[]>;
  /** What was done at points of the viewport, and can be done again by nobody. */
  atPoints: number;
}
