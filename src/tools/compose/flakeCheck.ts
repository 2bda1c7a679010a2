import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { batchOutput, runCalls, type BatchReport } from "./batch.ts";
import { compareRuns } from "./flakeReport.ts";
import { callsInput, requireInnerTools } from "./innerCall.ts";

const stepOutput = z.object({
  step: z.number(),
  tool: z.string(),
  label: z.string().optional(),
  runs: z.number(),
  ok: z.number(),
  successRate: z.number(),
  errors: z.array(z.string()),
  signatures: z.array(z.string()),
});

const resolverOutput = z.object({
  step: z.number(),
  tool: z.string(),
  label: z.string().optional(),
  ref: z.string().optional(),
  selector: z.string().optional(),
  named: z.string().optional(),
  selectorHint: z.string().optional(),
  descriptor: z.record(z.string(), z.unknown()).optional(),
  agreedRuns: z.number(),
});

export const flakeCheck = defineTool({
  name: "flake_check",
  family: "compose",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: "none",
  summary: "Run the same calls 3 to 20 times and report what differed.",
  details: `Calls are as in \`batch\`; every run goes through to its end. \`firstDivergence\` is the earliest step that did not always
succeed or always fail. \`signatures\` tells which elements a step landed on; \`cachedResolvers\` is what every run agreed on.
\`stopOnAllGreen: k\` ends after k runs in a row without a failure.`,
  input: z.object({ calls: callsInput, n: z.int().min(3).max(20), stopOnAllGreen: z.int().min(1).optional() }),
  output: z.object({
    runsCompleted: z.number(),
    allGreen: z.boolean(),
    shortCircuitedAfter: z.number().optional(),
    steps: z.array(stepOutput),
    firstDivergence: z.number().nullable(),
    cachedResolvers: z.array(resolverOutput),
    runs: z.array(batchOutput),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ n: 5, calls: [{ tool: "find", args: { query: "the New Record button" } }, { tool: "click", args: { selector: "#new" } }] }],
  run: async (context, { calls, n, stopOnAllGreen }) => {
    await requireInnerTools(context, "flake_check", calls);
    const runs: BatchReport[] = [];
    let green = 0;
    while (runs.length < n && !(stopOnAllGreen !== undefined && green >= stopOnAllGreen)) {
      context.progress(`run ${runs.length + 1}`, runs.length, n);
      const run = await runCalls(context, calls, false, []);
      runs.push(run);
      green = run.ok ? green + 1 : 0;
    }
    return {
      runsCompleted: runs.length,
      allGreen: runs.every((run) => run.ok),
      ...(runs.length < n && { shortCircuitedAfter: runs.length }),
      ...compareRuns(calls, runs),
      runs,
    };
  },
});
