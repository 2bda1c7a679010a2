import tty from "node:tty";
import type { ConnectOptions } from "../client/connect.ts";
import { DaemonClient } from "../client/daemonClient.ts";
import { resolveHome, type Home } from "../config/home.ts";
import type { Outcome } from "../protocol/messages.ts";
import { note } from "./terminal.ts";

/** Who runs a command: a process that lives for one, or a REPL that keeps its connection and can cancel. */
export interface Shell {
  readonly home: Home;
  readonly client: DaemonClient;
  /** The session that is meant when the command names none. */
  readonly session: string;
  readonly signal?: AbortSignal;
  /** Tells which session is about to be used, so that its browser can start while the daemon loads. */
  expect?(session: { id: string; [option: string]: unknown }): void;
  /** Sees what came back, before it is printed. */
  seen?(outcome: Outcome): void;
}

export function oneShot(): Shell {
  const home = resolveHome();
  const options: ConnectOptions = { client: "cli", home, onStarting: () => tty.isatty(2) && note("Starting Drover …") };
  return {
    home,
    client: new DaemonClient(options),
    session: process.env["DROVER_SESSION"] || "default",
    expect: (session) => {
      options.early = session;
    },
  };
}

/** Resolves when whoever watches has seen enough: Ctrl-C in a shell, a cancelled call in a REPL. */
export function untilStopped({ signal }: Shell): Promise<void> {
  return new Promise((resolve) => {
    if (signal) signal.addEventListener("abort", () => resolve(), { once: true });
    else process.once("SIGINT", () => resolve());
  });
}
