import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import type net from "node:net";
import path from "node:path";
import { prepareHome, type Home } from "../config/home.ts";
import { DroverError } from "../protocol/errors.ts";
import { askableSecrets, isSecretVariable } from "../protocol/secretVariables.ts";
import { dial } from "./dial.ts";
import { isRunning } from "./isRunning.ts";

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 8;

/**
 * Young objects get 2 MB before they are collected, not 16: a daemon that lives for days keeps its garbage small. What its start leaves behind it clears
 * away itself (`src/daemon/tidyHeap.ts`). And a function is optimized after four times as much work as elsewhere: what runs for a start and some calls is not worth a compiler in memory.
 */
export const NODE_FLAGS = ["--max-semi-space-size=2", "--expose-gc", "--interrupt-budget=270336"];

/** So that the system's allocator gives back what pictures and long answers took (8 MB less after 400 actions); the daemon takes it out of its environment. `native/drover.c` says the same. */
const MALLOC_SETTINGS = { MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072", MALLOC_ARENA_MAX: "2" };

/** How Node says that it does not know an option. */
const BAD_OPTION = 9;

/** How a shell says that it cannot run a program. */
const NOT_STARTED = [126, 127];

interface DaemonStart {
  spare?: boolean;
  /** The process of one that has begun already. */
  begun?: number | undefined;
}

/** Starts this home's daemon and waits until it answers. Its own module, so that a warm call does not load it. */
export async function startDaemon(home: Home, env: NodeJS.ProcessEnv, { spare = false, begun }: DaemonStart = {}): Promise<net.Socket> {
  prepareHome(home);
  const early = begun === undefined ? undefined : await untilItAnswers(home, () => isRunning(begun));
  if (early) return early;
  const words = [daemonEntry(), ...(spare ? ["--spare"] : [])];
  const usual = await spawnDaemon(home, env, [...NODE_FLAGS, ...words]);
  // A Node that does not know one of the options: it only takes more memory without them.
  const { socket, exit, failure } = usual.exit === BAD_OPTION ? await spawnDaemon(home, env, words) : usual;
  if (socket) return socket;
  if (failure)
    throw new DroverError("daemon-failed", `the daemon could not be started: ${failure.message}`, {
      cause: failure,
      hint: "The system refused to start a process: see whether Node.js is still where it was, and whether there are too many processes.",
    });
  throw new DroverError("daemon-failed", exit ? `the daemon ended at once (exit code ${exit})` : "the daemon did not answer in time", {
    hint: `See ${home.logFile}.`,
  });
}

interface Spawned {
  socket: net.Socket | undefined;
  exit?: number | null | undefined;
  failure?: Error | undefined;
}

async function spawnDaemon(home: Home, env: NodeJS.ProcessEnv, words: string[]): Promise<Spawned> {
  const child = spawnDetached(home, env, words);
  let exit: number | null | undefined;
  let failure: Error | undefined;
  child.once("exit", (code) => {
    exit = code;
    if (code !== null && NOT_STARTED.includes(code)) failure ??= new Error(`${process.execPath} cannot be run`);
  });
  child.once("error", (error) => {
    failure = error;
  });
  // A daemon that finds another one leaves with 0: somebody else won the race, and will answer in a moment.
  const socket = await untilItAnswers(home, () => !exit && !failure);
  return { socket, exit, failure };
}

async function untilItAnswers(home: Home, mayAnswer: () => boolean): Promise<net.Socket | undefined> {
  for (const endsAt = Date.now() + START_TIMEOUT_MS; Date.now() < endsAt; ) {
    const wasThere = mayAnswer();
    const socket = await dial(home.socket);
    if (socket || !wasThere) return socket;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}

function spawnDetached(home: Home, env: NodeJS.ProcessEnv, words: string[]): ChildProcess {
  const log = openSync(home.logFile, "a", 0o600);
  try {
    const [program, ...args] = withoutCoreFiles([process.execPath, ...words]);
    const child = spawn(program, args, {
      detached: true,
      stdio: ["ignore", log, log],
      cwd: home.dir,
      env: { ...withoutSecrets(env), ...MALLOC_SETTINGS, DROVER_HOME: home.dir, DROVER_WORKSPACE: home.sessionFiles },
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** Secrets are in its memory, which is not written to disk when it crashes. */
const withoutCoreFiles = (command: [string, ...string[]]): [string, ...string[]] =>
  process.platform === "win32" ? command : ["/bin/sh", "-c", 'ulimit -c 0; exec "$@"', "drover", ...command];

/** A daemon and its browsers live longer than whoever started them, and serve others: they inherit no secrets. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !(askableSecrets.includes(name) || (name.startsWith("DROVER_") && isSecretVariable(name)))));

/** dist/daemon.cjs: beside or above the bundle that this code ended up in, or seen from the sources. */
function daemonEntry(): string {
  const here = import.meta.dirname;
  const candidates = ["daemon.cjs", "../daemon.cjs", "../../dist/daemon.cjs"].map((place) => path.join(here, place));
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found) return found;
  throw new DroverError("daemon-failed", `Drover's daemon is missing beside ${here}`, { hint: "Run `npm run build`." });
}
