import { z } from "zod";
import { refreshTitles } from "../../session/titles.ts";
import { table } from "../text/table.ts";
import { defineTool } from "../defineTool.ts";
import { sessionInfo, sessionInfoSchema } from "./sessionInfo.ts";

export const listSessions = defineTool({
  name: "list_sessions",
  family: "sessions",
  capability: "read",
  effect: "read",
  needs: "daemon",
  tells: "page",
  core: true,
  batch: true,
  summary: "List the open sessions that you may use.",
  details: "`lost` are sessions whose browser is gone: the next call on a persistent one starts it again, an incognito one cannot come back.",
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    sessions: z.array(sessionInfoSchema),
    lost: z.array(z.object({ id: z.string(), mode: z.string(), lastUrl: z.string().optional() })).optional(),
  }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}],
  text: ({ sessions }, style) =>
    style.reader === "agent"
      ? undefined
      : sessions.length === 0
        ? "No sessions are open."
        : table(
            ["SESSION", "MODE", "BROWSER", "PAGES", "URL"],
            sessions.map(({ id, mode, browser, pages, url }) => [id, mode, browser, String(pages), url]),
            style,
          ),
  run: async ({ sessions, config, client, mayEnter, calls }) => {
    const all = await sessions.overview(config);
    const [open, lost] = [all.open.filter(({ plan }) => mayEnter(plan)), all.lost.filter(({ plan }) => mayEnter(plan))];
    await refreshTitles(open.flatMap(({ activePage }) => activePage ?? []));
    return {
      ok: true as const,
      sessions: open.map((session) => sessionInfo(session, client, calls)),
      ...(lost.length > 0 && { lost: lost.map(({ plan, lastUrl }) => ({ id: plan.id, mode: plan.mode, ...(lastUrl && { lastUrl }) })) }),
    };
  },
});
