import { z } from "zod";
import type { DialogOpened } from "../engine/port.ts";

export const dialogModes = ["accept", "dismiss", "accept-prompt-with", "raise"] as const;

export type DialogPolicy =
  | { mode: "accept" | "dismiss" | "raise" }
  | { mode: "accept-prompt-with"; text: string };

export const handledDialogShape = z.object({
  kind: z.enum(["alert", "confirm", "prompt", "beforeunload"]),
  message: z.string(),
  defaultValue: z.string().optional(),
  handledAs: z.enum(["accepted", "dismissed", "raised"]),
});

export type HandledDialog = z.infer<typeof handledDialogShape>;

/** Answers a dialog at once, whatever the policy, so that no page ever waits for one. */
export function answerDialog(policy: DialogPolicy, dialog: DialogOpened): HandledDialog["handledAs"] {
  // Refusing a beforeunload would make every navigation and close fail: leaving is what was asked for.
  const accept = policy.mode === "accept" || policy.mode === "accept-prompt-with" || dialog.kind === "beforeunload";
  const text = policy.mode === "accept-prompt-with" && dialog.kind === "prompt" ? policy.text : undefined;
  void dialog.answer(accept, dialog.kind === "prompt" ? (text ?? "") : undefined);
  if (policy.mode === "raise" && dialog.kind !== "beforeunload") return "raised";
  return accept ? "accepted" : "dismissed";
}

/** "accept", "dismiss", "raise" or "accept-prompt-with:<text>". */
export function parseDialogPolicy(text: string): DialogPolicy | undefined {
  if (text === "accept" || text === "dismiss" || text === "raise") return { mode: text };
  const prefix = "accept-prompt-with:";
  return text.startsWith(prefix) ? { mode: "accept-prompt-with", text: text.slice(prefix.length) } : undefined;
}
