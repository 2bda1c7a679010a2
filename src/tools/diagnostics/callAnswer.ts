import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

export const callAnswer = defineTool({
  name: "call_answer",
  family: "diagnostics",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  forPeople: { refusal: "what others were answered is not an agent's to read", hint: "call_log tells what was called." },
  concurrent: true,
  summary: "What a call was answered, as its caller got it.",
  details: `By its id in \`call_log\`. Of each answer the first 20,000 characters are kept in memory, of all answers together two million: those of agents always, of
other callers while a dashboard is open. Pictures are only counted.`,
  input: z.object({ id: z.string().min(1) }),
  output: z.object({ ok: z.literal(true), id: z.string(), text: z.string(), cut: z.literal(true).optional(), images: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ id: "c42" }],
  cli: { positional: ["id"] },
  run: async ({ calls }, { id }) => {
    const answer = calls.answer(id);
    if (!answer) throw new DroverError("not-found", `the answer to ${id} is not kept`, { hint: "Newer answers have taken its place, or it was not an agent's." });
    return { ok: true as const, ...answer };
  },
});
