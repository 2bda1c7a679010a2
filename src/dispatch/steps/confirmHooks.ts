import { confirm } from "../../policy/confirm.ts";
import type { ConfirmHook } from "../../policy/confirmHooks.ts";
import type { Session } from "../../session/session.ts";
import type { AskPerson } from "../askPerson.ts";
import type { Call, Step } from "../call.ts";

/** Goes on when a hook is off, or a standing approval or a person allows it. */
export type Confirm = (call: Call, hook: ConfirmHook, what: string, session?: Session) => Promise<void>;

/** Without a session there is nothing that a hook protects. The call's clock stands still while a person thinks. */
export const confirmation =
  (log: (line: string) => void, askPerson?: AskPerson): Confirm =>
  async (call, hook, what, session = call.session) => {
    const { client, config } = call;
    if (!session) return;
    const bounds = [session.config, config];
    const verdict = await call.outside(confirm({ approvals: session.parts.approvals, bounds, ask: (...asked) => askPerson?.(call, session, ...asked), sessionId: session.id }, hook, what));
    if (verdict === "approved") log(`approval ${hook} of session "${session.id}" used by ${client.kind}: ${what}`);
    if (verdict === "allowed") log(`${hook} of session "${session.id}" allowed by a person for ${client.kind}: ${what}`);
  };

/** The policy hooks that a tool declares, and the one that every action in somebody else's browser has. */
export const confirmDeclared =
  (confirm: Confirm): Step =>
  async (call, next) => {
    for (const [hook, what] of hooksOf(call, call.session)) await confirm(call, hook, what);
    await next();
  };

export function hooksOf({ tool, client, parsed }: Call, session: Session | undefined): [ConfirmHook, string][] {
  const touches = tool.effect !== "read" && tool.capability !== null && tool.family !== "config";
  const declared = Object.entries(tool.confirm?.(parsed.input) ?? {}) as [ConfirmHook, string][];
  // A person at the keyboard has already decided; the hook is for agents.
  return touches && session?.mode === "attached" && client.kind === "mcp" ? [["byob_action", tool.name], ...declared] : declared;
}
