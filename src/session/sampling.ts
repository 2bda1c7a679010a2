import type { SampleMetric } from "../page/see/api.ts";
import { DroverError } from "../protocol/errors.ts";
import { summarizeSeries, type SeriesPoint, type SeriesSummary } from "./series.ts";
import { namesElement, oneElement, type GivenTarget } from "./elementTarget.ts";
import type { SessionPage } from "./sessionPage.ts";

export interface SampleRequest extends GivenTarget {
  metric: SampleMetric;
  durationMs: number;
  everyFrame?: boolean;
  intervalMs?: number;
  /** True leaves the series out, false keeps it; otherwise long ones go. */
  summary?: boolean;
}

export interface Sampled {
  metric: SampleMetric;
  scope: "element" | "document";
  durationMs: number;
  mode: "frame" | "interval";
  count: number;
  series?: SeriesPoint[];
  summary: SeriesSummary;
  autoSummarised?: true;
  truncated?: true;
}

export const MAX_SAMPLE_MS = 30_000;
const DEFAULT_INTERVAL = 100;
const LONG_SERIES = 300;

/** Watches one number of the page for a while. */
export async function sampleMetric(page: SessionPage, request: SampleRequest): Promise<Sampled> {
  const { metric, everyFrame = false, intervalMs = DEFAULT_INTERVAL, summary, durationMs: _, ...target } = request;
  const durationMs = Math.min(request.durationMs, MAX_SAMPLE_MS);
  const hasTarget = namesElement(target);
  if (!hasTarget && metric.startsWith("bbox"))
    throw new DroverError("bad-input", `${metric} needs an element`, { hint: "Pass ref, selector or named." });
  const located = hasTarget ? page.locate(oneElement(target)) : undefined;
  const frame = located?.frame ?? page.engine.mainFrame;
  const { series, truncated } = await frame.ask("sample", {
    target: located?.target,
    metric,
    durationMs,
    everyFrame,
    intervalMs,
  });
  const auto = summary === undefined && series.length > LONG_SERIES;
  return {
    metric,
    scope: hasTarget ? "element" : "document",
    durationMs,
    mode: everyFrame ? "frame" : "interval",
    count: series.length,
    ...(summary !== true && !auto && { series }),
    summary: summarizeSeries(series),
    ...(auto && { autoSummarised: true as const }),
    ...(truncated && { truncated: true as const }),
  };
}
