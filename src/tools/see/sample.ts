import { z } from "zod";
import { MAX_SAMPLE_MS, sampleMetric } from "../../session/sampling.ts";
import { defineTool } from "../defineTool.ts";
import { elementTarget } from "./shapes.ts";

const metrics = [
  "scrollTop",
  "scrollLeft",
  "scrollHeight",
  "scrollWidth",
  "clientWidth",
  "clientHeight",
  "bboxX",
  "bboxY",
  "bboxWidth",
  "bboxHeight",
] as const;

/** What act_and_sample and cross_session_sample take too. */
export const sampleInput = {
  metric: z.enum(metrics),
  durationMs: z.int().min(1),
  everyFrame: z.boolean().optional(),
  intervalMs: z.int().min(16).optional(),
  summary: z.boolean().optional().describe("true: without the series; false: always with it"),
};

export const sampleOutput = z.object({
  metric: z.string(),
  scope: z.enum(["element", "document"]),
  durationMs: z.number(),
  mode: z.enum(["frame", "interval"]),
  count: z.number(),
  series: z.array(z.object({ tMs: z.number(), value: z.number() })).optional(),
  summary: z.object({
    count: z.number(),
    min: z.number().nullable(),
    max: z.number().nullable(),
    first: z.number().nullable(),
    last: z.number().nullable(),
    distinctCount: z.number(),
    firstChangeTMs: z.number().nullable(),
  }),
  autoSummarised: z.literal(true).optional(),
  truncated: z.literal(true).optional(),
});

const SLACK = 5000;
const sampleDeadline = ({ durationMs }: { durationMs: number }): number => Math.min(durationMs, MAX_SAMPLE_MS) + SLACK;

export const sample = defineTool({
  name: "sample",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  concurrent: true,
  deadline: sampleDeadline,
  summary: "A scroll, size or position metric over a time window.",
  details: `Without a target the document's scroller is measured (\`bbox*\` needs one). At most 30 seconds and 2,000 points;
above 300 points the series is left out unless \`summary: false\`.`,
  input: z.object({ ...elementTarget, ...sampleInput }),
  output: sampleOutput,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ selector: ".feed", metric: "scrollHeight", durationMs: 3000, intervalMs: 250 }],
  run: ({ page, warn }, input) => {
    if (input.durationMs > MAX_SAMPLE_MS) warn(`durationMs was cut to ${MAX_SAMPLE_MS}`);
    return sampleMetric(page, input);
  },
});
