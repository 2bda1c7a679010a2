import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { defineTool } from "../defineTool.ts";
import { conditionNotes, htmlInput, placeOfHtml, writeHtml } from "./htmlReport.ts";

const MAX_TASKS = 50;
const MAX_ROWS = 200;
const MAX_METADATA = 200;

const milestone = z.number().optional();

const requestShape = z.object({ url: z.string(), type: z.string(), startMs: z.number(), durationMs: z.number(), bytes: z.number().optional() });

const chromeShape = z.object({
  url: z.string().optional(),
  lcp: z
    .object({
      ms: z.number(),
      phases: z.object({ ttfbMs: z.number(), loadDelayMs: milestone, loadDurationMs: milestone, renderDelayMs: z.number() }).optional(),
      resource: z.string().optional(),
    })
    .optional(),
  inp: z.object({ ms: z.number(), type: z.string(), phases: z.object({ inputDelayMs: z.number(), processingMs: z.number(), presentationMs: z.number() }) }).optional(),
  cls: z.object({ score: z.number(), culprits: z.array(z.object({ kind: z.string(), url: z.string().optional() })) }).optional(),
  renderBlocking: z.array(z.object({ url: z.string(), durationMs: z.number(), wastedMs: z.number().optional() })),
  thirdParties: z.array(z.object({ name: z.string(), transferBytes: z.number(), mainThreadMs: z.number() })),
  forcedReflow: z.array(z.object({ functionName: z.string(), url: z.string(), line: z.number(), totalMs: z.number() })),
  failed: z.array(
    z.object({
      insight: z.string(),
      title: z.string(),
      savings: z.object({ fcpMs: milestone, lcpMs: milestone, inpMs: milestone, cls: milestone }).optional(),
      wastedBytes: z.number().optional(),
    }),
  ),
});

export const perfInsights = defineTool({
  name: "perf_insights",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "session",
  tells: "traffic",
  concurrent: true,
  deadline: 180_000,
  summary: "What a trace file says was slow: long tasks, shifts, render-blocking, LCP, load times.",
  details: `\`longTasks\` (50 ms and more on a main thread, the 50 longest), \`layoutShifts\`, \`renderBlocking\`, \`lcpCandidates\` (the last one counts), \`navigation\`
(milliseconds from the start of the last navigation), \`totals\`; and \`chrome\`: what Chrome's own model of the trace says, as DevTools shows it. Reads what perf_stop
or DevTools has written, gzipped or not. \`html\` writes one file without scripts: vitals, a flame chart of the main thread and the requests as a waterfall.`,
  input: z.object({ tracePath: z.string().min(1), ...htmlInput }),
  output: z.object({
    ok: z.literal(true),
    tracePath: z.string(),
    eventCount: z.number(),
    metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    insights: z.object({
      longTasks: z.array(
        z.object({ startMs: z.number(), durationMs: z.number(), work: z.string().optional(), url: z.string().optional(), line: z.number().optional(), functionName: z.string().optional() }),
      ),
      layoutShifts: z.array(z.object({ atMs: z.number(), score: z.number(), hadRecentInput: z.boolean() })),
      renderBlocking: z.array(requestShape),
      lcpCandidates: z.array(z.object({ atMs: z.number(), type: z.string().optional(), size: z.number().optional(), url: z.string().optional() })),
      navigation: z.object({ url: z.string().optional(), fpMs: milestone, fcpMs: milestone, dclMs: milestone, loadMs: milestone, lcpMs: milestone }),
      totals: z.object({
        longTaskCount: z.number(),
        longTaskMs: z.number(),
        blockingMs: z.number(),
        layoutShiftCount: z.number(),
        layoutShiftScore: z.number(),
        renderBlockingCount: z.number(),
        lcpCandidateCount: z.number(),
        requestCount: z.number(),
        forcedLayoutCount: z.number(),
      }),
      chrome: chromeShape.optional(),
    }),
    htmlPath: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ tracePath: "perf-traces/checkout.json" }, { tracePath: "perf-traces/checkout.json", html: "perf/checkout.html" }],
  cli: { positional: ["tracePath"] },
  run: async ({ session, files, signal, warn }, { tracePath, html }) => {
    const file = files.existing(tracePath);
    const place = placeOfHtml(files, session.id, html);
    const { eventCount, metadata, facts, chrome, truncated, warnings } = await analyse("traceInsights", { file: file.path, withFlames: place !== undefined }, signal);
    const { cpuThrottling, networkThrottling } = plainly(metadata);
    if (place)
      await writeHtml(files, place, {
        facts,
        chrome,
        notes: conditionNotes(typeof cpuThrottling === "number" ? cpuThrottling : undefined, typeof networkThrottling === "string" ? networkThrottling : undefined),
        findings: [
          { heading: "Long tasks", lines: facts.longTasks.slice(0, MAX_TASKS).map(({ startMs, durationMs, work, functionName, url }) => [`${Math.round(durationMs)} ms at ${Math.round(startMs)} ms`, work, functionName, url].filter(Boolean).join(" · ")) },
          { heading: "What Chrome's insights say", lines: (chrome?.failed ?? []).map(({ title, savings }) => [title, ...Object.entries(savings ?? {}).flatMap(([what, value]) => (value > 0 ? [`${what}: ${value}`] : []))].join(" · ")) },
        ],
      });
    if (truncated) warn("The file ends in the middle: what follows is not in it.");
    for (const line of warnings) warn(line);
    const { longTasks, layoutShifts, requests, lcpCandidates, navigation, forcedLayouts } = facts;
    const blocking = requests.filter(({ renderBlocking }) => renderBlocking);
    const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100;
    return {
      ok: true as const,
      tracePath: file.path,
      eventCount,
      metadata: plainly(metadata),
      insights: {
        longTasks: longTasks.slice(0, MAX_TASKS),
        layoutShifts: layoutShifts.slice(0, MAX_ROWS),
        renderBlocking: blocking.slice(0, MAX_ROWS).map(({ renderBlocking: _, ...request }) => request),
        lcpCandidates: lcpCandidates.slice(-MAX_ROWS),
        navigation,
        totals: {
          longTaskCount: longTasks.length,
          longTaskMs: sum(longTasks.map(({ durationMs }) => durationMs)),
          blockingMs: sum(longTasks.map(({ durationMs }) => durationMs - 50)),
          layoutShiftCount: layoutShifts.length,
          layoutShiftScore: Math.round(layoutShifts.reduce((total, { score, hadRecentInput }) => total + (hadRecentInput ? 0 : score), 0) * 10_000) / 10_000,
          renderBlockingCount: blocking.length,
          lcpCandidateCount: lcpCandidates.length,
          requestCount: requests.length,
          forcedLayoutCount: forcedLayouts.count,
        },
        ...(chrome && { chrome }),
      },
      ...(place && { htmlPath: place.path }),
    };
  },
});

/** What tells under which conditions a trace was made, in Chrome's words and in DevTools'. */
const told = new Set(["user-agent", "product-version", "os-name", "os-version", "cpu-num-cores", "trace-capture-datetime", "source", "startTime", "dataOrigin", "cpuThrottling", "networkThrottling", "hostDPR"]);

function plainly(metadata: Record<string, unknown>): Record<string, string | number | boolean> {
  const plain = Object.entries(metadata).filter((entry): entry is [string, string | number | boolean] => {
    const [key, value] = entry;
    return told.has(key) && (typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.length <= MAX_METADATA));
  });
  return Object.fromEntries(plain);
}
