import type { MeasureApi } from "./api.ts";

const MAX_RESOURCES = 2_000;

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** What the document loaded, as the browser timed it. */
export const resources: MeasureApi["resources"] = () =>
  (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).slice(0, MAX_RESOURCES).map((entry) => ({
    url: entry.name,
    initiator: entry.initiatorType,
    startMs: round(entry.startTime),
    durationMs: round(entry.duration),
    bytes: entry.encodedBodySize || entry.decodedBodySize,
    renderBlocking: (entry as PerformanceResourceTiming & { renderBlockingStatus?: string }).renderBlockingStatus === "blocking",
  }));
