import type { Config } from "../config/config.ts";
import { DroverError } from "../protocol/errors.ts";
import type { Session } from "../session/session.ts";
import type { ConfirmHook } from "../tools/defineTool.ts";

/**
 * A policy hook: goes on when neither the session's nor the caller's configuration requires it, or a standing approval
 * covers it. There is nobody to ask in the middle of a call, so without an approval it is refused, and the refusal says how
 * to get one.
 */
export function confirm(session: Session, bounds: readonly Config[], hook: ConfirmHook, what: string): "free" | "approved" {
  if (!bounds.some(({ confirmRequired }) => confirmRequired.includes(hook))) return "free";
  if (session.approvals.consume(hook)) return "approved";
  throw new DroverError("blocked", `policy: ${what} is blocked until it is approved (${hook})`, {
    hint: `Not a failure of the page: call approve_actions({scopes:["${hook}"]}) once, then retry.`,
    failure: { source: "drover", hint: `confirm hook ${hook}` },
    fields: { policy: hook },
  });
}
