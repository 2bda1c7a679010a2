import type { CallLog } from "../../diagnosis/callLog.ts";
import type { Exit } from "../../exit/exit.ts";
import type { CallRecord } from "../../protocol/events.ts";
import { idOf } from "../../policy/ownership.ts";
import { isRecord } from "../../exit/render.ts";
import type { Call, Step } from "../call.ts";
import { subjectOf } from "../subject.ts";

/** Writes down who called what, how long it took and how it ended, as it left. */
export const record =
  (calls: CallLog, exit: Exit): Step =>
  async (call, next) => {
    await next();
    const entry = entryOf(call, exit);
    calls.add(entry, idOf(call.caller.owner));
    call.session?.events.emit("called", entry);
  };

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
