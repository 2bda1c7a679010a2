import type { Home } from "../../config/home.ts";
import type { Exit } from "../../exit/exit.ts";
import { isRecord } from "../../exit/render.ts";
import type { DiagnosticLog } from "../../files/diagnosticLog.ts";
import { describeCall } from "../../report/diagnostics/describeCall.ts";
import type { Call, Step } from "../call.ts";
import { workspaceOf } from "../workspaceOf.ts";

/** Whose a call is that works on no session. */
const NO_SESSION = "daemon";

/**
 * For callers with the capability `diagnostics`, each call becomes a line in their workspace. It is made of what has left already, masked
 * and redacted. For everybody else this asks one question.
 */
export const diagnose =
  (diagnostics: DiagnosticLog, exit: Exit, home: Home): Step =>
  async (call, next) => {
    await next();
    if (closesSessions(call)) forgetClosed(call, diagnostics, home);
    if (!call.understood?.client.capabilities.has("diagnostics")) return;
    const { caller, name, given, session, startedAt, outcome, config } = call;
    const error = isRecord(outcome?.data) ? outcome.data["error"] : undefined;
    const sessionId = session?.id ?? NO_SESSION;
    const described = describeCall(
      {
        tool: name,
        sessionId,
        startedAt,
        durationMs: Date.now() - startedAt,
        args: exit.masked(given),
        ok: outcome?.ok ?? false,
        result: outcome?.data,
        capabilityDenials: diagnostics.denials(error === "capability-disabled"),
      },
      diagnostics.key,
    );
    diagnostics.add(workspaceOf(caller, home), sessionId, described, config);
  };

const closesSessions = ({ name, outcome }: Call): boolean => (name === "close_session" || name === "close_sessions") && outcome?.ok === true;

function forgetClosed({ caller, config, outcome }: Call, diagnostics: DiagnosticLog, home: Home): void {
  const closed = isRecord(outcome?.data) ? [outcome.data["closed"]].flat() : [];
  for (const id of closed) if (typeof id === "string") diagnostics.forget(workspaceOf(caller, home), id, config);
}
