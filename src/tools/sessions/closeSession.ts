import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { defineTool } from "../defineTool.ts";

export const closeSession = defineTool({
  name: "close_session",
  family: "sessions",
  capability: "navigation",
  effect: "destructive",
  needs: "daemon",
  tells: "own",
  core: true,
  summary: "Close a session and end its browser (an attached browser is only let go).",
  details: "`default` may be closed; it opens again on first use. Incognito state is discarded; a profile keeps its state. One that is not open is refused, with `wasOpen: false`.",
  input: z.object({ session: z.string().min(1).describe("its id") }),
  output: z.object({ ok: z.literal(true), session: z.string(), wasOpen: z.literal(true), closed: z.string() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ session: "checkout" }],
  cli: { positional: ["session"] },
  run: async ({ sessions, config, warn, admission, client }, { session }) => {
    const plan = sessions.planOf(session);
    if (plan) admission.enters(plan, "session");
    if (sessions.peek(session)?.parts.wheel.stops(client.kind))
      throw new DroverError("wheel-taken", `a person has the wheel of session "${session}"`, { hint: "It is theirs to close until they give it back.", failure: { source: "drover" } });
    if (!(await sessions.close(session, config, warn)))
      throw new DroverError("session-not-found", `no session "${session}" is open`, {
        hint: "list_sessions shows the open ones.",
        fields: { session, wasOpen: false },
      });
    return { ok: true as const, session, wasOpen: true as const, closed: session };
  },
});

export const closeSessions = defineTool({
  name: "close_sessions",
  family: "sessions",
  capability: "navigation",
  effect: "destructive",
  needs: "daemon",
  tells: "own",
  summary: "Close several sessions: by id prefix, idle time, or all of them.",
  details: "The selectors narrow each other (AND); at least one is required. Sessions that are not yours stay, and those whose wheel a person has. `idleMs`: no call in the last so many milliseconds.",
  input: z.object({
    prefix: z.string().min(1).optional(),
    all: z.boolean().optional(),
    idleMs: z.number().int().nonnegative().optional(),
  }),
  output: z.object({ ok: z.literal(true), closed: z.array(z.string()), count: z.number() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ prefix: "agentA-" }],
  run: async ({ sessions, config, warn, mayEnter, client }, { prefix, all, idleMs }) => {
    if (prefix === undefined && all !== true && idleMs === undefined)
      throw new DroverError("bad-input", "close_sessions needs prefix, all:true or idleMs", {
        hint: "Nothing is closed by accident: say which sessions.",
      });
    const now = Date.now();
    const open = [
      ...(await sessions.list(config)).map(({ plan, lastActivity }) => ({ plan, idle: now - lastActivity })),
      ...sessions.dormant().map(({ plan }) => ({ plan, idle: Infinity })),
    ];
    const doomed = open
      .filter(({ plan, idle }) => mayEnter(plan) && !sessions.peek(plan.id)?.parts.wheel.stops(client.kind) && (prefix === undefined || plan.id.startsWith(prefix)) && (idleMs === undefined || idle >= idleMs))
      .map(({ plan }) => plan.id);
    await Promise.all(doomed.map((id) => sessions.close(id, config, warn)));
    return { ok: true as const, closed: doomed, count: doomed.length };
  },
});
