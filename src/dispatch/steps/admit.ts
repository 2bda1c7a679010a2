import { displayOf } from "../../config/display.ts";
import type { Config } from "../../config/config.ts";
import { requireCapability } from "../../policy/capability.ts";
import { DroverError } from "../../protocol/errors.ts";
import { besides } from "../../policy/ownership.ts";
import { isAttachedTo } from "../../session/plan.ts";
import type { Session } from "../../session/session.ts";
import { admissionOf, requireEngine, requireGuard, takeUp, usualSessionOf } from "../admission.ts";
import { behaveFor } from "../../tools/sessions/behaveFor.ts";
import type { Call, Step } from "../call.ts";
import { contextFor, type ContextParts } from "../contextFor.ts";
import type { Openings } from "../openings.ts";
import type { ToldOnce } from "../toldOnce.ts";

/** May this client call this tool, and where? Finds or opens the session it means. */
export const admit =
  (parts: ContextParts, told: ToldOnce, openings: Openings): Step =>
  async (call, next) => {
    const { tool, client, config } = call;
    if (tool.capability) requireCapability(client, tool.capability, tool.name);
    if (tool.forPeople && client.kind === "mcp") throw new DroverError("refused", tool.forPeople.refusal, { hint: tool.forPeople.hint, failure: { source: "drover" } });
    const session = tool.needs === "daemon" ? undefined : await sessionFor(call, parts, openings);
    if (session) {
      call.session = session;
      if (call.parsed.common.session === undefined && !tool.findSession) told.tell(call, besides(session.id));
      await behaveFor(client, session);
      told.tell(call, otherBrowser(session, config));
      requireEngine(tool, session);
    }
    try {
      await next();
    } finally {
      if (session) session.lastActivity = Date.now();
    }
  };

async function sessionFor(call: Call, parts: ContextParts, openings: Openings): Promise<Session> {
  const { client, config, parsed, tool } = call;
  const { sessions } = parts;
  const own = await tool.findSession?.(contextFor(call, parts), parsed.input);
  const wanted = { id: own ?? parsed.common.session ?? usualSessionOf(client, config, sessions), display: displayOf(client.env), owner: client.owner };
  await openings.admit(call, wanted.id);
  const { session, warnings } = await sessions.use(wanted, config, admissionOf(client));
  requireGuard(client, config, session);
  call.warnings.push(...warnings);
  session.lastActivity = Date.now();
  takeUp(client, session);
  return session;
}

/** A session stays where it was opened, whatever its present caller's configuration would have chosen. */
function otherBrowser({ id, mode, plan }: Session, { attachEndpoint }: Config): string[] {
  if (!attachEndpoint || isAttachedTo(plan, attachEndpoint)) return [];
  const where = mode === "attached" ? "attached to another browser" : `in a browser of its own (${mode})`;
  return [`Session "${id}" is open ${where}, not attached to ${attachEndpoint} (DROVER_ATTACH_CDP, attachEndpoint). Close it first, or use another session.`];
}
