import type { CallLogOutput } from "../../generated/sdkTools.ts";
import type { CallRecord } from "../../protocol/events.ts";
import { wrongUsage } from "../values.ts";
import { daemonStatus } from "./daemon.ts";
import { clock, followEvents, paint } from "./followEvents.ts";
import { type Invocation, type OwnCommand, refusalOf } from "./ownCommand.ts";

/** The last calls on a session, or on every one, with their rows for a person. */
export async function lastCalls(call: Invocation, limit: number, all = false): Promise<{ calls: CallRecord[]; text: string }> {
  const { ok, data, text = "" } = await call.outcome("call_log", { session: call.session, limit, ...(all && { all }) });
  if (!ok) throw refusalOf(data);
  const { calls } = data as CallLogOutput;
  return { calls, text: calls.length > 0 ? text : "" };
}

function limitOf(call: Invocation): number {
  const given = call.text("limit") ?? "20";
  const limit = Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) throw wrongUsage(`--limit is a number from 1 to 1000, not "${given}"`);
  return limit;
}

async function log(call: Invocation): Promise<number> {
  const all = call.on("all");
  if (call.on("follow")) return followEvents(call.shell, { topics: ["called"], session: all ? undefined : call.session, json: call.json, line });
  const limit = limitOf(call);
  const { running } = await daemonStatus(call);
  const { calls, text } = running ? await lastCalls(call, limit, all) : { calls: [], text: "" };
  const none = running ? `No calls on session "${call.session}" since the daemon started.` : "The daemon is not running, and only a running one knows of calls.";
  return call.show({ ok: true, calls }, text || none);
}

function line(data: unknown, color: boolean): string {
  const { ts, client, ms, ok, error = "no", parent, tool, subject } = data as CallRecord;
  const outcome = paint((ok ? "ok" : error).padEnd(12), ok ? 32 : 31, color);
  const about = [parent && "↳", tool, subject].filter(Boolean).join(" ");
  return [paint(clock(ts), 2, color), client.padEnd(4), `${ms} ms`.padStart(8), outcome, about].join(" ");
}

export const logCommand: OwnCommand = {
  name: "log",
  usage: "[-f] [--limit n] [--all]",
  summary: "The last calls on the session: who called what, how long it took and how it ended",
  flags: {
    follow: { short: "f", help: "go on printing calls as they end; Ctrl-C ends it" },
    limit: { value: "n", help: "how many, 20 unless given" },
    all: { help: "every session's" },
  },
  examples: ["log", "log -f --all"],
  run: log,
};
