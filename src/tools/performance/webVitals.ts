import { z } from "zod";
import { readFrame } from "../../session/reading.ts";
import { defineTool } from "../defineTool.ts";
import { conditionsOf, conditionsShape } from "./shapes.ts";

const element = z.object({ ref: z.string().optional(), tag: z.string(), text: z.string() });
const rating = z.enum(["good", "needs-improvement", "poor"]);
type Rating = z.infer<typeof rating>;

/** Up to the first it is good, beyond the second it is poor: Google's own bounds. */
const bounds = { lcp: [2500, 4000], cls: [0.1, 0.25], inp: [200, 500], fcp: [1800, 3000], ttfb: [800, 1800] } as const;

const rate = (vital: keyof typeof bounds, value: number): Rating => (value <= bounds[vital][0] ? "good" : value <= bounds[vital][1] ? "needs-improvement" : "poor");

export const webVitals = defineTool({
  name: "web_vitals",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "page",
  summary: "LCP, CLS, INP, FCP and TTFB of the page as it is now, with the elements to blame.",
  details: `Of the document that is open, from its load to this moment; a later call tells more. \`null\`: nothing to tell yet, or the browser does not tell it (\`unsupported\`). INP counts what was
done to the page; interactions below 104 ms count from the first call on.`,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    url: z.string(),
    lcp: z.object({ ms: z.number(), rating, size: z.number(), url: z.string().optional(), element: element.optional() }).nullable(),
    cls: z.object({ score: z.number(), rating, shifts: z.array(z.object({ atMs: z.number(), score: z.number(), elements: z.array(element) })) }).nullable(),
    inp: z
      .object({ ms: z.number(), rating, type: z.string(), inputDelayMs: z.number(), processingMs: z.number(), presentationMs: z.number(), element: element.optional() })
      .nullable(),
    fcp: z.object({ ms: z.number(), rating }).nullable(),
    ttfb: z.object({ ms: z.number(), rating }).nullable(),
    interactions: z.number(),
    domContentLoadedMs: z.number().optional(),
    loadMs: z.number().optional(),
    unsupported: z.array(z.string()),
    conditions: conditionsShape,
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { partial: "it does not tell layout shifts, so there is no CLS" } },
  examples: [{}],
  cli: { aliases: ["vitals"] },
  run: async ({ session, page }) => {
    const { lcp, cls, inp, fcpMs, ttfbMs, nextRef: _next, minted: _minted, ...rest } = await readFrame(page, page.engine.mainFrame, "vitals", {});
    return {
      ok: true as const,
      ...rest,
      lcp: lcp ? { ...lcp, rating: rate("lcp", lcp.ms) } : null,
      cls: cls ? { ...cls, rating: rate("cls", cls.score) } : null,
      inp: inp ? { ...inp, rating: rate("inp", inp.ms) } : null,
      fcp: fcpMs === undefined ? null : { ms: fcpMs, rating: rate("fcp", fcpMs) },
      ttfb: ttfbMs === undefined ? null : { ms: ttfbMs, rating: rate("ttfb", ttfbMs) },
      conditions: conditionsOf(session),
    };
  },
});
