import type { EventEmitter } from "node:events";
import type { Protocol } from "devtools-protocol";
import type { ConsoleMessage, EnginePageEvents } from "../port.ts";
import type { CdpSession } from "./connection.ts";
import { consoleText, exceptionText } from "./consoleText.ts";

const levels: Record<string, ConsoleMessage["level"]> = {
  log: "log",
  info: "info",
  warning: "warning",
  error: "error",
  debug: "debug",
  trace: "trace",
  assert: "error",
};

/** Turns what a session's scripts print and throw into the port's console events. */
export function watchConsole(
  session: CdpSession,
  events: Pick<EventEmitter<Pick<EnginePageEvents, "console" | "pageerror">>, "emit">,
): void {
  session.on("Runtime.consoleAPICalled", (event) => {
    if (event.type === "endGroup") return;
    events.emit("console", {
      level: levels[event.type] ?? "log",
      text: lineOf(event),
      ...locationOf(event.stackTrace),
      ts: event.timestamp,
    });
  });
  session.on("Runtime.exceptionThrown", ({ timestamp, exceptionDetails }) => {
    const stack = exceptionDetails.exception?.description;
    events.emit("pageerror", {
      message: exceptionText(exceptionDetails).split("\n")[0] ?? "",
      ...(stack && { stack }),
      ...(locationOf(exceptionDetails.stackTrace) ?? thrownAt(exceptionDetails)),
      ts: timestamp,
    });
  });
  session.on("Log.entryAdded", ({ entry }) => {
    // Workers tell their lines themselves.
    if (entry.source === "worker") return;
    // Every browser asks every site for one; that there is none is nobody's error.
    if (entry.source === "network" && entry.url?.endsWith("/favicon.ico")) return;
    events.emit("console", {
      level: entry.level === "verbose" ? "debug" : entry.level,
      text: entry.url && !entry.text.includes(entry.url) ? `${entry.text} ${entry.url}` : entry.text,
      // What failed to load is no place in a script.
      ...(entry.url && entry.source !== "network" && { location: { url: entry.url, line: (entry.lineNumber ?? 0) + 1, column: 1 } }),
      ts: entry.timestamp,
    });
  });
}

function lineOf({ type, args, stackTrace }: Protocol.Runtime.ConsoleAPICalledEvent): string {
  const text = consoleText(args);
  if (type === "clear") return "Console was cleared";
  if (type === "assert") return text ? `Assertion failed: ${text}` : "Assertion failed";
  if (type !== "trace") return text;
  const frames = stackTrace?.callFrames ?? [];
  return [text || "console.trace", ...frames.map(frameLine)].join("\n");
}

const frameLine = ({ functionName, url, lineNumber, columnNumber }: Protocol.Runtime.CallFrame) =>
  `    at ${functionName || "(anonymous)"} (${url}:${lineNumber + 1}:${columnNumber + 1})`;

function locationOf(stack: Protocol.Runtime.StackTrace | undefined): Pick<ConsoleMessage, "location"> | undefined {
  const top = stack?.callFrames[0];
  return top && { location: { url: top.url, line: top.lineNumber + 1, column: top.columnNumber + 1 } };
}

// A script that does not parse has no stack, only the place.
function thrownAt({ url, lineNumber, columnNumber }: Protocol.Runtime.ExceptionDetails): Pick<ConsoleMessage, "location"> | undefined {
  return url ? { location: { url, line: lineNumber + 1, column: columnNumber + 1 } } : undefined;
}
