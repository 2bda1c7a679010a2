import type { Exit } from "../../exit/exit.ts";
import type { Step } from "../call.ts";
import { subjectOf } from "../subject.ts";

/** Tells those who watch the session that a call has come. */
export const announce =
  (exit: Exit): Step =>
  async ({ id, parent, caller, name, given, session, startedAt, tool }, next) => {
    if (session && session.events.listenerCount("began") > 0) {
      const subject = subjectOf(given);
      session.events.emit("began", {
        id,
        ...(parent && { parent: parent.id }),
        client: caller.kind,
        tool: name,
        ...(subject && { subject: exit.logLine(subject) }),
        ts: startedAt,
        acts: tool.effect !== "read",
      });
    }
    await next();
  };
