import { z } from "zod";
import { annotationShape } from "../../report/flow/recordedStep.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

export const recordAnnotate = defineTool({
  name: "record_annotate",
  family: "record",
  capability: "read",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: false,
  summary: "Put words for a reader to a step of the recording: the last one, unless stepId names it.",
  details: "`arrow` asks for one in a picture of the step: true, or where it comes from. `target` says what it points at, when that is not the step's own target.",
  input: z.object({
    copy: z.string().min(1).max(4000).describe("what readers are told"),
    arrow: annotationShape.shape.arrow.describe("true, or up, down, left, right"),
    target: z.string().min(1).max(1000).optional().describe("a locator's name, a selector or a ref"),
    stepId: z.string().min(1).max(50).optional().describe("step-1, step-2 …"),
  }),
  output: z.object({ ok: z.literal(true), stepId: z.string(), annotations: z.number(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ copy: "Sign in with your work address.", arrow: "left" }],
  cli: { positional: ["copy"] },
  run: async ({ session }, { stepId, ...annotation }) => {
    const { flow } = session.parts;
    if (!flow.isOn) throw new DroverError("not-found", `session "${session.id}" is not being recorded`, { hint: "start_recording({flowName}) begins it." });
    const annotated = flow.annotate(annotation, stepId);
    return { ok: true as const, stepId: annotated, annotations: flow.recording?.annotations[annotated]?.length ?? 0 };
  },
});
