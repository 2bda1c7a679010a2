/** The worker's entry: one job, one answer, and it ends. */
import { parentPort, workerData } from "node:worker_threads";
import { DroverError } from "../protocol/errors.ts";
import { jobs, type JobName, type WorkerAnswer } from "./jobs.ts";

async function answer(): Promise<WorkerAnswer> {
  const { name, input } = workerData as { name: JobName; input: never };
  try {
    return { value: await jobs[name](input) };
  } catch (thrown) {
    if (!(thrown instanceof DroverError)) return { failed: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
    const { code, message, hint } = thrown;
    return { refused: { code, message, ...(hint !== undefined && { hint }) } };
  }
}

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
void answer().then((told) => parentPort?.postMessage(told));
