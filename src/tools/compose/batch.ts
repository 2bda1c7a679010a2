import { z } from "zod";
import type { ImagePart } from "../../protocol/messages.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool, withImages } from "../defineTool.ts";
import { callResultOutput, callsInput, requireInnerTools, runInner, type BatchCall, type CallResult } from "./innerCall.ts";

export const batchOutput = z.object({
  ok: z.boolean(),
  completed: z.number(),
  failedAt: z.number().nullable(),
  results: z.array(callResultOutput),
  warnings: z.array(z.string()).optional(),
  tokensEstimate: z.number().optional(),
});

export interface BatchReport {
  ok: boolean;
  completed: number;
  failedAt: number | null;
  results: CallResult[];
}

export const batch = defineTool({
  name: "batch",
  family: "compose",
  capability: "action",
  effect: "write",
  needs: "page",
  tells: "page",
  core: true,
  batch: false,
  deadline: "none",
  summary: "Run up to 32 calls in order, in one call.",
  details: `Each inner call goes through its own capability gate, confirm hooks and deadline. The first failure ends the batch unless
\`stopOnError\` is false. \`expect\` checks a call's result: \`valueEquals\`, \`displayTextIncludes\`, \`controlDisplayTextIncludes\`,
\`containerTextIncludes\`, \`controlChanged\`, or any \`predicate\` of verify_predicate. Compounds, await_human and recording do not nest.`,
  input: z.object({ calls: callsInput.describe("tool and args of each; expect checks its result"), stopOnError: z.boolean().optional().describe("true") }),
  output: batchOutput,
  engines: { chromium: "full", firefox: "full" },
  examples: [
    {
      calls: [
        { tool: "navigate", args: { url: "https://example.com/login" } },
        { tool: "wait_for", args: { text: "Sign in" }, label: "page ready" },
        { tool: "click", args: { selector: "button[type=submit]" }, expect: { containerTextIncludes: "Welcome" } },
      ],
    },
  ],
  run: async (context, { calls, stopOnError = true }) => {
    await requireInnerTools(context, "batch", calls);
    const images: ImagePart[] = [];
    const report = await runCalls(context, calls, stopOnError, images);
    return images.length > 0 ? withImages(report, images) : report;
  },
});

export async function runCalls(context: DaemonContext, calls: BatchCall[], stopOnError: boolean, images: ImagePart[]): Promise<BatchReport> {
  const results: CallResult[] = [];
  let failedAt: number | null = null;
  for (const [index, call] of calls.entries()) {
    context.signal.throwIfAborted();
    context.progress(call.label ?? call.tool, index, calls.length);
    const { entry, images: taken } = await runInner(context, call);
    images.push(...taken);
    results.push(entry);
    if (entry.ok) continue;
    failedAt ??= index;
    if (stopOnError) break;
  }
  return { ok: failedAt === null, completed: results.length, failedAt, results };
}
