import { fork, type ChildProcess } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { writeWholeSync } from "../files/wholeFile.ts";
import { DroverError, errorCodes, type ErrorCode } from "../protocol/errors.ts";
import { fromHostSchema, type FromHost, type HostAsk, type HostError, type ToHost } from "./hostMessages.ts";

/** What one plugin may keep in memory. */
const MAX_HEAP_MB = 256;
/** A process that nobody used for so long is ended; the next call starts another. */
const IDLE_MS = 300_000;
/** One that does not answer a ping after a call was given up is stuck. */
const PATIENCE_MS = 2_000;
/** Of what a plugin prints, in a line. */
const MAX_LINE = 2_000;

export interface PluginCode {
  name: string;
  /** Where its approved code is: `node_modules` is in it. */
  folder: string;
  /** From that folder. */
  entry: string;
}

interface RunRequest {
  tool: string;
  input: Record<string, unknown>;
  session?: string | undefined;
  page?: string | undefined;
  endsAt: number;
}

/** What a running call of a plugin's may ask for. */
export interface CallHandlers {
  signal: AbortSignal;
  ask(ask: HostAsk): Promise<unknown>;
  warn(message: string): void;
  progress(message: string, done?: number, total?: number): void;
}

interface Waiting {
  handlers?: CallHandlers;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * A plugin's own process: whatever its code does to it (throw, hang, fill its memory, leave), the daemon and other plugins go on. It is
 * started when it is first needed, and again after it ended.
 */
export class PluginProcess {
  readonly #code: PluginCode;
  readonly #log: (line: string) => void;
  #child: ChildProcess | undefined;
  readonly #calls = new Map<string, Waiting>();
  #describing: Waiting | undefined;
  #lastId = 0;
  #pong: (() => void) | undefined;
  /** Settles when it is known whether a process that was given up on still answers. */
  #doubt: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #ending = false;
  failures: { count: number; last: string } | undefined;

  constructor(code: PluginCode, log: (line: string) => void) {
    this.#code = code;
    this.#log = log;
  }

  get running(): boolean {
    return this.#child !== undefined;
  }

  /** What its tools are, in its own words. */
  describe(): Promise<unknown> {
    const child = this.#start();
    return new Promise<unknown>((resolve, reject) => {
      this.#describing = { resolve, reject };
      child.send({ type: "describe" } satisfies ToHost);
    }).finally(() => (this.#describing = undefined));
  }

  async run(request: RunRequest, handlers: CallHandlers): Promise<unknown> {
    const { signal } = handlers;
    await this.#doubt;
    signal.throwIfAborted();
    const child = this.#start();
    const call = `p${++this.#lastId}`;
    const { session, page, ...rest } = request;
    const given = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(signal.reason as Error);
        this.#giveUp(child, call);
      }, { once: true });
    });
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#calls.set(call, { handlers, resolve, reject });
      child.send({ type: "run", call, ...rest, ...(session !== undefined && { session }), ...(page !== undefined && { page }) } satisfies ToHost);
    });
    try {
      return await Promise.race([answer, given]);
    } finally {
      this.#calls.delete(call);
      this.#rest();
    }
  }

  end(): void {
    this.#ending = true;
    clearTimeout(this.#idle);
    this.#child?.kill("SIGKILL");
  }

  #start(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const { name, folder, entry } = this.#code;
    offerAuthorsModule(folder);
    this.#ending = false;
    const child = fork(hostFile(), [path.join(folder, entry)], {
      execArgv: [...confined([folder, realpathSync(folder)]), `--max-old-space-size=${MAX_HEAP_MB}`, "--no-warnings", "--disable-proto=delete"],
      cwd: folder,
      // Nothing of the daemon's environment, nor of whoever started it.
      env: process.platform === "win32" ? { SystemRoot: process.env["SystemRoot"] } : {},
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on("line", (line) => {
          printed.push(line);
          if (printed.length > 20) printed.shift();
          this.#log(`plugin ${name}: ${line.slice(0, MAX_LINE)}`);
        });
    child.on("message", (message) => this.#receive(child, message));
    child.once("error", (error) => this.#lost(child, error.message));
    child.once("exit", (code, signal) => this.#lost(child, howItEnded(code, signal, printed)));
    return child;
  }

  #receive(child: ChildProcess, received: unknown): void {
    const parsed = fromHostSchema.safeParse(received);
    if (!parsed.success) return this.#log(`plugin ${this.#code.name}: a message that makes no sense`);
    const message = parsed.data;
    if (message.type === "described") this.#describing?.resolve(message.tools);
    else if (message.type === "unusable") this.#unusable(message.error);
    else if (message.type === "pong") this.#pong?.();
    else void this.#receiveForCall(child, message);
  }

  async #receiveForCall(child: ChildProcess, message: Extract<FromHost, { call: string }>): Promise<void> {
    const waiting = this.#calls.get(message.call);
    if (!waiting) return;
    if (message.type === "done") waiting.resolve(message.value);
    else if (message.type === "threw") waiting.reject(this.#thrown(message.error));
    else if (message.type === "warn") waiting.handlers?.warn(message.message);
    else if (message.type === "progress") waiting.handlers?.progress(message.message, message.done, message.total);
    else {
      const answer = await answerTo(waiting.handlers, message.ask);
      if (child.connected) child.send({ type: "answer", id: message.id, ...answer } satisfies ToHost);
    }
  }

  /** Its module could not be loaded, or is no plugin. */
  #unusable(error: HostError): void {
    const failure = new DroverError("plugin-failed", `the plugin ${this.#code.name} cannot be loaded: ${error.message}`, { failure: { source: "app" } });
    this.failures = { count: (this.failures?.count ?? 0) + 1, last: error.message };
    if (error.stack) this.#log(`plugin ${this.#code.name}: ${error.stack}`);
    this.#describing?.reject(failure);
    for (const waiting of this.#calls.values()) waiting.reject(failure);
    this.end();
  }

  #thrown({ code, message, hint, stack, fields }: HostError): DroverError {
    if (stack) this.#log(`plugin ${this.#code.name}: ${stack}`);
    const known = code !== undefined && (errorCodes as readonly string[]).includes(code);
    return new DroverError(known ? (code as ErrorCode) : "plugin-failed", message, {
      hint: hint ?? (stack ? `This is a bug in the plugin ${this.#code.name}. \`drover daemon logs\` has the stack.` : undefined),
      failure: { source: "app", plugin: this.#code.name },
      fields: { ...fields, ...(code !== undefined && !known && { code }) },
    });
  }

  #lost(child: ChildProcess, why: string): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    const { name } = this.#code;
    if (!this.#ending) {
      this.failures = { count: (this.failures?.count ?? 0) + 1, last: why };
      this.#log(`plugin ${name}: its process ended: ${why}`);
    }
    const failure = new DroverError("plugin-failed", `the process of the plugin ${name} ended during the call: ${why}`, {
      hint: "Drover and its other plugins go on; the next call starts it again.",
      failure: { source: "app", plugin: name },
    });
    this.#describing?.reject(failure);
    for (const waiting of this.#calls.values()) waiting.reject(failure);
  }

  /** Tells the plugin that nobody waits any more. If it cannot even hear that, its process is ended. */
  #giveUp(child: ChildProcess, call: string): void {
    if (this.#child !== child || !child.connected) return;
    child.send({ type: "cancel", call } satisfies ToHost);
    this.#doubt = new Promise((resolve) => {
      const stuck = setTimeout(() => {
        if (this.#child !== child) return;
        this.#log(`plugin ${this.#code.name}: does not answer any more and is ended`);
        child.kill("SIGKILL");
      }, PATIENCE_MS);
      this.#pong = () => {
        clearTimeout(stuck);
        resolve();
      };
      child.once("exit", this.#pong);
    });
    child.send({ type: "ping", id: ++this.#lastId } satisfies ToHost);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#calls.size === 0) this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
  }
}

async function answerTo(handlers: CallHandlers | undefined, ask: HostAsk): Promise<{ value?: unknown; error?: HostError }> {
  try {
    return { value: await handlers?.ask(ask) };
  } catch (thrown) {
    const { message, code, hint, fields } = thrown as DroverError;
    return { error: { message, ...(code && { code }), ...(hint && { hint }), ...(fields && { fields }) } };
  }
}

function howItEnded(code: number | null, signal: NodeJS.Signals | null, printed: string[]): string {
  if (printed.some((line) => line.includes("heap out of memory"))) return `it took more than ${MAX_HEAP_MB} MB of memory`;
  if (signal === "SIGKILL") return "it did not answer any more";
  const last = printed.findLast((line) => /\S/.test(line) && !line.startsWith("Node.js v"));
  return signal ? `signal ${signal}` : `exit code ${code}${code !== 0 && last ? ` (${last.trim().slice(0, 200)})` : ""}`;
}

/** It reads its own code and what of Drover it is made with: no other file, no program, no thread. Sockets it has. */
function confined(folders: string[]): string[] {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const flag = major > 22 || (major === 22 && minor >= 13) ? "--permission" : "--experimental-permission";
  const dist = path.dirname(hostFile());
  const readable = [...folders, dist, realpathSync(dist), path.join(dist, "..", "package.json"), path.join(realpathSync(dist), "..", "package.json")];
  return [flag, ...[...new Set(readable)].map((place) => `--allow-fs-read=${place}`)];
}

/** dist/pluginHost.js: beside the bundle that this code ended up in, or seen from the sources. */
function hostFile(): string {
  const here = import.meta.dirname;
  const found = ["pluginHost.js", "../pluginHost.js", "../../dist/pluginHost.js"].map((place) => path.join(here, place)).find((file) => existsSync(file));
  if (found) return found;
  throw new DroverError("internal", `Drover's pluginHost.js is missing beside ${here}`);
}

/** `drover/plugin` for the code in a folder: wherever this Drover is now. */
function offerAuthorsModule(folder: string): void {
  const place = path.join(folder, "node_modules", "drover");
  const module = pathToFileURL(path.join(path.dirname(hostFile()), "plugin.js")).href;
  writeWholeSync(path.join(place, "package.json"), JSON.stringify({ name: "drover", type: "module", exports: { "./plugin": "./plugin.js" } }));
  writeWholeSync(path.join(place, "plugin.js"), `export * from ${JSON.stringify(module)};\n`);
}
