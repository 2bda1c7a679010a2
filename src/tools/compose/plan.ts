import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { findElements } from "../../session/findElements.ts";
import { defineTool } from "../defineTool.ts";
import { checkedArgs, descriptorSchema, verbs } from "./descriptor.ts";

const DEFAULT_TTL_MS = 60_000;
const MIN_TTL_MS = 1000;
const MAX_TTL_MS = 1_800_000;
const MAX_ALTERNATIVES = 4;

export const plan = defineTool({
  name: "plan",
  family: "compose",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  batch: true,
  summary: "Choose an element by description and return a descriptor for execute; does nothing yet.",
  details: `The ranking is \`find\`'s. \`evidence\` says why that element and how sure; refuse to execute when its stability is too low.
The descriptor is plain JSON and can be kept; it holds for \`ttlMs\` (1 s to 30 min, default 1 min).`,
  input: z.object({
    query: z.string().min(1),
    verb: z.enum(verbs),
    verbArgs: z.record(z.string(), z.unknown()).optional(),
    contextRef: z.string().optional(),
    confidenceFloor: z.number().optional(),
    ttlMs: z.number().positive().optional(),
  }),
  output: descriptorSchema.extend({ warnings: z.array(z.string()).optional(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ query: "the Save button in the toolbar", verb: "click" }],
  cli: { positional: ["verb", "query"] },
  run: async ({ page, session }, { query, verb, verbArgs = {}, contextRef, confidenceFloor, ttlMs = DEFAULT_TTL_MS }) => {
    const args = checkedArgs(verb, verbArgs);
    const within = contextRef === undefined ? undefined : page.locate({ ref: contextRef });
    const { candidates, warnings } = await findElements(page, {
      query,
      maxCandidates: MAX_ALTERNATIVES + 1,
      confidenceFloor,
      ...(within && { within }),
      feedback: session.parts.findMemory.all(),
    });
    const [best, ...others] = candidates;
    if (!best)
      throw new DroverError("not-found", `nothing on the page matches "${query}"`, { hint: "Describe it differently, or look with snapshot.", failure: { source: "unknown" } });
    return {
      id: randomUUID(),
      ref: best.ref,
      verb,
      args,
      evidence: {
        query,
        selectorHint: best.selectorHint,
        selectorTier: best.selectorTier,
        stability: best.stability,
        role: best.role,
        ...(best.name && { name: best.name }),
        ...(best.testId && { testId: best.testId }),
        score: best.score,
        actionable: best.actionable,
        warnings,
        alternatives: others.map(({ ref, role, name, selectorHint, score }) => ({ ref, role, name, selectorHint, score })),
      },
      expiresAt: Date.now() + Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, ttlMs)),
    };
  },
});
