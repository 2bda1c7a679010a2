import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
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
  details: `Every document and worker (Chromium) of the session starts anew from the seed (Mulberry32), those that are open at once. \`crypto: true\` does the same
to crypto.getRandomValues and crypto.randomUUID: what a page then takes for secret can be foretold by anybody. Keys that the browser itself makes
(crypto.subtle) stay random.`,
  input: z.object({ seed: z.int().min(0).max(2 ** 32 - 1).nullable(), crypto: z.boolean().optional().describe("crypto's random values too") }),
  output: z.object({
    ok: z.literal(true),
    applied: z.object({ seed: z.number().nullable(), crypto: z.boolean().optional() }),
    warning: z.string().optional(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "not in workers: WebDriver BiDi does not reach into them" } },
  examples: [{ seed: 1337 }, { seed: 1337, crypto: true }],
  cli: { positional: ["seed"] },
  run: async ({ session, warn }, { seed, crypto = false }) => {
    if (seed === null && crypto) throw new DroverError("bad-input", "there is no seed for crypto", { hint: "seed_random({seed: 1337, crypto: true})." });
    await session.parts.randomness.set(seed === null ? undefined : { seed, crypto });
    if (crypto) warn("What pages draw from crypto can be foretold now: log in and pay only after seed_random({seed: null}).");
    return { ok: true as const, applied: { seed, ...(crypto && { crypto }) }, ...told(session) };
  },
});
