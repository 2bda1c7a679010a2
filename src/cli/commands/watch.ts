import type { ConsoleEvent, QuestionEvent, RequestEvent } from "../../protocol/events.ts";
import { escaped } from "../../text/escape.ts";
import { loadCommand } from "../manifest.ts";
import type { ToolCommand } from "../../protocol/toolSurfaces.ts";
import { parseCommand } from "../parseCommand.ts";
import { runTool } from "../runTool.ts";
import type { Shell } from "../shell.ts";
import { sources } from "../terminal.ts";
import { wrongUsage } from "../values.ts";
import { clock, followEvents, paint } from "./followEvents.ts";
import { BELL, questionText } from "../questionText.ts";
import type { Invocation, OwnCommand, OwnFlag } from "./ownCommand.ts";

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

/** The same one each time: what was found out about it is found by it. */
const calledHere = new Map<string, ToolCommand>();

function toolCalledAs(name: string, { tool: watched }: Watched): ToolCommand {
  const tool = calledHere.get(name) ?? { ...loadCommand(watched)!, calledAs: name };
  calledHere.set(name, tool);
  return tool;
}

function showOrFollow(command: OwnCommand, watched: Watched, { words: argv, shell }: Invocation): Promise<number> {
  const tool = toolCalledAs(command.name, watched);
  return argv.some(isFollow) ? follow(tool, watched, argv.filter((word) => !isFollow(word)), shell) : runTool(tool, argv, shell);
}

async function follow(tool: ToolCommand, watched: Watched, argv: string[], shell: Shell): Promise<number> {
  const { input, options } = parseCommand(tool, argv, sources);
  const { limit: _limit, requestId, timeoutMs: _timeout, ...filter } = input;
  if (requestId !== undefined) throw wrongUsage("-f follows what comes in and takes no request", `\`drover network ${String(requestId)}\` shows one.`);
  return followEvents(shell, { ...watched, session: options.session ?? shell.session, filter, opens: true, json: options.json });
}

const levelColors: Record<string, number> = { error: 31, warning: 33, debug: 2, info: 36 };

const consoleWatch: Watched = {
  tool: "console-read",
  topics: ["console", "pageerror", "question"],
  line: (data, color) => {
    if (isQuestion(data)) return `${color ? BELL : ""}${paint(clock(data.askedAt), 2, color)} ${paint("asks   ", 35, color)} ${questionText(data)}`;
    const { type, text, ts } = data as ConsoleEvent;
    return `${paint(clock(ts), 2, color)} ${paint(type.padEnd(7), levelColors[type] ?? 0, color)} ${escaped(text)}`;
  },
};

const isQuestion = (data: unknown): data is QuestionEvent => typeof data === "object" && data !== null && "prompt" in data;

const networkWatch: Watched = {
  tool: "network-read",
  topics: ["requestdone"],
  line: (data, color) => {
    const { requestId, method, status, error, ms, type, url } = data as RequestEvent;
    const outcome = status === undefined ? "failed" : String(status);
    const code = status === undefined || status >= 400 ? 31 : status >= 300 ? 33 : 32;
    const cells = [requestId.padEnd(7), method.padEnd(6), paint(outcome.padEnd(6), code, color), `${ms ?? "?"} ms`.padStart(8), type.padEnd(10), escaped(url)];
    return [...cells, ...(error === undefined ? [] : [`(${escaped(error)})`])].join(" ");
  },
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
