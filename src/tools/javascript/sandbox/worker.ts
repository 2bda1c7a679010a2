/**
 * The worker's entry: one script in an interpreter of its own. What it can reach is what is handed in here; it has no Node, no files, no
 * network and no environment, because QuickJS has none of them.
 */
import { parentPort, workerData } from "node:worker_threads";
import releaseSync from "@jitl/quickjs-singlefile-mjs-release-sync";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSDeferredPromise, type QuickJSHandle } from "quickjs-emscripten-core";
import type { CallAnswer, FromSandbox, SandboxTask } from "./messages.ts";
import { PRELUDE } from "./prelude.ts";

const MEMORY_BYTES = 64 * 1024 * 1024;
const STACK_BYTES = 512 * 1024;
const MAX_LINES = 200;
const MAX_LINE = 2000;

const { code, args } = workerData as SandboxTask;
const printed: string[] = [];

// A thread has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: FromSandbox): void => parentPort?.postMessage(message);

const fail = (message: string, stack = ""): void => tell({ done: true, failed: { message, stack }, printed });

async function run(): Promise<void> {
  const quickjs = await newQuickJSWASMModuleFromVariant(releaseSync);
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  const vm = runtime.newContext();
  const pending = new Map<number, QuickJSDeferredPromise>();
  let calls = 0;
  let isOver = false;
  const call = vm.newFunction("call", (tool, input) => {
    const deferred = vm.newPromise();
    pending.set(++calls, deferred);
    tell({ call: calls, tool: vm.getString(tool), input: JSON.parse(vm.getString(input)) as Record<string, unknown> });
    return deferred.handle;
  });
  const print = vm.newFunction("print", (line) => {
    if (printed.length < MAX_LINES) printed.push(vm.getString(line).slice(0, MAX_LINE));
  });
  const over = (end: () => void): void => {
    if (isOver) return;
    isOver = true;
    end();
  };
  /** Goes on until the script waits for a call. One that waits for anything else would wait for ever. */
  const goOn = (): void => {
    const ran = runtime.executePendingJobs();
    if (ran.error) return over(() => fail(...described(vm, ran.error)));
    setImmediate(() => {
      if (pending.size === 0 && !runtime.hasPendingJob()) over(() => fail("the script waits for something that will never come: nothing but calls of tools can be waited for"));
    });
  };
  parentPort?.on("message", ({ call: id, ok, json }: CallAnswer) => {
    const deferred = pending.get(id);
    pending.delete(id);
    deferred?.resolve(vm.newString(`[${ok},${json}]`));
    goOn();
  });
  const start = vm.unwrapResult(vm.evalCode(PRELUDE, "sandbox.js"));
  const runScript = vm.unwrapResult(vm.callFunction(start, vm.undefined, call, print));
  const started = vm.callFunction(runScript, vm.undefined, vm.newString(code), vm.newString(JSON.stringify(args ?? null)));
  if (started.error) return over(() => fail(...described(vm, started.error)));
  void vm.resolvePromise(started.value).then((ended) =>
    over(() => (ended.error ? fail(...described(vm, ended.error)) : tell({ done: true, value: JSON.parse(vm.getString(ended.value)) as unknown, printed }))),
  );
  goOn();
}

function described(vm: QuickJSContext, error: QuickJSHandle): [message: string, stack: string] {
  const told = vm.dump(error) as unknown;
  if (typeof told !== "object" || told === null) return [String(told), ""];
  const { name = "Error", message = "", stack = "", code: refusal } = told as { name?: string; message?: string; stack?: string; code?: string };
  return [`${name}: ${refusal ? `${refusal}: ` : ""}${message}`, stack];
}

run().catch((thrown: unknown) => fail(thrown instanceof Error ? thrown.message : String(thrown)));
