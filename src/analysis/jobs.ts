/** Each with its libraries only when it is asked for: a worker does one job, and loading what all of them need takes longer than most. */
const loaded =
  <Input, Answer>(load: () => Promise<(input: Input) => Answer>) =>
  async (input: Input): Promise<Awaited<Answer>> =>
    await (await load())(input);

/** What the worker can be asked to do. Inputs and answers are data. */
export const jobs = {
  traceReport: loaded(async () => (await import("./trace/traceReport.ts")).traceReport),
  traceInsights: loaded(async () => (await import("./trace/traceInsights.ts")).traceInsights),
  heapRetainers: loaded(async () => (await import("./heap/retainers.ts")).findRetainers),
  memoryDiff: loaded(async () => (await import("./heap/memoryDiff.ts")).diffMemory),
  coverageReport: loaded(async () => (await import("./coverage/coverageReport.ts")).coverageReport),
  pictureDiff: loaded(async () => (await import("./picture/pictureDiff.ts")).pictureDiff),
  canvasDiff: loaded(async () => (await import("./picture/canvasDiff.ts")).canvasDiff),
  picturePixels: loaded(async () => (await import("./picture/picturePixels.ts")).picturePixels),
  pictureShift: loaded(async () => (await import("./picture/pictureShift.ts")).pictureShift),
  recordingToYaml: loaded(async () => (await import("../report/flow/flowYaml.ts")).recordingToYaml),
  flowFromYaml: loaded(async () => (await import("../report/flow/flowYaml.ts")).flowFromYaml),
  flowToYaml: loaded(async () => (await import("../report/flow/flowYaml.ts")).flowToYaml),
  htmlReportBytes: loaded(async () => (await import("../report/session/writeReport.ts")).htmlReportBytes),
  playwrightTraceBytes: loaded(async () => (await import("../report/session/writeReport.ts")).playwrightTraceBytes),
};

export type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<N extends JobName> = Parameters<Jobs[N]>[0];
export type JobAnswer<N extends JobName> = Awaited<ReturnType<Jobs[N]>>;

export type WorkerAnswer = { value: unknown } | { refused: { code: string; message: string; hint?: string } } | { failed: string };
