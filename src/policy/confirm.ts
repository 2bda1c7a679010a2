import { DroverError } from "../protocol/errors.ts";
import type { Approvals } from "./approvals.ts";
import type { ConfirmHook } from "./confirmHooks.ts";

/** What a configuration says of hooks: those that need an approval. */
interface Bound {
  confirmRequired: readonly ConfirmHook[];
}

/**
 * A policy hook: goes on when neither the session's nor the caller's configuration requires it, or a standing approval
 * covers it. There is nobody to ask in the middle of a call, so without an approval it is refused, and the refusal says how
 * to get one.
 */
export function confirm(approvals: Approvals, bounds: readonly Bound[], hook: ConfirmHook, what: string): "free" | "approved" {
  if (!bounds.some(({ confirmRequired }) => confirmRequired.includes(hook))) return "free";
  if (approvals.consume(hook)) return "approved";
  throw new DroverError("blocked", `policy: ${what} is blocked until it is approved (${hook})`, {
    hint: `Not a failure of the page: call approve_actions({scopes:["${hook}"]}) once, then retry.`,
    failure: { source: "drover", hint: `confirm hook ${hook}` },
    fields: { policy: hook },
  });
}
