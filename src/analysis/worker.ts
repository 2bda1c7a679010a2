/** The worker's entry: one job, one answer, and it ends. */
import { parentPort, workerData } from "node:worker_threads";
import { jobs, type JobName } from "./jobs.ts";
import { answerOf } from "./workerAnswer.ts";

const { name, input } = workerData as { name: JobName; input: never };

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
void answerOf(() => jobs[name](input)).then((told) => parentPort?.postMessage(told));
