import { DroverError } from "../protocol/errors.ts";
import { approvalCommand } from "./approvalCommand.ts";
import type { Approvals } from "./approvals.ts";
import type { ConfirmHook } from "./confirmHooks.ts";

/** Puts a question to a person; undefined when nobody can be asked, or nobody answered. */
export type Ask = (hook: ConfirmHook, what: string) => Promise<boolean | undefined> | undefined;

interface Ground {
  approvals: Approvals;
  /** What configurations say of hooks: those that need an approval. */
  bounds: readonly { confirmRequired: readonly ConfirmHook[]; selfApproval: boolean }[];
  sessionId: string;
  ask?: Ask | undefined;
}

/**
 * A policy hook: goes on when no configuration requires it, a standing approval covers it, or a person says yes. Where nobody can be
 * asked it is refused, and the refusal says how to get an approval.
 */
export async function confirm({ approvals, bounds, ask, sessionId }: Ground, hook: ConfirmHook, what: string): Promise<"free" | "approved" | "allowed"> {
  if (!bounds.some(({ confirmRequired }) => confirmRequired.includes(hook))) return "free";
  if (approvals.consume(hook)) return "approved";
  const answer = await ask?.(hook, what);
  if (answer === true) return "allowed";
  const refusal = answer === false ? `policy: ${what} was denied (${hook})` : `policy: ${what} is blocked until it is approved (${hook})`;
  throw new DroverError("blocked", refusal, {
    hint:
      answer === false
        ? "A person said no. Do something else, or ask them what they want instead."
        : bounds.every(({ selfApproval }) => selfApproval)
          ? `Not a failure of the page: call approve_actions({scopes:["${hook}"]}) once, then retry.`
          : `Only a person approves here: ask for \`${approvalCommand(sessionId, [hook])}\`, then retry.`,
    failure: { source: "drover", hint: `confirm hook ${hook}` },
    fields: { policy: hook },
  });
}
