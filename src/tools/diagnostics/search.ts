import { z } from "zod";
import { Newest } from "../../report/diagnostics/newest.ts";
import { diagnosticShape, noteCategories, type Diagnostic } from "../../report/diagnostics/record.ts";
import { defineTool } from "../defineTool.ts";
import { sessionInput } from "../record/sessionInput.ts";
import { recordsIn, windowInput } from "./records.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

export const diagnosticsSearch = defineTool({
  name: "diagnostics_search",
  family: "diagnostics",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  concurrent: true,
  summary: "Records of earlier calls and notes in the workspace, by time, tool, category or session.",
  details: `\`tool\` finds calls only and \`category\` notes only. The newest that fit, oldest first. What is there is read whether calls are recorded now or
not; they are for clients with the capability \`diagnostics\`. Records tell keys, types and sizes of arguments, never what was typed.`,
  input: z.object({
    ...windowInput,
    tool: z.string().min(1).max(100).optional(),
    category: z.enum(noteCategories).optional(),
    limit: z.int().min(1).max(MAX_LIMIT).optional().describe("100"),
    ...sessionInput,
  }),
  output: z.object({ ok: z.literal(true), records: z.array(diagnosticShape), count: z.number(), truncated: z.boolean(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ tool: "click", since: "2026-06-08T12:00:00Z" }],
  run: async (context, { since, sessionId, tool, category, limit = DEFAULT_LIMIT }) => {
    const newest = new Newest(limit);
    for await (const record of recordsIn(context, { since, sessionId })) if (fits(record, tool, category)) newest.add(record);
    const { records, truncated } = newest;
    return { ok: true as const, records, count: records.length, truncated };
  },
});

function fits(record: Diagnostic, tool: string | undefined, category: string | undefined): boolean {
  if (tool === undefined && category === undefined) return true;
  return record.kind === "call" ? record.tool === tool : record.category === category;
}
