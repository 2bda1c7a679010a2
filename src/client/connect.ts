import type { Socket } from "node:net";
import { requireOwnSocket, resolveHome, type Home } from "../config/home.ts";
import { DroverError } from "../protocol/errors.ts";
import type { ClientKind, ClientMessage, DaemonMessage } from "../protocol/messages.ts";
import { Wire } from "../protocol/wire.ts";
import { type ConnectionOptions, DaemonConnection, helloOf } from "./connection.ts";
import { dial } from "./dial.ts";

export interface ConnectOptions extends ConnectionOptions {
  client: ClientKind;
  home?: Home;
  /** The environment the daemon hears of, and starts with. Default: this process's. */
  env?: NodeJS.ProcessEnv;
  /** Who this is, for sessions that are an agent's own. */
  id?: string;
  /** Where this one listens, when it is a dashboard. */
  port?: number;
  /** Somebody whom a team's server has recognised. */
  member?: string;
  /** Where the caller is. Default: this process's folder. */
  cwd?: string;
  /** False: only a daemon that runs already. */
  start?: boolean;
  /** A daemon that this starts leaves soon after its last client, unless somebody has asked it something. */
  spare?: boolean;
  /** The process of a daemon that has begun to start. */
  begun?: number | undefined;
  /** Called before a daemon is started or waited for, which takes a moment. */
  onStarting?: () => unknown;
}

/** Reaches the daemon of this home, starting it when there is none. */
export async function connect(options: ConnectOptions): Promise<DaemonConnection> {
  const env = options.env ?? process.env;
  const home = options.home ?? resolveHome(env);
  const hello = helloOf(options.client, env, options);
  requireOwnSocket(home);
  const socket = await dial(home.socket);
  if (socket) return new DaemonConnection(wireOver(socket), hello, options);
  if (options.start === false)
    throw new DroverError("daemon-failed", "no daemon is running", { hint: "Any command starts it; `drover daemon start` does too." });
  options.onStarting?.();
  const { startDaemon } = await import("./startDaemon.ts");
  return new DaemonConnection(wireOver(await startDaemon(home, env, options)), hello, options);
}

/** The daemon is this user's own, and of this protocol: what it says is believed. */
const wireOver = (socket: Socket): Wire<DaemonMessage, ClientMessage> => new Wire<DaemonMessage, ClientMessage>(socket, { understand: (received) => received as DaemonMessage });
