/** The entry of the thread of documents: one job after the other, until it is ended. */
import { parentPort } from "node:worker_threads";
import { answerOf } from "../workerAnswer.ts";
import { type DocumentJob, documentJobs } from "./jobs.ts";

parentPort?.on("message", ({ name, input }: { name: DocumentJob; input: never }) => {
  // A thread has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void answerOf(() => documentJobs[name](input)).then((told) => parentPort?.postMessage(told));
});
