import { z } from "zod";
import { findBrowser } from "../../browser/findBrowser.ts";
import { browserKinds, type BrowserKind } from "../../browser/kinds.ts";
import { restoreSnapshot, takeSnapshot } from "../../session/state/profileSnapshots.ts";
import type { DaemonContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";

const profileTool = { family: "sessions", needs: "daemon", engines: { chromium: "full", firefox: "full" } } as const;

const input = z.object({
  snapshot: z.string().min(1).describe("letters, digits, . _ -"),
  profile: z.string().min(1).optional().describe('"default" unless given'),
  browser: z.enum(browserKinds).optional(),
});

const output = z.object({
  ok: z.literal(true),
  snapshot: z.string(),
  profile: z.string(),
  browser: z.string(),
  path: z.string(),
  files: z.number(),
  bytes: z.number(),
});

/** Whose profiles are meant: the browser that sessions of this caller get. */
const kindFor = ({ home, config }: DaemonContext, wanted: BrowserKind | undefined): BrowserKind =>
  wanted ?? findBrowser(home, config.browser ?? "chromium")?.kind ?? config.browser ?? "chromium";

export const profileSnapshot = defineTool({
  ...profileTool,
  name: "profile_snapshot",
  capability: "action",
  effect: "write",
  summary: "Copy a persistent profile to a named snapshot, to come back to it later. Close all sessions first.",
  details: "Kept in the workspace under `profile-snapshots/<snapshot>`; one of the same name is replaced. Refused (`profile-in-use`) while any session is open, because copying a profile that a browser has open corrupts it.",
  input,
  output,
  examples: [{ snapshot: "clean-login" }],
  cli: { positional: ["snapshot"] },
  run: async (context, { snapshot, profile = "default", browser }) => ({
    ok: true as const,
    ...(await context.sessions.whileNoneIsOpen(() => takeSnapshot(context.home, kindFor(context, browser), profile, snapshot))),
  }),
});

export const profileRestore = defineTool({
  ...profileTool,
  name: "profile_restore",
  capability: "action",
  effect: "destructive",
  summary: "Put a named snapshot back in a profile's place. Close all sessions first.",
  details: "What the profile has become since is lost. Refused (`profile-in-use`) while any session is open.",
  input,
  output,
  examples: [{ snapshot: "clean-login" }],
  cli: { positional: ["snapshot"] },
  run: async (context, { snapshot, profile = "default", browser }) => ({
    ok: true as const,
    ...(await context.sessions.whileNoneIsOpen(() => restoreSnapshot(context.home, kindFor(context, browser), profile, snapshot))),
  }),
});
