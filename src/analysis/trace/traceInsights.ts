import type { ModelInsights } from "./chromeModel.ts";
import { Flames } from "./flames.ts";
import { readTrace } from "./readTrace.ts";
import type { TraceEvent } from "./traceEvent.ts";
import { isFact, TraceFold } from "./traceFacts.ts";
import type { TraceReport } from "./traceReport.ts";

export interface TraceInsights extends TraceReport {
  chrome?: ModelInsights;
  warnings: string[];
}

/** What a trace tells, with Chrome's own insights. */
export async function traceInsights({ file, withFlames }: { file: string; withFlames?: boolean }): Promise<TraceInsights> {
  const { askChromeModel, isForModel, MAX_MODEL_EVENTS } = await import("./chromeModel.ts");
  const fold = new TraceFold({ withFlames });
  const isTold = (name: string, duration: number) => isFact(name, duration) || (withFlames === true && Flames.wanted(name, duration));
  let events: TraceEvent[] | undefined = [];
  const { events: eventCount, truncated, metadata } = await readTrace(
    file,
    (name, duration) => isTold(name, duration) || isForModel(name, duration),
    (event) => {
      const { name, dur = 0 } = event;
      if (isTold(name, dur)) fold.add(event);
      if (events && isForModel(name, dur)) events.push(event);
      if (events && events.length > MAX_MODEL_EVENTS) events = undefined;
    },
  );
  const report = { eventCount, truncated, metadata, facts: fold.facts() };
  if (!events) return { ...report, warnings: [`The trace has more than ${MAX_MODEL_EVENTS} events that Chrome's insights look at: they are left out. A shorter one has them.`] };
  try {
    const chrome = await askChromeModel(events);
    return { ...report, ...(chrome && { chrome }), warnings: chrome ? [] : ["Chrome's insights need a navigation in the trace."] };
  } catch (thrown) {
    // The model is made for whole traces of Chrome's; others still have the facts.
    return { ...report, warnings: [`Chrome's insights could not be had of this trace: ${(thrown as Error).message}`] };
  }
}
