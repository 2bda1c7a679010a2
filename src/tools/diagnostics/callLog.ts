import { z } from "zod";
import { idOf } from "../../policy/ownership.ts";
import type { CallRecord } from "../../protocol/events.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { table } from "../text/table.ts";
import { timeOf } from "../traffic/scope.ts";
import { callSchema } from "./callSchema.ts";

export const callLog = defineTool({
  name: "call_log",
  family: "diagnostics",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "own",
  concurrent: true,
  summary: "The last calls on a session: who called what, how long it took and how it ended.",
  details: `\`subject\` is the call's target, address or name; what was typed, sent or run is not kept. \`parent\` is the call that made it, as
\`batch\` does. The newest 1,000 calls of all sessions are kept in memory, for as long as the daemon runs. \`all\` shows every session's and
those of none, to a person's own clients only.`,
  input: z.object({
    session: z.string().min(1).max(200).optional(),
    limit: z.int().min(1).max(1000).optional().describe("default 20"),
    all: z.boolean().optional().describe("every session's"),
  }),
  output: z.object({ ok: z.literal(true), calls: z.array(callSchema) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ limit: 5 }],
  text: ({ calls }, style) => (style.reader === "agent" ? undefined : callRows(calls, style)),
  run: async ({ calls, client, require, sessions, admission, usualSession }, { session = usualSession(), limit = 20, all = false }) => {
    if (all && client.kind === "mcp") require("diagnostics", "the calls of other sessions");
    const plan = sessions.planOf(session);
    if (plan && !all) admission.enters(plan, "session");
    // Of a session that is closed nobody knows any more whose it was.
    const isOwn = (caller: string) => plan !== undefined || client.kind !== "mcp" || caller === idOf(client.owner);
    return { ok: true as const, calls: calls.last(limit, (call, caller) => all || (call.session === session && isOwn(caller))) };
  },
});

function callRows(calls: CallRecord[], style: TextStyle): string {
  if (calls.length === 0) return "(no calls)";
  const rows = calls.map(({ ts, client, ms, ok, error = "no", parent, tool, subject }) => [
    timeOf(ts),
    client,
    `${ms} ms`,
    ok ? "ok" : error,
    [parent && "↳", tool, subject].filter(Boolean).join(" "),
  ]);
  return table(["TIME", "WHO", "TOOK", "OUTCOME", "CALL"], rows, style);
}
