import { z } from "zod";
import { noteCategories, noteRecordShape, noteSeverities, type NoteDiagnostic } from "../../report/diagnostics/record.ts";
import { sessionInput } from "../record/sessionInput.ts";
import { defineTool } from "../defineTool.ts";

export const diagnosticsNote = defineTool({
  name: "diagnostics_note",
  family: "diagnostics",
  capability: "diagnostics",
  effect: "write",
  needs: "daemon",
  tells: "own",
  summary: "Say what was missing, awkward or slow in these tools, for whoever improves them.",
  details: "Kept in the workspace beside the records of calls; `ref` points at one of those. Needs the capability `diagnostics`, which is off for everybody unless it is asked for.",
  input: z.object({
    insight: z.string().trim().min(1).max(8000),
    category: z.enum(noteCategories).optional().describe("other"),
    severity: z.enum(noteSeverities).optional().describe("info"),
    ref: z.string().min(1).max(200).optional().describe("tool:time of a call"),
    ...sessionInput,
  }),
  output: z.object({
    ok: z.literal(true),
    recorded: noteRecordShape,
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ insight: "needed three eval_js calls to read one computed style", category: "ergonomic-friction", severity: "warn" }],
  cli: { positional: ["insight"] },
  run: async ({ diagnostics, files, config, usualSession }, { insight, category = "other", severity = "info", ref, session = usualSession() }) => {
    const recorded: NoteDiagnostic = { kind: "note", ts: new Date().toISOString(), sessionId: session, insight, category, severity, ...(ref !== undefined && { ref }) };
    diagnostics.add(files.workspace, session, recorded, config);
    return { ok: true as const, recorded };
  },
});
