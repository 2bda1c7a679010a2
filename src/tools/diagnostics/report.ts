import { z } from "zod";
import { Newest } from "../../report/diagnostics/newest.ts";
import { diagnosticShape, taxonomies } from "../../report/diagnostics/record.ts";
import { DiagnosticSums, type Rollup } from "../../report/diagnostics/rollup.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { sessionInput } from "../record/sessionInput.ts";
import { table } from "../text/table.ts";
import { recordsIn, windowInput } from "./records.ts";

const MAX_RECORDS = 500;

const counts = z.record(z.string(), z.number());

export const diagnosticsReport = defineTool({
  name: "diagnostics_report",
  family: "diagnostics",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  concurrent: true,
  summary: "What the records of calls add up to: slow and failing tools, denials, and what eval_js was needed for.",
  details: `\`missingPrimitiveHypotheses\` names kinds of scripts that came three times or more (one and the same script of no kind: five times): a tool may be
missing for them, or not have been found. \`format: "full"\` adds the newest ${MAX_RECORDS} records.`,
  input: z.object({ format: z.enum(["summary", "full"]).optional().describe("summary"), ...windowInput, ...sessionInput }),
  output: z.object({
    ok: z.literal(true),
    perTool: z.record(z.string(), z.object({ count: z.number(), failureCount: z.number(), p50Duration: z.number(), p95Duration: z.number() })),
    topEvalJsPatterns: z.array(z.object({ exprSha: z.string(), exprHead: z.string(), count: z.number(), taxonomy: z.enum(taxonomies) })),
    capabilityDenials: counts,
    notesByCategory: counts,
    missingPrimitiveHypotheses: z.array(z.enum(taxonomies)),
    records: z.array(diagnosticShape).optional(),
    truncated: z.boolean().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { format: "full", sessionId: "checkout" }],
  text: (report, style) => (style.reader === "person" ? reportText(report, style) : undefined),
  run: async (context, { format = "summary", since, sessionId }) => {
    const sums = new DiagnosticSums();
    const newest = new Newest(MAX_RECORDS);
    for await (const record of recordsIn(context, { since, sessionId })) {
      sums.add(record);
      newest.add(record);
    }
    return { ok: true as const, ...sums.rollup, ...(format === "full" && { records: newest.records, truncated: newest.truncated }) };
  },
});

function reportText({ perTool, topEvalJsPatterns, capabilityDenials, missingPrimitiveHypotheses }: Rollup, style: TextStyle): string {
  const rows = Object.entries(perTool)
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([tool, sum]) => [tool, String(sum.count), String(sum.failureCount), String(capabilityDenials[tool] ?? 0), `${sum.p50Duration} ms`, `${sum.p95Duration} ms`]);
  if (rows.length === 0) return "(no records: calls are recorded for clients with the capability diagnostics)";
  const scripts = topEvalJsPatterns.map(({ count, taxonomy, exprHead }) => `  ${count} × ${taxonomy}: ${exprHead}`);
  const missing = missingPrimitiveHypotheses.length > 0 ? [`Perhaps missing: ${missingPrimitiveHypotheses.join(", ")}`] : [];
  return [table(["TOOL", "CALLS", "FAILED", "DENIED", "P50", "P95"], rows, style), ...(scripts.length > 0 ? ["Scripts:", ...scripts] : []), ...missing].join("\n");
}
