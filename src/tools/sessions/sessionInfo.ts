import { z } from "zod";
import { publicEndpoint } from "../../browser/debuggingPipe.ts";
import type { CallLog } from "../../diagnosis/callLog.ts";
import { wheelShape } from "../../session/live/wheel.ts";
import { sessionModes } from "../../session/plan.ts";
import type { Session } from "../../session/session.ts";
import type { CallingClient } from "../context.ts";
import { callSchema } from "../diagnostics/callSchema.ts";

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
  openedAt: z.string(),
  shared: z.boolean().optional(),
  /** Who opened it, where an agent did: for the person's own clients. */
  openedBy: z.string().optional(),
  /** Where other programs reach the browser, and its process: for the person's own clients, not for agents. */
  endpoint: z.string().optional(),
  pid: z.number().optional(),
  /** For the person's own clients: what people call it, who steers it, and what it waits for. */
  name: z.string().optional(),
  drives: z.enum(["agent", "person", "program"]).optional(),
  wheel: wheelShape.optional(),
  lastCall: callSchema.optional(),
  running: z.number().optional(),
  waits: z.number().optional(),
});

/** A session in one line. */
export function sessionInfo(session: Session, client: CallingClient, calls: CallLog): z.infer<typeof sessionInfoSchema> {
  const { plan, activePage } = session;
  const { descriptor } = session.lease;
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
    openedAt: new Date(plan.openedAt).toISOString(),
    ...(plan.shared !== undefined && { shared: plan.shared }),
    ...(client.kind !== "mcp" && plan.owner?.kind === "agent" && { openedBy: `${plan.owner.name ?? "agent"} in ${plan.owner.folder}` }),
    ...(client.kind !== "mcp" && { ...(endpoint && { endpoint }), ...(descriptor && { pid: descriptor.pid }), ...steering(session, calls) }),
  };
}

const drivers: Partial<Record<string, "agent" | "person" | "program">> = { mcp: "agent", sdk: "program" };

/** Who steers: whoever has the wheel, else who called last. */
function steering({ id, plan, parts, questions }: Session, calls: CallLog): Partial<z.infer<typeof sessionInfoSchema>> {
  // A dashboard looks all the time; what a person does by hand is told by the wheel.
  const [lastCall] = calls.last(1, ({ session, client }) => session === id && client !== "dashboard");
  const { state } = parts.wheel;
  const running = [...calls.running].filter(({ session }) => session?.id === id).length;
  const waits = questions.list(id).length;
  const opener = plan.owner?.kind === "agent" ? "agent" : "person";
  return {
    ...(plan.name !== undefined && { name: plan.name }),
    drives: state.taken ? "person" : lastCall ? (drivers[lastCall.client] ?? "person") : opener,
    wheel: state,
    ...(lastCall && { lastCall }),
    running,
    waits,
  };
}
