import { DaemonClient } from "../../client/daemonClient.ts";
import type { ConsoleEvent, RequestEvent } from "../../protocol/events.ts";
import type { DaemonEvent } from "../../protocol/messages.ts";
import { loadCommand, type ToolCommand } from "../manifest.ts";
import { parseCommand } from "../parseCommand.ts";
import { runTool } from "../runTool.ts";
import { type Shell, untilStopped } from "../shell.ts";
import { note, peopleForm, print, printJson, sources } from "../terminal.ts";
import { wrongUsage } from "../values.ts";
import { type Invocation, type OwnCommand, type OwnFlag, refusalOf } from "./ownCommand.ts";

/** `console` and `network` show the buffers through their tools; with -f they print what comes in from now on. */
interface Watched {
  tool: string;
  topics: string[];
  line(data: unknown, color: boolean): string;
}

const followFlags: Record<string, OwnFlag> = {
  follow: { short: "f", help: "go on printing what comes in; Ctrl-C ends it" },
  all: { help: "every page of the session, not only the active one" },
  page: { value: "page", help: "which page: the beginning of its id, or a part of its title" },
};
const consoleFlags: Record<string, OwnFlag> = {
  ...followFlags,
  level: { value: "level", help: "log, info, warning, error, debug" },
};
const networkFlags: Record<string, OwnFlag> = {
  ...followFlags,
  method: { value: "method", help: "GET, POST …" },
  status: { value: "status", help: "404, 4xx, or failed" },
  type: { value: "type", help: "document, script, fetch …" },
  url: { value: "text", help: "a part of the URL, a glob, or a regular expression between slashes" },
};

const isFollow = (word: string) => word === "-f" || word === "--follow";

function showOrFollow(command: OwnCommand, watched: Watched, { words: argv, shell }: Invocation): Promise<number> {
  const tool: ToolCommand = { ...loadCommand(watched.tool)!, calledAs: command.name };
  return argv.some(isFollow) ? follow(tool, watched, argv.filter((word) => !isFollow(word)), shell) : runTool(tool, argv, shell);
}

async function follow(tool: ToolCommand, watched: Watched, argv: string[], shell: Shell): Promise<number> {
  const { input, options } = parseCommand(tool, argv, sources);
  const { limit: _limit, requestId, timeoutMs: _timeout, ...filter } = input;
  if (requestId !== undefined) throw wrongUsage("-f follows what comes in and takes no request", `\`drover network ${String(requestId)}\` shows one.`);
  const session = options.session ?? shell.session;
  const { color } = peopleForm();
  const client = new DaemonClient({ client: "cli", home: shell.home });
  let ending = "The daemon ended.";
  const onEvent = ({ topic, data }: DaemonEvent) => {
    if (topic === "closed") ending = `Session "${session}" was closed.`;
    else if (options.json ? printJson(data) : print(watched.line(data, color))) return;
    else ending = "";
    client.close();
  };
  // The session is opened when it is not open yet, as every command does it.
  for (const outcome of [
    await client.call("target", { session }),
    await client.subscribe({ topics: [...watched.topics, "closed"], session, filter, onEvent }),
  ])
    if (!outcome.ok) throw refusalOf(outcome.data);
  await Promise.race([untilStopped(shell), client.closed().then(() => ending && note(ending))]);
  client.close();
  return 0;
}

const paint = (text: string, code: number, color: boolean): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
const levelColors: Record<string, number> = { error: 31, warning: 33, debug: 2, info: 36 };

const consoleWatch: Watched = {
  tool: "console-read",
  topics: ["console", "pageerror"],
  line: (data, color) => {
    const { type, text, ts } = data as ConsoleEvent;
    return `${paint(clock(ts), 2, color)} ${paint(type.padEnd(7), levelColors[type] ?? 0, color)} ${text}`;
  },
};

const networkWatch: Watched = {
  tool: "network-read",
  topics: ["requestdone"],
  line: (data, color) => {
    const { requestId, method, status, error, ms, type, url } = data as RequestEvent;
    const outcome = status === undefined ? "failed" : String(status);
    const code = status === undefined || status >= 400 ? 31 : status >= 300 ? 33 : 32;
    const cells = [requestId.padEnd(7), method.padEnd(6), paint(outcome.padEnd(6), code, color), `${ms ?? "?"} ms`.padStart(8), type.padEnd(10), url];
    return [...cells, ...(error === undefined ? [] : [`(${error})`])].join(" ");
  },
};

const clock = (ts: number): string => {
  const at = new Date(ts);
  return `${at.toTimeString().slice(0, 8)}.${String(at.getMilliseconds()).padStart(3, "0")}`;
};

export const consoleCommand: OwnCommand = {
  name: "console",
  usage: "[-f] [filters]",
  summary: "What the page wrote to its console; takes the options of console-read too",
  flags: consoleFlags,
  verbatim: true,
  examples: ["console --level error", "console -f --all"],
  run: (call) => showOrFollow(consoleCommand, consoleWatch, call),
};

export const networkCommand: OwnCommand = {
  name: "network",
  usage: "[request] [-f] [filters]",
  summary: "What the page requested, or one request in detail; takes the options of network-read too",
  flags: networkFlags,
  verbatim: true,
  examples: ["network --status 4xx", "network req-12", "network -f --type fetch"],
  run: (call) => showOrFollow(networkCommand, networkWatch, call),
};
