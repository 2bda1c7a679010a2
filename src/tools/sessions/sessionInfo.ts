import { z } from "zod";
import { sessionModes } from "../../session/plan.ts";
import type { Session } from "../../session/session.ts";

export const sessionInfoSchema = z.object({
  id: z.string(),
  mode: z.enum(sessionModes),
  browser: z.string(),
  engine: z.enum(["chromium", "firefox"]),
  headless: z.boolean(),
  profile: z.string().optional(),
  url: z.string(),
  title: z.string(),
  pages: z.number(),
  openedAt: z.string(),
});

/** A session in one line. */
export function sessionInfo(session: Session): z.infer<typeof sessionInfoSchema> {
  const { plan, activePage } = session;
  return {
    id: session.id,
    mode: session.mode,
    browser: plan.browser,
    engine: session.engine,
    headless: session.lease.descriptor?.headless ?? plan.headless,
    ...(plan.profile && { profile: plan.profile }),
    url: activePage?.url ?? "",
    title: activePage?.title ?? "",
    pages: session.pages().length,
    openedAt: new Date(plan.openedAt).toISOString(),
  };
}
