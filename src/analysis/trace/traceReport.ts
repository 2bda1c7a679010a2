import { readTrace } from "./readTrace.ts";
import { isFact, TraceFold, type TraceFacts } from "./traceFacts.ts";

export interface TraceReport {
  eventCount: number;
  truncated: boolean;
  metadata: Record<string, unknown>;
  facts: TraceFacts;
}

/** What a trace tells, without Chrome's model of it. */
export async function traceReport({ file }: { file: string }): Promise<TraceReport> {
  const fold = new TraceFold();
  const { events, truncated, metadata } = await readTrace(file, isFact, fold.add);
  return { eventCount: events, truncated, metadata, facts: fold.facts() };
}
