/** The command line for clients that hand their commands over: the same parser and printer, run in the daemon. */
import type { CommandClient } from "../../client/daemonClient.ts";
import { connectionLost, CallNotStarted, helloOf } from "../../client/connection.ts";
import { resolveHome } from "../../config/home.ts";
import { type CallForDoor, type CommandFrontEnd, doorFrame } from "../../protocol/door.ts";
import type { DoorRequest } from "../../protocol/messages.ts";
import { reportFailure, runCommandLine } from "../commandLine.ts";
import { ownCommands } from "../ownCommands.ts";
import type { Shell } from "../shell.ts";
import { splitCommand } from "../splitCommand.ts";
import { type Terminal, typedAt } from "../terminal.ts";
import { NeedsProcess } from "../values.ts";

const needsProcess = (): never => {
  throw new NeedsProcess();
};

/** Of the commands that are not tools, those that only call tools and print what comes back. */
const plain = new Set(["close", "console", "help", "inspect", "network", "open", "start", "text"]);

const followed = new Set(["-f", "--follow"]);

function isPlain(argv: string[]): boolean {
  const { name } = splitCommand(argv);
  return name === undefined ? argv.some((word) => word === "--version" || word === "-V") : !ownCommands.has(name) || (plain.has(name) && !argv.some((word) => followed.has(word)));
}

/** This daemon's, whoever asks. */
const home = resolveHome();

export const runForDoor: CommandFrontEnd["runForDoor"] = async (request, door) => {
  const { argv, env, cwd } = request;
  if (!isPlain(argv)) {
    door.send(doorFrame("node"), true);
    return;
  }
  const terminal = terminalOf(request, (fd, bytes) => door.send(doorFrame(fd === 1 ? "out" : "err", bytes)));
  let callTool: CallForDoor | undefined;
  let acts = false;
  const begin = (): CallForDoor => {
    door.send(doorFrame("started", farewell(request, terminal)));
    return door.enter(helloOf("cli", env, { cwd }));
  };
  const call: CommandClient["call"] = async (tool, input, { form, people, onProgress } = {}) => {
    callTool ??= begin();
    const outcome = await callTool({ tool, input, form, people, onProgress });
    if (!outcome) throw new CallNotStarted();
    acts = true;
    return outcome;
  };
  const client: CommandClient = { call, status: needsProcess, subscribe: needsProcess, closed: needsProcess, close: () => undefined };
  typedAt(terminal);
  // What was not begun here can be begun elsewhere.
  const isForNode = (thrown: unknown): boolean => !acts && (thrown instanceof NeedsProcess || thrown instanceof CallNotStarted);
  const putOff: (() => void)[] = [];
  const shell: Shell = { home, client, session: env["DROVER_SESSION"] || "default", afterwards: (work) => putOff.push(work) };
  const code = await runCommandLine(argv, shell).catch((thrown: unknown) => (isForNode(thrown) ? undefined : reportFailure(thrown, argv)));
  door.send(code === undefined ? doorFrame("node") : doorFrame("exit", Uint8Array.of(code)), true);
  for (const work of putOff) work();
};

function terminalOf({ env, cwd, screens, columns }: DoorRequest, write: Terminal["send"]): Terminal {
  return { env, cwd, columns, isScreen: (fd) => screens[fd - 1]!, send: write, sources: { file: needsProcess, stdin: needsProcess }, beforeFiles: needsProcess };
}

const lost = connectionLost();
/** The same few again and again: what is written depends on the terminal, and on whether JSON is wanted. */
const farewells = new Map<string, Uint8Array>();

/** What the door says when this daemon dies under it. */
function farewell(request: DoorRequest, terminal: Terminal): Uint8Array {
  const { NO_COLOR, FORCE_COLOR, TERM } = request.env;
  const key = JSON.stringify([request.argv.includes("--json"), request.screens, NO_COLOR, FORCE_COLOR, TERM]);
  const words = farewells.get(key) ?? farewellFor(request, terminal);
  farewells.set(key, words);
  return words;
}

function farewellFor(request: DoorRequest, terminal: Terminal): Uint8Array {
  const said: Uint8Array[] = [];
  let stream: 1 | 2 = 2;
  const mute = terminalOf(request, (fd, bytes) => {
    stream = fd;
    said.push(bytes);
    return true;
  });
  typedAt(mute);
  const code = reportFailure(lost, request.argv);
  typedAt(terminal);
  return Buffer.concat([Uint8Array.of(code, stream), ...said]);
}
