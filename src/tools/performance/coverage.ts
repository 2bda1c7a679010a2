import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import type { CoverageReport } from "../../analysis/coverage/coverageReport.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import type { CoverageFacts } from "../../session/measure/coverageTracking.ts";
import { sourceMapText } from "../../session/sourceMaps.ts";
import { defineTool } from "../defineTool.ts";
import { chromiumOnly, inTheirBrowser } from "./shapes.ts";

const engines = chromiumOnly("WebDriver BiDi does not tell which code was used");

export const coverageStart = defineTool({
  name: "coverage_start",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "page",
  tells: "own",
  summary: "Track which JavaScript and CSS the page uses from now on; coverage_stop reports it.",
  details: `Navigate after it to see what a load uses. Started again while it runs, what was tracked is thrown away and \`restarted\` is true.`,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    running: z.literal(true),
    startedAt: z.number(),
    restarted: z.boolean(),
    warning: z.string().optional(),
    hint: z.string(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{}],
  run: async ({ session, page }) => {
    const { restarted, startedAt } = await session.parts.measuring.startCoverage(page);
    return {
      ok: true as const,
      running: true as const,
      startedAt,
      restarted,
      hint: "Use the page, then coverage_stop.",
      ...inTheirBrowser(session, "coverage_stop or close_session ends the tracking in it."),
    };
  },
});

const counted = { url: z.string(), totalBytes: z.number(), usedBytes: z.number(), usagePercent: z.number() };

export const coverageStop = defineTool({
  name: "coverage_stop",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  deadline: 120_000,
  summary: "End the tracking: how much of each script and style sheet was used, worst first.",
  details: `\`usagePercent\` below 30 means much dead code. \`deadRanges\` and \`deadRules\` are the 50 largest of a file. \`sources\`: the same for the files that people wrote, where a script
has a source map. When nothing was tracked: \`notRunning\`. No file is written.`,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    notRunning: z.literal(true).optional(),
    jsCoverage: z
      .array(
        z.object({
          ...counted,
          deadRanges: z.array(z.object({ start: z.number(), end: z.number(), line: z.number().optional() })).optional(),
          sources: z.array(z.object(counted)).optional(),
        }),
      )
      .optional(),
    cssCoverage: z
      .array(
        z.object({
          ...counted,
          usedRules: z.number(),
          totalRules: z.number(),
          deadRules: z.array(z.object({ selector: z.string(), start: z.number(), end: z.number(), line: z.number() })).optional(),
        }),
      )
      .optional(),
    durationMs: z.number().optional(),
    hint: z.string().optional(),
    warning: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{}],
  run: async ({ session, signal }) => {
    const facts = await session.parts.measuring.stopCoverage();
    if (!facts) return { ok: true as const, notRunning: true as const, hint: "Nothing was tracked; coverage_start begins it." };
    const { jsCoverage, cssCoverage } = await reportOf(facts, signal);
    return { ok: true as const, jsCoverage, cssCoverage, durationMs: facts.durationMs, ...inTheirBrowser(session, "the tracking is switched off again.") };
  },
});

/** Works out what was used, through source maps where `withMaps` says so. */
export async function reportOf({ page, scripts, sheets }: CoverageFacts, signal: AbortSignal, { withMaps = true } = {}): Promise<CoverageReport> {
  const told = await Promise.all(
    scripts.map(async ({ url, functions, text, sourceMapUrl }) => {
      const found = withMaps && sourceMapUrl !== undefined ? await mayFail(sourceMapText(page.engine, url, sourceMapUrl), "a source map may be missing") : undefined;
      return { url, functions, ...(text !== undefined && { text }), ...(found && { map: found }) };
    }),
  );
  return analyse("coverageReport", { scripts: told, sheets }, signal);
}
