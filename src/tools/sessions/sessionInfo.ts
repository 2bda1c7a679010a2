import { z } from "zod";
import { publicEndpoint } from "../../browser/debuggingPipe.ts";
import { sessionModes } from "../../session/plan.ts";
import type { Session } from "../../session/session.ts";
import type { CallingClient } from "../context.ts";

export const sessionInfoSchema = z.object({
  id: z.string(),
  mode: z.enum(sessionModes),
  browser: z.string(),
  engine: z.enum(["chromium", "firefox"]),
  headless: z.boolean(),
  profile: z.string().optional(),
  device: z.string().optional(),
  url: z.string(),
  title: z.string(),
  pages: z.number(),
  /** The endpoint that its browser is at, if it is not here. */
  on: z.string().optional(),
  /** Where a person can watch a browser elsewhere. */
  liveView: z.string().optional(),
  openedAt: z.string(),
  shared: z.boolean().optional(),
  /** Who opened it, where an agent did: for the person's own clients. */
  openedBy: z.string().optional(),
  /** Where other programs reach the browser, and its process: for the person's own clients, not for agents. */
  endpoint: z.string().optional(),
  pid: z.number().optional(),
});

/** A session in one line. */
export function sessionInfo(session: Session, client: CallingClient): z.infer<typeof sessionInfoSchema> {
  const { plan, activePage } = session;
  const { descriptor, far } = session.lease;
  const endpoint = publicEndpoint(descriptor?.endpoint ?? plan.endpoint);
  return {
    id: session.id,
    mode: session.mode,
    browser: plan.browser,
    engine: session.engine,
    headless: descriptor?.headless ?? plan.headless,
    ...(plan.profile && { profile: plan.profile }),
    ...(plan.device && { device: plan.device }),
    url: activePage?.url ?? "",
    title: activePage?.title ?? "",
    pages: session.pages().length,
    ...(plan.on && { on: plan.on.name }),
    ...(client.kind !== "mcp" && far?.liveView && { liveView: far.liveView }),
    openedAt: new Date(plan.openedAt).toISOString(),
    ...(plan.shared !== undefined && { shared: plan.shared }),
    ...(client.kind !== "mcp" && plan.owner?.kind === "agent" && { openedBy: `${plan.owner.name ?? "agent"} in ${plan.owner.folder}` }),
    ...(client.kind !== "mcp" && { ...(endpoint && { endpoint }), ...(descriptor && { pid: descriptor.pid }) }),
  };
}
