import { flowFromYaml, flowToYaml, recordingToYaml } from "../report/flow/flowYaml.ts";
import { htmlReportBytes, playwrightTraceBytes } from "../report/session/writeReport.ts";
import { coverageReport } from "./coverage/coverageReport.ts";
import { diffMemory } from "./heap/memoryDiff.ts";
import { findRetainers } from "./heap/retainers.ts";
import { canvasDiff } from "./picture/canvasDiff.ts";
import { pictureDiff } from "./picture/pictureDiff.ts";
import { picturePixels } from "./picture/picturePixels.ts";
import { pictureShift } from "./picture/pictureShift.ts";
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
  canvasDiff,
  picturePixels,
  pictureShift,
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

export type WorkerAnswer = { value: unknown } | { refused: { code: string; message: string; hint?: string } } | { failed: string };
