import { z } from "zod";
import { askMode, pickerApis } from "../../session/asks/askPolicy.ts";
import type { FsPickerPolicy } from "../../session/asks/pickers.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { requireKnown, warnAttached } from "./askInput.ts";
import { NOTIFIES_IN_ATTACHED } from "./setNotificationPolicy.ts";

export async function applyFsPickerPolicy(context: Pick<SessionContext, "session" | "warn" | "files">, policy: FsPickerPolicy): Promise<void> {
  requireKnown("picker", Object.keys(policy.perAPI), pickerApis);
  await context.session.parts.pickers.setPolicy(policy, context.files.workspace);
  if (context.session.engine === "firefox") context.warn("Firefox has no such pickers: pages use file inputs there (upload_file).");
  warnAttached(context, NOTIFIES_IN_ATTACHED);
}

export const NO_PICKERS = "Firefox has no File System Access pickers: pages fall back to file inputs (`upload_file`)";

export const setFsPickerPolicy = defineTool({
  name: "set_fs_picker_policy",
  family: "policies",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Choose what showOpenFilePicker, showSaveFilePicker and showDirectoryPicker give pages.",
  details: `\`allow\` gives what \`fs_picker_respond\` has staged, or stages while the page waits; \`deny\` refuses (NotAllowedError); \`raise\` (the default) refuses and makes the
action fail so that it is noticed; \`ask-human\` asks a person for paths in the workspace. \`perAPI\` decides for single ones. Actions tell of pickers in
\`fsPickerRequests\`.`,
  input: z.object({ mode: askMode, perAPI: z.record(z.string(), askMode).optional() }),
  output: z.object({
    ok: z.literal(true),
    policy: z.object({ mode: askMode, perAPI: z.record(z.string(), askMode) }),
    warnings: z.array(z.string()).optional(),
    tokensEstimate: z.number().optional(),
  }),
  engines: { chromium: "full", firefox: { none: NO_PICKERS } },
  examples: [{ mode: "allow" }, { mode: "deny", perAPI: { showSaveFilePicker: "allow" } }],
  cli: { positional: ["mode"] },
  run: async (context, { mode, perAPI = {} }) => {
    const policy = { mode, perAPI };
    await applyFsPickerPolicy(context, policy);
    return { ok: true as const, policy };
  },
});
