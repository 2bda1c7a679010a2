import { hasEnded } from "../browser/processTable.ts";
import type { Config } from "../config/config.ts";
import { meansFolder } from "../config/profile.ts";
import { type GateRules, nameRefused } from "../guard/gateRules.ts";
import { parseUpstream } from "../guard/upstreamAddress.ts";
import { requireCapability } from "../policy/capability.ts";
import { isHeir, mayUse, notYours, usualSession, type Owned } from "../policy/ownership.ts";
import { DroverError } from "../protocol/errors.ts";
import { isAttachedTo, type SessionPlan } from "../session/plan.ts";
import type { Session } from "../session/session.ts";
import type { Admission, Sessions } from "../session/sessions.ts";
import type { CallingClient } from "../tools/context.ts";
import type { Tool } from "../tools/defineTool.ts";

/**
 * A person's own browser needs a person's word: the capability, or DROVER_ATTACH_CDP from whoever started this client. An
 * endpoint that an agent wrote into the configuration is neither. So does a port on which anybody reaches a browser of ours.
 */
function requireAdmission(client: CallingClient, plan: SessionPlan): void {
  if (plan.port !== undefined && client.env["DROVER_DEBUGGING_PORT"] !== String(plan.port))
    requireCapability(client, "byob-attach", "a browser that other programs can attach to");
  // A person has named the endpoint: that was their word.
  if (plan.on || plan.mode !== "attached" || isAttachedTo(plan, client.env["DROVER_ATTACH_CDP"])) return;
  requireCapability(client, "byob-attach", "a session in a browser that somebody else started");
}

/** A profile of an agent is a name below Drover's own folder: a path could be anybody's. */
function requireNamedProfile(client: CallingClient, { profile }: SessionPlan): void {
  if (profile !== undefined && meansFolder(profile)) requireCapability(client, "profile-path", "a profile at a path of its own");
}

/** Lists that say what an agent may reach say it of the proxy that gets all of it, too. */
function requireListedProxy({ kind }: CallingClient, gate: GateRules | undefined): void {
  if (kind !== "mcp" || gate?.proxy === undefined) return;
  const { host, port } = parseUpstream(gate.proxy);
  const reasons = (["plain", "tls"] as const).map((speech) => nameRefused({ host, port, speech }, gate, new Set()));
  const reason = reasons.includes(undefined) ? undefined : reasons[0];
  if (reason === undefined) return;
  throw new DroverError("refused", `the proxy ${host}:${port} may not be used: ${reason}`, { failure: { source: "drover" }, hint: "Whoever set the lists can add the proxy to them." });
}

/** Where an agent is to be guarded, it is not let into what somebody opened without. */
const isGuardedFor = ({ kind }: CallingClient, { guard }: Config, { gate }: SessionPlan): boolean => kind !== "mcp" || !guard || gate?.guard === true;

export function requireGuard(client: CallingClient, config: Config, { id, plan }: Session): void {
  if (isGuardedFor(client, config, plan)) return;
  throw new DroverError("refused", `session "${id}" was opened without the guard that is set for you`, {
    failure: { source: "drover" },
    hint: "Use a session of your own: pass another `session`, it opens on first use, with the guard.",
  });
}

/** Whether this client may see and use a session. */
export const mayEnter = ({ owner }: Pick<CallingClient, "owner">, session: Owned): boolean => mayUse(owner, session, hasEnded);

/** The session of a call that names none. */
export const usualSessionOf = (client: CallingClient, config: Config, sessions: Sessions): string =>
  usualSession(client.owner, (id) => sessions.planOf(id), (plan) => mayEnter(client, plan) && isGuardedFor(client, config, plan));

export const admissionOf = (client: CallingClient): Admission => ({
  opens: (plan) => {
    requireAdmission(client, plan);
    requireNamedProfile(client, plan);
    requireListedProxy(client, plan.gate);
  },
  asks: (rules) => requireListedProxy(client, rules),
  enters: (plan, what) => {
    if (!mayEnter(client, plan)) throw notYours(plan, what);
  },
});

/** Who goes on with what an agent left behind has it from now on. */
export function takeUp({ owner }: CallingClient, session: Session): void {
  if (isHeir(owner, session.plan.owner, hasEnded)) session.replan({ owner });
}

/** A tool that the session's engine cannot run says so before anything is touched. */
export function requireEngine(tool: Tool, session: Session): void {
  const support = tool.engines[session.engine];
  if (support === "full" || "partial" in support) return;
  throw new DroverError("unsupported-engine", `${tool.name} does not work on ${session.engine}: ${support.none}`, {
    hint: "docs/engines.md lists what each engine can do; open a session on the other one.",
  });
}
