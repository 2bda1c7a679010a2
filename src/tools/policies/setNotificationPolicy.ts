import { z } from "zod";
import { askMode } from "../../session/asks/askPolicy.ts";
import { defineTool } from "../defineTool.ts";
import { warnAttached } from "./askInput.ts";

export const NOTIFIES_IN_ATTACHED = "the pages of a browser that is not Drover's get functions of ours; they get their own back when the session is closed.";

export const setNotificationPolicy = defineTool({
  name: "set_notification_policy",
  family: "policies",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Choose what becomes of `new Notification(…)`.",
  details: `\`allow\` (the default) shows it, \`deny\` throws NotAllowedError in the page, \`raise\` does so too and makes the action fail, \`ask-human\` asks a person: the
page gets its notification at once, and people see it when they said yes. Whatever the mode, actions tell of them in \`notifications\`. Whether a page may notify at
all is the permission \`notifications\` (\`set_permission_policy\`).`,
  input: z.object({ mode: askMode }),
  output: z.object({ ok: z.literal(true), policy: z.object({ mode: askMode }), warnings: z.array(z.string()).optional(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: { partial: "a popup's first script may come before the policy" } },
  examples: [{ mode: "deny" }],
  cli: { positional: ["mode"] },
  run: async (context, { mode }) => {
    await context.session.parts.notifications.setMode(mode);
    warnAttached(context, NOTIFIES_IN_ATTACHED);
    return { ok: true as const, policy: { mode } };
  },
});
