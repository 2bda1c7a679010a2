import { z } from "zod";
import { askMode, permissionNames, permissionPolicyShape, type PermissionPolicy } from "../../session/asks/askPolicy.ts";
import type { SessionContext } from "../context.ts";
import { defineTool } from "../defineTool.ts";
import { requireKnown, warnAttached } from "./askInput.ts";

export async function applyPermissionPolicy(context: Pick<SessionContext, "session" | "warn">, policy: PermissionPolicy): Promise<void> {
  requireKnown("permission", Object.keys(policy.perPermission), permissionNames);
  const refused = await context.session.parts.permissions.setPolicy(policy);
  if (refused.length > 0) context.warn(`This browser has no way to grant ${refused.join(", ")}: pages are let through, and it decides itself.`);
  warnAttached(context, "what is allowed is granted in a browser that is not Drover's, and stays granted when the session is closed; the functions in its pages are put back.");
}

export const setPermissionPolicy = defineTool({
  name: "set_permission_policy",
  family: "policies",
  capability: "action",
  effect: "write",
  needs: "session",
  tells: "own",
  batch: true,
  summary: "Choose how pages' requests for camera, microphone, position, clipboard, sensors are answered.",
  details: `\`allow\` grants them in the browser, \`deny\` refuses, \`raise\` (the default) refuses and makes the action fail so that it is noticed, \`ask-human\` asks a
person (see \`await_human\`) while the page waits. \`perPermission\` decides for single ones: ${permissionNames.join(", ")}. What the browser had granted
already, by \`grant_permissions\` or by itself, is not asked for under \`raise\`. Actions tell what was asked for in \`permissionRequests\`. An attached browser
is left alone until a policy is set in it.`,
  input: z.object({ mode: askMode, perPermission: z.record(z.string(), askMode).optional() }),
  output: z.object({ ok: z.literal(true), policy: permissionPolicyShape, warnings: z.array(z.string()).optional(), tokensEstimate: z.number().optional() }),
  engines: { chromium: "full", firefox: { partial: "Firefox grants fewer permissions, and to one origin at a time; a popup's first script may come before the policy" } },
  examples: [{ mode: "deny", perPermission: { geolocation: "allow" } }, { mode: "ask-human" }],
  cli: { positional: ["mode"] },
  run: async (context, { mode, perPermission = {} }) => {
    const policy = { mode, perPermission };
    await applyPermissionPolicy(context, policy);
    return { ok: true as const, policy };
  },
});
