import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import type { Metrics } from "../../session/recording/callMetrics.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { table } from "../text/table.ts";
import { sessionInput } from "./sessionInput.ts";

const counts = z.record(z.string(), z.number());

export const sessionMetrics = defineTool({
  name: "session_metrics",
  family: "record",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  concurrent: true,
  summary: "What was called on the session, how long it took, what failed and was denied, and its tokens.",
  details: `Added up since the session was opened, over restarts of the daemon. \`errorsByTool\` counts answers with \`ok: false\` that were no denials;
\`capabilityDenials\` counts calls that a missing capability kept away. \`export_session_report\` tells what the pages did meanwhile.`,
  input: z.object(sessionInput),
  output: z.object({
    ok: z.literal(true),
    session: z.string(),
    callsByTool: counts,
    durationMsByTool: counts,
    errorsByTool: counts,
    tokensEstimateSum: z.number(),
    capabilityDenials: z.number(),
    sessionStartedAt: z.string(),
    sessionDurationMs: z.number(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  cli: { aliases: ["metrics"] },
  text: (metrics, style) => (style.reader === "person" ? metricRows(metrics, style) : undefined),
  run: async ({ sessions, admission, usualSession }, { session = usualSession() }) => {
    const plan = sessions.planOf(session);
    if (plan) admission.enters(plan, "session");
    const open = sessions.peek(session);
    if (!open) throw new DroverError("session-not-found", `session "${session}" is not open`, { hint: "list_sessions shows those that are." });
    return { ok: true as const, session, ...open.parts.metrics.all };
  },
});

function metricRows({ callsByTool, durationMsByTool, errorsByTool, capabilityDenials, tokensEstimateSum }: Metrics, style: TextStyle): string {
  const rows = Object.entries(callsByTool)
    .toSorted(([, a], [, b]) => b - a)
    .map(([tool, calls]) => [tool, String(calls), `${Math.round((durationMsByTool[tool] ?? 0) / calls)} ms`, String(errorsByTool[tool] ?? 0)]);
  const sums = `${tokensEstimateSum} tokens, ${capabilityDenials} denied`;
  return rows.length === 0 ? "(no calls)" : `${table(["TOOL", "CALLS", "MEAN", "FAILED"], rows, style)}\n${sums}`;
}
