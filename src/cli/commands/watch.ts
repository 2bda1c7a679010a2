import { DaemonClient } from "../../client/daemonClient.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { DaemonEvent } from "../../protocol/messages.ts";
import { loadCommand } from "../manifest.ts";
import { runTool } from "../runTool.ts";
import { untilStopped } from "../shell.ts";
import { print, printJson } from "../terminal.ts";
import { parseOwn, type Invocation, type OwnCommand, type OwnFlag } from "./ownCommand.ts";

/** `console` and `network` show the buffers through their tools; with -f they print what comes in from now on. */
interface Watched {
  tool: string;
  topics: string[];
  matches(data: EventData, call: Invocation): boolean;
  line(data: EventData, color: boolean): string;
}

interface EventData {
  pageId?: string;
  type?: string;
  text?: string;
  method?: string;
  url?: string;
  status?: number;
  error?: string;
  ms?: number;
}

const followFlags: Record<string, OwnFlag> = {
  follow: { short: "f", help: "go on printing what comes in; Ctrl-C ends it" },
  all: { help: "every page of the session, not only the active one" },
};
const consoleFlags: Record<string, OwnFlag> = {
  ...followFlags,
  level: { value: "level", help: "log, info, warning, error, debug" },
};
const networkFlags: Record<string, OwnFlag> = {
  ...followFlags,
  method: { value: "method", help: "GET, POST …" },
  status: { value: "status", help: "404, or 4xx" },
  type: { value: "type", help: "document, script, fetch …" },
  url: { value: "text", help: "a part of the URL, or a regular expression between slashes" },
};

async function showOrFollow(command: OwnCommand, watched: Watched, { words: argv, shell }: Invocation): Promise<number> {
  const follows = argv.includes("-f") || argv.includes("--follow");
  const tool = loadCommand(watched.tool);
  if (!follows && tool) return runTool(tool, argv, shell);
  const call = parseOwn({ ...command, verbatim: false }, argv, shell);
  if (!follows) throw new DroverError("unknown-tool", `this build has no ${watched.tool}`, { hint: `\`drover ${command.name} -f\` shows what comes in.` });
  return follow(call, watched);
}

async function follow(call: Invocation, watched: Watched): Promise<number> {
  const client = new DaemonClient({ client: "cli", home: call.home });
  const { activeSession } = (await client.call("target", { session: call.session })).data as { activeSession?: string | null };
  let active = activeSession;
  await client.subscribe([...watched.topics, "activechanged", "closed"], call.session, ({ topic, data }: DaemonEvent) => {
    if (topic === "closed") return client.close();
    const event = (data ?? {}) as EventData & { id?: string };
    if (topic === "activechanged") active = event.id;
    else if ((call.on("all") || event.pageId === active) && watched.matches(event, call)) {
      if (call.json) printJson(event);
      else print(watched.line(event, call.people.color));
    }
  });
  await Promise.race([untilStopped(call.shell), client.closed()]);
  client.close();
  return 0;
}

const paint = (text: string, code: number, color: boolean): string => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
const levelColors: Record<string, number> = { error: 31, warn: 33, warning: 33, debug: 2, info: 36 };

const consoleWatch: Watched = {
  tool: "console-read",
  topics: ["console", "pageerror"],
  // Browsers say "warning", people type "warn".
  matches: ({ type = "" }, call) => type.startsWith(call.text("level") ?? ""),
  line: ({ type = "log", text = "" }, color) => `${paint(type.padEnd(7), levelColors[type] ?? 0, color)} ${text}`,
};

const networkWatch: Watched = {
  tool: "network-read",
  topics: ["requestdone"],
  matches: (event, call) =>
    fits(call.text("method")?.toUpperCase(), event.method) &&
    fits(call.text("type")?.toLowerCase(), event.type?.toLowerCase()) &&
    statusFits(call.text("status"), event.status) &&
    urlFits(call.text("url"), event.url ?? ""),
  line: ({ method = "", status, error, ms, type = "", url = "" }, color) => {
    const outcome = String(status ?? error ?? "?");
    const code = status === undefined || status >= 400 ? 31 : status >= 300 ? 33 : 32;
    return `${method.padEnd(6)} ${paint(outcome.padEnd(4), code, color)} ${`${ms ?? "?"} ms`.padStart(8)}  ${type.padEnd(10)} ${url}`;
  },
};

const fits = (wanted: string | undefined, found: string | undefined) => wanted === undefined || wanted === found;

function urlFits(wanted: string | undefined, url: string): boolean {
  const [, pattern] = /^\/(.+)\/$/.exec(wanted ?? "") ?? [];
  return pattern === undefined ? url.includes(wanted ?? "") : new RegExp(pattern).test(url);
}

/** `404` is that one, `4xx` the whole class. */
function statusFits(wanted: string | undefined, found: number | undefined): boolean {
  return wanted === undefined || new RegExp(`^${wanted.toLowerCase().replaceAll("x", "\\d")}$`).test(String(found));
}

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
