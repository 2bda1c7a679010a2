import { mayFail } from "../diagnosis/mayFail.ts";
import { DaemonClient, type CommandClient } from "../client/daemonClient.ts";
import { resolveHome, type Home } from "../config/home.ts";
import type { Outcome } from "../protocol/messages.ts";
import { VERSION } from "../protocol/version.ts";
import { note, terminal } from "./terminal.ts";

/** Who runs a command: a process that lives for one, or a REPL that keeps its connection and can cancel. */
export interface Shell {
  readonly home: Home;
  readonly client: CommandClient;
  /** The session that is meant when the command names none. */
  readonly session: string;
  readonly signal?: AbortSignal;
  /** More is written after this command: it ends its last line whatever it prints. */
  readonly goesOn?: boolean;
  /** Tells which session is about to be used, so that its browser can start while the daemon loads. */
  expect?(session: { id: string; [option: string]: unknown }): void;
  /** Puts off what whoever typed the command need not wait for. */
  afterwards?(work: () => void): void;
  /** Sees what came back, before it is printed. */
  seen?(outcome: Outcome): void;
}

function onOtherVersion(version: string): void {
  note(`! The daemon is Drover ${version}, this is ${VERSION}. It is replaced when its sessions are closed, or by \`drover daemon stop\`.`);
}

export function oneShot(): Shell {
  const home = resolveHome();
  let expected: { id: string } | undefined;
  const onStarting = (): void => {
    if (terminal().isScreen(2)) note("Starting Drover …");
    const session = expected;
    // After the daemon, whose start is a single call: a browser has to be found first.
    if (session) setImmediate(() => void mayFail(import("./machine/headStart.ts").then(({ headStart }) => headStart(home, session)), "the daemon starts the browser itself"));
  };
  return {
    home,
    client: new DaemonClient({ client: "cli", home, onStarting, onOtherVersion }),
    session: terminal().env["DROVER_SESSION"] || "default",
    expect: (session) => {
      expected = session;
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
