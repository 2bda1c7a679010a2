import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { dialogModes, type DialogPolicy } from "../../session/dialogPolicy.ts";
import { defineTool } from "../defineTool.ts";

export const setDialogPolicy = defineTool({
  name: "set_dialog_policy",
  family: "policies",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Choose how alert, confirm and prompt dialogs are answered.",
  details: `\`accept\` and \`dismiss\` answer every dialog, \`accept-prompt-with\` gives prompts \`text\`, \`raise\` (the default) dismisses it and
makes the action fail so that it is noticed. Dialogs never block: they are answered at once on every page of the session.`,
  input: z.object({ mode: z.enum(dialogModes), text: z.string().optional() }),
  output: z.object({
    ok: z.literal(true),
    policy: z.object({ mode: z.enum(dialogModes), text: z.string().optional() }),
    dialogPolicy: z.string(),
    warnings: z.array(z.string()).optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ mode: "accept" }, { mode: "accept-prompt-with", text: "Ada" }],
  cli: { positional: ["mode", "text"] },
  run: async ({ session }, { mode, text }) => {
    const policy = policyOf(mode, text);
    session.parts.dialogs.setPolicy(policy);
    return { ok: true as const, policy, dialogPolicy: policy.mode === "accept-prompt-with" ? `${policy.mode}:${policy.text}` : policy.mode };
  },
});

function policyOf(mode: (typeof dialogModes)[number], text: string | undefined): DialogPolicy {
  if (mode !== "accept-prompt-with") return { mode };
  if (text === undefined) throw new DroverError("bad-input", "accept-prompt-with needs text: the answer that prompts get");
  return { mode, text };
}
