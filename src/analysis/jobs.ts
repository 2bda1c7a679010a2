import { flowFromYaml, flowToYaml, recordingToYaml } from "../report/flow/flowYaml.ts";
import { htmlReportBytes, playwrightTraceBytes } from "../report/session/writeReport.ts";
import { coverageReport } from "./coverage/coverageReport.ts";
import { diffMemory } from "./heap/memoryDiff.ts";
import { findRetainers } from "./heap/retainers.ts";
import { pictureDiff } from "./picture/pictureDiff.ts";
import { traceInsights } from "./trace/traceInsights.ts";
import { traceReport } from "./trace/traceReport.ts";

/** What the worker can be asked to do. Inputs and answers are data. */
export const jobs = {
  traceReport,
  traceInsights,
  heapRetainers: findRetainers,
  memoryDiff: diffMemory,
  coverageReport,
  pictureDiff,
  recordingToYaml,
  flowFromYaml,
  flowToYaml,
  htmlReportBytes,
  playwrightTraceBytes,
};

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<N extends JobName> = Parameters<Jobs[N]>[0];
export type JobAnswer<N extends JobName> = Awaited<ReturnType<Jobs[N]>>;
