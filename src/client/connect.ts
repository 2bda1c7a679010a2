import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { prepareHome, resolveHome, type Home } from "../config/home.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ClientKind } from "../protocol/messages.ts";
import { DaemonConnection, helloOf } from "./connection.ts";

export interface ConnectOptions {
  client: ClientKind;
  home?: Home;
  /** The environment the daemon hears of, and starts with. Default: this process's. */
  env?: NodeJS.ProcessEnv;
  /** False: only a daemon that runs already. */
  start?: boolean;
  /** Says what it does when that takes a moment. */
  onStarting?: () => void;
}

const START_TIMEOUT_MS = 20_000;
const RETRY_MS = 8;

/** Reaches the daemon of this home, starting it when there is none. */
export async function connect(options: ConnectOptions): Promise<DaemonConnection> {
  const env = options.env ?? process.env;
  const home = options.home ?? resolveHome(env);
  const hello = helloOf(options.client, env);
  const socket = await dial(home.socket);
  if (socket) return new DaemonConnection(socket, hello);
  if (options.start === false)
    throw new DroverError("daemon-failed", "no daemon is running", { hint: "Any command starts it; `drover daemon start` does too." });
  options.onStarting?.();
  return new DaemonConnection(await startDaemon(home, env), hello);
}

function dial(address: string): Promise<net.Socket | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

async function startDaemon(home: Home, env: NodeJS.ProcessEnv): Promise<net.Socket> {
  prepareHome(home);
  const child = spawnDaemon(home, env);
  let exit: number | null | undefined;
  child.once("exit", (code) => {
    exit = code;
  });
  const endsAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < endsAt) {
    const socket = await dial(home.socket);
    if (socket) return socket;
    // A daemon that finds another one leaves with 0: somebody else won the race, and will answer in a moment.
    if (exit) break;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new DroverError("daemon-failed", exit ? `the daemon ended at once (exit code ${exit})` : "the daemon did not answer in time", {
    hint: `See ${home.logFile}.`,
  });
}

function spawnDaemon(home: Home, env: NodeJS.ProcessEnv): ReturnType<typeof spawn> {
  const log = openSync(home.logFile, "a", 0o600);
  try {
    const child = spawn(process.execPath, [daemonEntry()], {
      detached: true,
      stdio: ["ignore", log, log],
      cwd: home.dir,
      env: { ...env, DROVER_HOME: home.dir, DROVER_WORKSPACE: home.workspace },
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** dist/daemon.js: beside or above the bundle that this code ended up in, or seen from the sources. */
function daemonEntry(): string {
  const here = import.meta.dirname;
  const candidates = [path.join(here, "daemon.js"), path.join(here, "..", "daemon.js"), path.join(here, "..", "..", "dist", "daemon.js")];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found) return found;
  throw new DroverError("daemon-failed", `Drover's daemon is missing beside ${here}`, { hint: "Run `npm run build`." });
}
