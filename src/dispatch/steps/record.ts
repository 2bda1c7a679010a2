import type { CallLog } from "../../diagnosis/callLog.ts";
import type { Exit } from "../../exit/exit.ts";
import { isRecord } from "../../exit/render.ts";
import { idOf } from "../../policy/ownership.ts";
import type { CallRecord } from "../../protocol/events.ts";
import type { Session } from "../../session/session.ts";
import type { Sessions } from "../../session/sessions.ts";
import { usualSessionOf } from "../admission.ts";
import type { Call, Step } from "../call.ts";
import { subjectOf } from "../subject.ts";

/** Of an answer that people look at later. */
const ANSWER_LENGTH = 20_000;

/** Writes down who called what, how long it took and how it ended, as it left, and adds it to what its session has cost. */
export const record =
  (calls: CallLog, exit: Exit, sessions: Sessions): Step =>
  async (call, next) => {
    calls.running.add(call);
    await next();
    calls.running.delete(call);
    const entry = entryOf(call, exit);
    calls.add(entry, idOf(call.caller.owner));
    call.session?.events.emit("called", entry);
    keepAnswer(call, calls);
    sessionOf(call, entry, sessions)?.parts.metrics.add({ tool: entry.tool, ms: entry.ms, outcome: outcomeOf(entry), tokens: tokensOf(call) });
  };

/** Told to people who look at what their agents do. It is what has left by the exit. */
function keepAnswer({ id, caller, session, outcome }: Call, calls: CallLog): void {
  const isWatched = session !== undefined && session.events.listenerCount("answergiven") > 0;
  if (!outcome || caller.kind === "dashboard" || (outcome.text === undefined && !isWatched)) return;
  const { data, text = JSON.stringify(data, null, 1) ?? "", images } = outcome;
  const answer = { id, text: text.slice(0, ANSWER_LENGTH), ...(text.length > ANSWER_LENGTH && { cut: true as const }), ...(images && { images: images.length }) };
  calls.keepAnswer(answer);
  session?.events.emit("answergiven", answer);
}

/** A call that was not let in has found no session: it counts for the one that it meant. */
function sessionOf(call: Call, entry: CallRecord, sessions: Sessions): Session | undefined {
  if (call.session || outcomeOf(entry) !== "denied" || !call.understood) return call.session;
  const { client, config, parsed, tool } = call;
  return tool.needs === "daemon" ? undefined : sessions.peek(parsed.common.session ?? usualSessionOf(client, config, sessions));
}

const outcomeOf = ({ ok, error }: CallRecord): "done" | "failed" | "denied" => (ok ? "done" : error === "capability-disabled" ? "denied" : "failed");

/** About four characters a token, as answers estimate themselves. */
function tokensOf({ outcome }: Call): number {
  const estimate = isRecord(outcome?.data) ? outcome.data["tokensEstimate"] : undefined;
  return typeof estimate === "number" ? estimate : Math.ceil((outcome?.text?.length ?? 0) / 4);
}

function entryOf({ id, parent, caller, name, given, session, startedAt, outcome }: Call, exit: Exit): CallRecord {
  const subject = subjectOf(given);
  const error = outcome && !outcome.ok && isRecord(outcome.data) ? outcome.data["error"] : undefined;
  return {
    id,
    ...(parent && { parent: parent.id }),
    client: caller.kind,
    tool: name,
    ...(subject && { subject: exit.logLine(subject) }),
    ...(session && { session: session.id }),
    ts: startedAt,
    ms: Date.now() - startedAt,
    ok: outcome?.ok ?? false,
    ...(typeof error === "string" && { error }),
  };
}
