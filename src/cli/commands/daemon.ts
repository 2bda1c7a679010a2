import { closeSync, fstatSync, openSync, readFileSync, readSync, unwatchFile, watchFile } from "node:fs";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { SilentDaemon } from "../../client/connection.ts";
import { DaemonClient } from "../../client/daemonClient.ts";
import { isDroverError } from "../../protocol/errors.ts";
import type { DaemonStatus } from "../../protocol/messages.ts";
import { PROTOCOL, VERSION } from "../../protocol/version.ts";
import { untilStopped } from "../shell.ts";
import { write } from "../terminal.ts";
import { ago } from "./ago.ts";
import type { Invocation, OwnCommand } from "./ownCommand.ts";
import { verbOf } from "./ownCommand.ts";

type NotRunning = Pick<DaemonStatus, "running" | "version" | "protocol" | "uptimeMs" | "sessions" | "browsers" | "home"> & { pid: null };

/** There is no daemon; one that holds the socket and says nothing is another matter. */
export const isNotRunning = (error: unknown): boolean =>
  isDroverError(error) && error.code === "daemon-failed" && !(error instanceof SilentDaemon);

/** The daemon that runs, if one does; none is started to find out. */
export async function daemonStatus(call: Invocation): Promise<DaemonStatus | NotRunning> {
  const client = new DaemonClient({ client: "cli", home: call.home, start: false });
  try {
    return await client.status();
  } catch (error) {
    if (!isNotRunning(error)) throw error;
    return { running: false, pid: null, version: VERSION, protocol: PROTOCOL, uptimeMs: 0, sessions: 0, browsers: 0, home: call.home.dir };
  } finally {
    client.close();
  }
}

export const statusLine = (status: DaemonStatus | NotRunning): string =>
  status.running
    ? `The daemon runs: Drover ${status.version}, pid ${status.pid}, since ${ago(status.uptimeMs)}, ${count(status.sessions, "session")}, ${count(status.browsers, "browser")}.`
    : "The daemon is not running. Any command starts it.";

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

async function start(call: Invocation): Promise<number> {
  const already = (await daemonStatus(call)).running;
  const status = await call.client.status();
  return call.show({ ok: true, started: !already, ...status }, statusLine(status));
}

async function status(call: Invocation): Promise<number> {
  const found = await daemonStatus(call);
  return call.show({ ok: true, ...found }, statusLine(found));
}

async function stop(call: Invocation): Promise<number> {
  const before = await daemonStatus(call);
  if (!before.running) return call.show({ ok: true, stopped: false, running: false }, "The daemon was not running.");
  await new DaemonClient({ client: "cli", home: call.home, start: false }).stop();
  const goesOn = before.browsers > 0 ? ` ${count(before.browsers, "browser")} went on; the next command finds ${before.browsers === 1 ? "it" : "them"} again.` : "";
  return call.show({ ok: true, stopped: true, running: false, pid: before.pid }, `The daemon has stopped.${goesOn}`);
}

const TAIL_LINES = 200;
const FOLLOW_MS = 200;

async function logs(call: Invocation): Promise<number> {
  const file = call.home.logFile;
  const text = readLog(file);
  const tail = text.split("\n").slice(-TAIL_LINES - 1).join("\n");
  if (call.json) return call.show({ ok: true, file, lines: tail.split("\n").filter(Boolean) }, "");
  write(1, tail || `${file} is empty.\n`);
  if (!call.on("follow")) return 0;
  followFile(file, Buffer.byteLength(text));
  await untilStopped(call.shell);
  unwatchFile(file);
  return 0;
}

function readLog(file: string): string {
  return ifPresent(() => readFileSync(file, "utf8"), "the log of the daemon cannot be read", "");
}

/** Prints what is added. The log is replaced when it is full: a shorter file is read from its start. */
function followFile(file: string, from: number): void {
  let at = from;
  watchFile(file, { interval: FOLLOW_MS }, () => {
    const fd = ifPresent(() => openSync(file, "r"), "the log of the daemon cannot be read");
    if (fd === undefined) return;
    const { size } = fstatSync(fd);
    if (size < at) at = 0;
    const added = Buffer.alloc(size - at);
    at += readSync(fd, added, 0, added.length, at);
    closeSync(fd);
    write(1, added.toString());
  });
}

const verbs: Record<string, (call: Invocation) => Promise<number>> = { start, stop, status, logs };

export const daemonCommand: OwnCommand = {
  name: "daemon",
  usage: "start|stop|status|logs [-f]",
  words: 1,
  summary: "The process that keeps sessions: start, stop and look at it",
  verbs: Object.keys(verbs),
  flags: { follow: { short: "f", help: "logs: go on printing what is added" } },
  examples: ["daemon status --json", "daemon logs -f", "daemon stop"],
  run: (call) => verbs[verbOf(daemonCommand, call)]!(call),
};
