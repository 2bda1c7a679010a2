import { z } from "zod";
import { findBrowser } from "../../browser/findBrowser.ts";
import { browserKinds } from "../../browser/kinds.ts";
import { restoreSnapshot, takeSnapshot } from "../../session/state/profileSnapshots.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool, type ToolSpec } from "../defineTool.ts";

const input = z.object({
  snapshot: z.string().min(1).describe("letters, digits, . _ -"),
  profile: z.string().min(1).optional().describe('"default" unless given'),
  browser: z.enum(browserKinds).optional(),
});

const output = z.object({
  ok: z.literal(true),
  action: z.enum(["profile_snapshot", "profile_restore"]),
  snapshot: z.string(),
  profile: z.string(),
  browser: z.string(),
  path: z.string(),
  files: z.number(),
  bytes: z.number(),
});

const profileTool = {
  family: "sessions",
  capability: "action",
  needs: "daemon",
  tells: "page",
  input,
  output,
  engines: { chromium: "full", firefox: "full" },
  examples: [{ snapshot: "clean-login" }],
  cli: { positional: ["snapshot"] },
} satisfies Partial<ToolSpec<"daemon", typeof input, typeof output>>;

const copies = { profile_snapshot: takeSnapshot, profile_restore: restoreSnapshot };

/** Copies between a profile and a snapshot while nothing runs. */
async function copy(context: DaemonContext, { snapshot, profile = "default", browser }: z.output<typeof input>, action: keyof typeof copies) {
  const { home, files, config, sessions } = context;
  // Whose profiles are meant: those of the browser that this caller's sessions get.
  const kind = browser ?? findBrowser(home, config.browser ?? "chromium")?.kind ?? config.browser ?? "chromium";
  return { ok: true as const, action, ...(await sessions.whileNoneIsOpen(() => copies[action]({ home, files }, kind, profile, snapshot))) };
}

export const profileSnapshot = defineTool({
  ...profileTool,
  name: "profile_snapshot",
  effect: "write",
  summary: "Copy a persistent profile to a named snapshot, to come back to it later. Close all sessions first.",
  details: "Kept in the workspace under `profile-snapshots/<snapshot>`; one of the same name is replaced. Refused (`profile-in-use`) while any session is open, because copying a profile that a browser has open corrupts it.",
  run: (context, request) => copy(context, request, "profile_snapshot"),
});

export const profileRestore = defineTool({
  ...profileTool,
  name: "profile_restore",
  effect: "destructive",
  summary: "Put a named snapshot back in a profile's place. Close all sessions first.",
  details: "What the profile has become since is lost. Refused (`profile-in-use`) while any session is open.",
  run: (context, request) => copy(context, request, "profile_restore"),
});
