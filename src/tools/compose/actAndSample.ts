import { z } from "zod";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { sampleInput, sampleOutput } from "../see/sample.ts";
import { elementTarget } from "../see/shapes.ts";
import { innerCallInput, requireInnerTools, runAction, type InnerCall } from "./innerCall.ts";

const output = z.object({
  ok: z.boolean(),
  action: z.unknown(),
  sample: z.union([sampleOutput, z.looseObject({ ok: z.literal(false) })]),
  warnings: z.array(z.string()).optional(),
  tokensEstimate: z.number().optional(),
});

export const actAndSample = defineTool({
  name: "act_and_sample",
  family: "compose",
  capability: "read",
  effect: "write",
  needs: "page",
  tells: "page",
  batch: false,
  deadline: "none",
  summary: "Run one action and trace a metric across it.",
  details: "The sampler of `sample` starts first and the action runs beside it, so that what comes and goes in between is seen.",
  input: z.object({ action: innerCallInput, ...elementTarget, ...sampleInput }),
  output,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ action: { tool: "click", args: { ref: "e12" } }, metric: "clientHeight", selector: ".results", durationMs: 2000 }],
  run: async (context, { action, ...sampling }) => {
    await requireInnerTools(context, "act_and_sample", [action]);
    return actWhileSampling(context, action, sampling);
  },
});

export const crossSessionSample = defineTool({
  name: "cross_session_sample",
  family: "compose",
  capability: "read",
  effect: "write",
  needs: "daemon",
  tells: "page",
  batch: false,
  summary: "Act in one session and trace a metric in another.",
  details: "For what should travel between users: both run over the same window, in one call.",
  input: z.object({ action: innerCallInput, actionSession: z.string().min(1), sampleSession: z.string().min(1), ...elementTarget, ...sampleInput }),
  output,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ action: { tool: "click", args: { selector: "#send" } }, actionSession: "ada", sampleSession: "bob", selector: ".feed", metric: "scrollHeight", durationMs: 3000 }],
  run: async (context, { action, actionSession, sampleSession, ...sampling }) => {
    await requireInnerTools(context, "cross_session_sample", [action]);
    const inSession = { ...action, args: { ...action.args, session: actionSession } };
    return actWhileSampling(context, inSession, { ...sampling, session: sampleSession });
  },
});

async function actWhileSampling(context: DaemonContext, action: InnerCall, sampling: Record<string, unknown>) {
  const sampled = context.call("sample", sampling);
  const acted = await runAction(context, action);
  const { ok, data } = await sampled;
  return { ok: acted.ok && ok, action: acted.data, sample: data as z.output<typeof sampleOutput> };
}
