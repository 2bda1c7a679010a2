import { z } from "zod";
import { analyse } from "../../analysis/analyse.ts";
import type { LayoutOrigin } from "../../analysis/trace/thrashing.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Position } from "../../session/sourceMaps.ts";
import type { SessionPage } from "../../session/sessionPage.ts";
import { defineTool } from "../defineTool.ts";
import { chromiumOnly, inTheirBrowser, watchFor, windowDeadline, windowInput } from "./shapes.ts";

const MAX_ORIGINS = 50;
const categories = ["devtools.timeline", "blink.user_timing", "loading", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.stack"];

export const layoutThrashTrace = defineTool({
  name: "layout_thrash_trace",
  family: "performance",
  capability: "read",
  effect: "read",
  needs: "page",
  tells: "traffic",
  concurrent: "behind",
  deadline: windowDeadline,
  summary: "Watch the page for a while: which lines of script force layouts, and how often.",
  details: `Counts layouts that a script forced by asking for geometry after a change, and layout shifts, for \`durationMs\` (5000, at most 30000), and groups forced layouts and
style recalculations by the call stack that set them off, the 50 most frequent. Act on the page meanwhile: other calls go on. \`at\` is the innermost line, through
source maps where there are any. The trace is \`perf/<session>-layout-thrash-<time>.json\`. A trace of perf_start is given up for it.`,
  input: z.object(windowInput),
  output: z.object({
    ok: z.literal(true),
    forcedLayoutsCount: z.number(),
    layoutShiftsCount: z.number(),
    eventsByOrigin: z.array(z.object({ originatingStack: z.string(), count: z.number(), totalDurationMs: z.number(), at: z.string().optional() })),
    tracePath: z.string(),
    durationMs: z.number(),
    warning: z.string().optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: chromiumOnly("traces are Chromium's"),
  examples: [{ durationMs: 3000 }, {}],
  cli: { aliases: ["perf-thrash"] },
  run: async ({ session, page, files, signal, warn }, { durationMs = 5_000 }) => {
    const place = files.place("audit", { session: session.id, ending: ".json", what: "layout-thrash" });
    const { measuring } = session.parts;
    const { restarted } = await measuring.startTrace(page, categories);
    if (restarted) warn("The trace that perf_start had begun was given up for this one.");
    try {
      await watchFor(page, durationMs, signal);
    } catch (thrown) {
      await measuring.discardTrace();
      throw thrown;
    }
    const stopped = await measuring.stopTrace();
    if (!stopped || "lost" in stopped) throw new DroverError("page-closed", "the page was closed while it was traced", { hint: "Open it again and trace that." });
    await files.writeLines(place, stopped.pieces);
    const { facts } = await analyse("traceReport", { file: place.path }, signal);
    return {
      ok: true as const,
      forcedLayoutsCount: facts.forcedLayouts.count,
      layoutShiftsCount: facts.layoutShifts.length,
      eventsByOrigin: await withSources(page, facts.forcedLayouts.byOrigin.slice(0, MAX_ORIGINS)),
      tracePath: place.path,
      durationMs: stopped.durationMs,
      ...inTheirBrowser(session, "the trace is ended and its buffer given back."),
    };
  },
});

async function withSources(page: SessionPage, origins: LayoutOrigin[]): Promise<{ originatingStack: string; count: number; totalDurationMs: number; at?: string }[]> {
  const places = origins.flatMap(({ at }) => (at ? [at] : []));
  const original = await page.session.parts.sourceMaps.originalPlaces(page.engine, places);
  return origins.map(({ at, ...origin }) => ({ ...origin, ...(at && { at: written(original(at) ?? at, at.functionName) }) }));
}

const written = ({ url, line, column }: Position, functionName: string | undefined): string => `${functionName ? `${functionName} ` : ""}${url}:${line}:${column}`;
