import type { Log, Script } from "webdriver-bidi-protocol";
import type { ConsoleMessage, PageError } from "../port.ts";
import { frameText } from "./evaluation.ts";
import { valueText } from "../remoteValue.ts";

const levels: Record<string, ConsoleMessage["level"]> = {
  info: "info",
  warn: "warning",
  error: "error",
  debug: "debug",
  trace: "trace",
  assert: "error",
};

const entryLevels: Record<Log.Level, ConsoleMessage["level"]> = { debug: "debug", info: "info", warn: "warning", error: "error" };

/** What an entry of Firefox's log means: something that the page printed, or an error that nobody caught. */
export function readLogEntry(entry: Log.Entry, frameId: string): { console: ConsoleMessage } | { pageerror: PageError } {
  const at = location(entry.stackTrace);
  const common = { ...(at && { location: at }), ts: entry.timestamp };
  if (isConsoleEntry(entry))
    return { console: { level: levels[entry.method] ?? "log", text: lineOf(entry), ...common, frameId } };
  const text = entry.text ?? "";
  if (entry.level !== "error" || !(entry.stackTrace || isUncaught(text)))
    return { console: { level: entryLevels[entry.level], text, ...common, frameId } };
  const stack = [text, ...(entry.stackTrace?.callFrames.map(frameText) ?? [])].join("\n");
  return { pageerror: { message: text, stack, ...common } };
}

const isConsoleEntry = (entry: Log.Entry): entry is Log.ConsoleLogEntry => entry.type === "console";

/** Firefox logs its own complaints (CORS, CSP, sockets) as JavaScript errors too; those name no error class. */
const isUncaught = (text: string) => /^(uncaught exception\b|[A-Z]\w*(Error|Exception)\b)/.test(text);

function lineOf(entry: Log.ConsoleLogEntry): string {
  const text = consoleText(entry);
  if (entry.method === "clear") return "Console was cleared";
  if (entry.method === "assert") return text ? `Assertion failed: ${text}` : "Assertion failed";
  if (entry.method !== "trace") return text;
  return [text || "console.trace", ...(entry.stackTrace?.callFrames.map(frameText) ?? [])].join("\n");
}

/** Firefox has filled in `%s` and the like. BiDi sends errors without their message; Firefox's own text has it. */
function consoleText({ args, text }: Log.ConsoleLogEntry): string {
  if (args.some((argument) => argument.type === "error")) return text ?? "";
  return args.map(valueText).join(" ");
}

function location(stack: Script.StackTrace | undefined): ConsoleMessage["location"] {
  const top = stack?.callFrames[0];
  return top && { url: top.url, line: top.lineNumber + 1, column: top.columnNumber + 1 };
}
