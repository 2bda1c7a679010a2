import { z } from "zod";
import { defineTool } from "../defineTool.ts";

export const findFeedback = defineTool({
  name: "find_feedback",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "own",
  summary: "Tell find which ref was the right answer; similar queries then rank it higher.",
  details:
    "Kept for the session, at most 100 answers, the oldest unused go first. An element is known by its test id, else by role and name.",
  input: z.object({ query: z.string().min(1), ref: z.string() }),
  output: z.object({
    ok: z.literal(true),
    recorded: z.object({
      query: z.string(),
      identity: z.object({ testId: z.string().optional(), role: z.string().optional(), name: z.string().optional() }),
    }),
    memorySize: z.number(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ query: "the save button in the toolbar", ref: "e42" }],
  cli: { positional: ["query", "ref"] },
  run: async ({ session }, { query, ref }) => {
    const { descriptor } = session.refs.get(ref);
    const identity = descriptor.test ? { testId: descriptor.test[1] } : { role: descriptor.role, name: descriptor.name };
    const { findMemory } = session.parts;
    findMemory.remember({ query, identity });
    return { ok: true as const, recorded: { query, identity }, memorySize: findMemory.size };
  },
});
