import path from "node:path";
import { Worker } from "node:worker_threads";
import { DroverError } from "../protocol/errors.ts";
import type { JobAnswer, JobInput, JobName } from "./jobs.ts";
import { valueOf, type WorkerAnswer } from "./workerAnswer.ts";

/** What one analysis may take. One runs at a time, so that this is what all of them may take. */
const MAX_HEAP_MB = 1536;

let before: Promise<unknown> = Promise.resolve();

/** Takes something apart in a thread of its own: the daemon goes on answering, and whatever it took is given back at the end. */
export async function analyse<N extends JobName>(name: N, input: JobInput<N>, signal: AbortSignal): Promise<JobAnswer<N>> {
  const turn = before.then(() => {
    signal.throwIfAborted();
    return inWorker(name, input, signal);
  });
  before = turn.then(nothing, nothing);
  return turn;
}

const nothing = (): void => undefined;

function inWorker<N extends JobName>(name: N, input: JobInput<N>, signal: AbortSignal): Promise<JobAnswer<N>> {
  const worker = new Worker(path.join(import.meta.dirname, "analysis.cjs"), { workerData: { name, input }, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
  return new Promise<JobAnswer<N>>((resolve, reject) => {
    const aborted = () => reject(signal.reason as Error);
    signal.addEventListener("abort", aborted, { once: true });
    worker.once("message", (answer: WorkerAnswer) => {
      try {
        resolve(valueOf(answer, name) as JobAnswer<N>);
      } catch (thrown) {
        reject(thrown as Error);
      }
    });
    worker.once("error", (cause: NodeJS.ErrnoException) => reject(cause.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge(cause) : cause));
    worker.once("exit", () => reject(new Error(`${name} ended without an answer`)));
  }).finally(() => worker.terminate());
}

const tooLarge = (cause: Error): DroverError =>
  new DroverError("too-large", `the file needs more than ${MAX_HEAP_MB} MB to be taken apart`, { cause, hint: "Record for a shorter time, or open the file in DevTools." });
