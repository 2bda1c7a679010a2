import { z } from "zod";
import { defineTool } from "../defineTool.ts";

export const renameSession = defineTool({
  name: "rename_session",
  family: "sessions",
  capability: "human",
  effect: "write",
  needs: "session",
  tells: "own",
  forPeople: { refusal: "what people call a session is not an agent's to choose", hint: "Use the session by its id." },
  concurrent: true,
  summary: "Give a session a name that people read.",
  details: "Its id, by which it is called, stays as it is: agents go on with it. Without a `name` it is shown by its id again.",
  input: z.object({ name: z.string().trim().min(1).max(100).optional() }),
  output: z.object({ ok: z.literal(true), session: z.string(), name: z.string().optional() }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{ name: "Quarterly report" }],
  cli: { positional: ["name"] },
  run: async ({ session }, { name }) => {
    session.replan({ name });
    session.events.emit("renamed", name);
    return { ok: true as const, session: session.id, ...(name !== undefined && { name }) };
  },
});
