import { Flames } from "./flames.ts";
import { readTrace } from "./readTrace.ts";
import { isFact, TraceFold, type TraceFacts } from "./traceFacts.ts";

export interface TraceReport {
  eventCount: number;
  truncated: boolean;
  metadata: Record<string, unknown>;
  facts: TraceFacts;
}

/** What a trace tells, without Chrome's model of it. */
export async function traceReport({ file, withFlames }: { file: string; withFlames?: boolean }): Promise<TraceReport> {
  const fold = new TraceFold({ withFlames });
  const { events, truncated, metadata } = await readTrace(file, (name, duration) => isFact(name, duration) || (withFlames === true && Flames.wanted(name, duration)), fold.add);
  return { eventCount: events, truncated, metadata, facts: fold.facts() };
}
