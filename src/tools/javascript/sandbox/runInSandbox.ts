import path from "node:path";
import { Worker } from "node:worker_threads";
import type { CallAnswer, FromSandbox, SandboxTask } from "./messages.ts";

export type Ended = Extract<FromSandbox, { done: true }>;

/** Runs a script in a thread of its own, which knows nothing of the daemon's environment, and makes the calls that it asks for. */
export function runInSandbox(task: SandboxTask, call: (tool: string, input: Record<string, unknown>) => Promise<{ ok: boolean; data: unknown }>, signal: AbortSignal): Promise<Ended> {
  const worker = new Worker(path.join(import.meta.dirname, "sandbox.cjs"), { workerData: task, env: {}, argv: [], execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } });
  return new Promise<Ended>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    const answer = async ({ call: id, tool, input }: Extract<FromSandbox, { call: number }>) => {
      const { ok, data } = await call(tool, input);
      const told: CallAnswer = { call: id, ok, json: JSON.stringify(data ?? null) };
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(told);
    };
    worker.on("message", (message: FromSandbox) => {
      if ("done" in message) resolve(message);
      else answer(message).catch(reject);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the sandbox ended without an answer")));
  }).finally(() => worker.terminate());
}
