import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { DroverError } from "../../protocol/errors.ts";
import { valueOf, type WorkerAnswer } from "../workerAnswer.ts";
import type { DocumentAnswer, DocumentInput, DocumentJob } from "./jobs.ts";

const MAX_HEAP_MB = 768;
/** How long it stays after its last job: what it holds is given back with it. */
const IDLE_MS = 20_000;

let worker: Worker | undefined;
let before: Promise<unknown> = Promise.resolve();
let leaving: NodeJS.Timeout | undefined;

/** Reads a document in a thread of its own, one after the other: the daemon goes on answering meanwhile. */
export async function inDocumentThread<N extends DocumentJob>(name: N, input: DocumentInput<N>, signal: AbortSignal): Promise<DocumentAnswer<N>> {
  const turn = before.then(() => {
    signal.throwIfAborted();
    return ask(name, input, signal);
  });
  before = turn.then(nothing, nothing);
  return turn;
}

const nothing = (): void => undefined;

async function ask<N extends DocumentJob>(name: N, input: DocumentInput<N>, signal: AbortSignal): Promise<DocumentAnswer<N>> {
  clearTimeout(leaving);
  const thread = (worker ??= new Worker(path.join(import.meta.dirname, "documents.js"), { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } }));
  thread.unref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ name, input });
    const [answer] = (await once(thread, "message", { signal })) as [WorkerAnswer];
    leaving = setTimeout(end, IDLE_MS).unref();
    return valueOf(answer, name) as DocumentAnswer<N>;
  } catch (thrown) {
    // Whatever it is still at, it is not wanted any more, and the next job begins with a new one.
    if (signal.aborted) {
      end();
      throw signal.reason;
    }
    if ((thrown as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") throw thrown;
    worker = undefined;
    throw new DroverError("too-large", `the document needs more than ${MAX_HEAP_MB} MB to be read`, { cause: thrown, hint: "format=html gives it as it came." });
  }
}

function end(): void {
  void worker?.terminate();
  worker = undefined;
}
