import path from "node:path";
import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import { defaultCategories } from "../../session/measure/traceRecording.ts";
import { defineTool } from "../defineTool.ts";
import { chromiumOnly, conditionsOf, conditionsShape, inTheirBrowser } from "./shapes.ts";

const engines = chromiumOnly("traces are Chromium's");

export const perfStart = defineTool({
  name: "perf_start",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "page",
  tells: "own",
  deadline: 60_000,
  summary: "Record a performance trace of the page from now on; perf_stop writes it.",
  details: `What DevTools' Performance panel records, unless \`categories\` says what. Started again while it runs, what was recorded is thrown away and
\`restarted\` is true. A browser has one trace at a time: sessions that share one take turns.`,
  input: z.object({ categories: z.array(z.string().min(1)).min(1).optional() }),
  output: z.object({
    ok: z.literal(true),
    running: z.literal(true),
    categories: z.array(z.string()),
    restarted: z.boolean(),
    warning: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{}, { categories: ["devtools.timeline", "loading"] }],
  run: async ({ session, page }, { categories = defaultCategories }) => {
    const { restarted } = await session.parts.measuring.startTrace(page, categories);
    return { ok: true as const, running: true as const, categories, restarted, ...inTheirBrowser(session, "perf_stop or close_session ends the trace in it.") };
  },
});

export const perfStop = defineTool({
  name: "perf_stop",
  family: "performance",
  capability: "action",
  effect: "read",
  needs: "session",
  tells: "own",
  deadline: 120_000,
  summary: "End the trace and write it to a file in the workspace, with a count of what was slow.",
  details: `Without \`path\` it is \`perf-traces/<session>-<time>.json\`, which DevTools' Performance panel and Perfetto open. When none was running:
\`notRunning\`. perf_insights says more than \`summary\`.`,
  input: z.object({ path: z.string().min(1).optional() }),
  output: z.object({
    ok: z.literal(true),
    notRunning: z.literal(true).optional(),
    path: z.string().optional(),
    bytes: z.number().optional(),
    eventCount: z.number().optional(),
    categories: z.array(z.string()).optional(),
    durationMs: z.number().optional(),
    summary: z.object({ longTaskCount: z.number(), layoutShiftCount: z.number(), renderBlockingCount: z.number(), lcpCandidateCount: z.number() }).optional(),
    conditions: conditionsShape.optional(),
    hint: z.string(),
    warning: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines,
  examples: [{ path: "perf-traces/checkout.json" }, {}],
  cli: { positional: ["path"] },
  run: async ({ session, files, signal, warn }, { path: chosen }) => {
    const place = files.place("trace", { session: session.id, ending: ".json", chosen });
    const stopped = await session.parts.measuring.stopTrace();
    if (!stopped) return { ok: true as const, notRunning: true as const, hint: "No trace was running; perf_start begins one." };
    if ("lost" in stopped) return { ok: true as const, notRunning: true as const, hint: "perf_start begins another one.", warning: `There is no trace: ${stopped.lost}.` };
    const bytes = await files.writeLines(place, stopped.pieces);
    if (stopped.overflowed) warn("The browser's buffer for the trace was full: what came last is not in it. Record for a shorter time or with fewer categories.");
    const { eventCount, facts } = await analyse("traceReport", { file: place.path }, signal);
    return {
      ok: true as const,
      path: place.path,
      bytes,
      eventCount,
      categories: stopped.categories,
      durationMs: stopped.durationMs,
      summary: {
        longTaskCount: facts.longTasks.length,
        layoutShiftCount: facts.layoutShifts.length,
        renderBlockingCount: facts.requests.filter(({ renderBlocking }) => renderBlocking).length,
        lcpCandidateCount: facts.lcpCandidates.length,
      },
      conditions: conditionsOf(session),
      hint: `perf_insights({tracePath:"${path.relative(files.workspace.folder, place.path)}"}) says what was slow; DevTools' Performance panel opens the file.`,
      ...inTheirBrowser(session, "the trace is ended and its buffer given back."),
    };
  },
});
