import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { told } from "./shapes.ts";

export const seedRandom = defineTool({
  name: "seed_random",
  family: "emulate",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Make Math.random give the same numbers in every run; null gives the browser's own back.",
  details: `Every document of the session starts anew from the seed (Mulberry32), those that are open at once. Only \`Math.random\`: not
crypto.randomUUID and crypto.getRandomValues, and not in workers.`,
  input: z.object({ seed: z.int().min(0).max(2 ** 32 - 1).nullable() }),
  output: z.object({
    ok: z.literal(true),
    applied: z.object({ seed: z.number().nullable() }),
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ seed: 1337 }],
  cli: { positional: ["seed"] },
  run: async ({ session }, { seed }) => {
    await session.parts.randomness.set(seed);
    return { ok: true as const, applied: { seed }, ...told(session) };
  },
});
