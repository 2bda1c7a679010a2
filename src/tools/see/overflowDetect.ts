import { z } from "zod";
import type { OverflowType } from "../../page/see/api.ts";
import { defineTool } from "../defineTool.ts";

const allTypes: OverflowType[] = ["layout", "clipped", "text-ellipsis", "viewport-horizontal"];
const DEFAULT_LIMIT = 50;

export const overflowDetect = defineTool({
  name: "overflow_detect",
  family: "see",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "Content that does not fit: clipped, shortened with an ellipsis, scrolling, or wider than the window.",
  details: `\`clipped\` is content lost without a scroll bar, \`layout\` overflows where a scroll bar is, \`text-ellipsis\` is
shortened text with \`fullText\`, \`viewport-horizontal\` is a page wider than its window. One pixel is tolerated. The scan
stops after 10,000 elements and says so.`,
  input: z.object({
    scope: z.enum(["viewport", "document"]).optional(),
    types: z.array(z.string()).optional().describe(allTypes.join(", ")),
    limit: z.int().min(1).max(500).optional(),
  }),
  output: z.object({
    ok: z.literal(true),
    scope: z.string(),
    findings: z.array(
      z.object({
        selector: z.string(),
        bbox: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }).nullable(),
        type: z.string(),
        evidence: z.record(z.string(), z.unknown()),
      }),
    ),
    truncated: z.boolean(),
    warnings: z.array(z.string()),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ types: ["clipped", "viewport-horizontal"] }],
  run: async ({ page, session }, { scope = "document", types = [], limit = DEFAULT_LIMIT }) => {
    const known = allTypes.filter((type) => types.includes(type));
    const scan = await page.engine.mainFrame.ask("overflowDetect", {
      inViewOnly: scope === "viewport",
      types: types.length === 0 ? allTypes : known,
      limit,
      testAttributes: session.config.testAttributes,
    });
    const warnings = scan.stopped
      ? ["scan stopped at MAX_ELEMENTS_SCANNED (10000) - re-run with scope:viewport for a narrower pass"]
      : [];
    return { ok: true as const, scope, findings: scan.findings, truncated: scan.truncated, warnings };
  },
});
