import { z } from "zod";
import { approvalCommand } from "../../policy/approvalCommand.ts";
import { confirmHooks } from "../../policy/confirmHooks.ts";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

const MAX_TTL_SECONDS = 86_400;

export const approveActions = defineTool({
  name: "approve_actions",
  family: "config",
  capability: "human",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Pre-approve policy hooks for this session, so that calls answered with `policy: … blocked` go through.",
  details: "`ttlSeconds` is 3600 unless given, at most 86400. Granting a scope again restarts its time. An agent may approve for itself unless a person has set `selfApproval: false`: by default this is an unblock for sessions without a person, and no security boundary.",
  input: z.object({ scopes: z.array(z.enum(confirmHooks)).min(1), ttlSeconds: z.number().positive().optional() }),
  output: z.object({ ok: z.literal(true), granted: z.array(z.string()), approved: z.array(z.string()), ttlSeconds: z.number(), warnings: z.array(z.string()).optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ scopes: ["byob_action"], ttlSeconds: 3600 }],
  run: async ({ session, client, bounds, warn }, { scopes, ttlSeconds = 3600 }) => {
    if (client.kind === "mcp" && bounds.some(({ selfApproval }) => !selfApproval))
      throw new DroverError("refused", "an agent may not approve for itself here (selfApproval is false)", {
        hint: `Ask the person to run \`${approvalCommand(session.id, scopes)}\`.`,
        failure: { source: "drover" },
      });
    const ttl = Math.min(ttlSeconds, MAX_TTL_SECONDS);
    if (ttl < ttlSeconds) warn(`ttlSeconds was cut to ${MAX_TTL_SECONDS}.`);
    for (const scope of scopes) session.parts.approvals.grant(scope, ttl);
    return { ok: true as const, granted: scopes, approved: scopes, ttlSeconds: ttl };
  },
});

export const listApprovals = defineTool({
  name: "list_approvals",
  family: "config",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "List this session's live pre-approvals and how often each was used.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    approvals: z.array(
      z.object({ scope: z.string(), grantedAt: z.number(), expiresAt: z.number(), uses: z.number(), remainingMs: z.number() }),
    ),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  run: async ({ session }) => ({ ok: true as const, approvals: session.parts.approvals.list() }),
});
