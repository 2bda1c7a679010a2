import { z } from "zod";
import { describePage } from "../../session/session.ts";
import { refreshTitles } from "../../session/titles.ts";
import { defineTool } from "../defineTool.ts";
import { table } from "../text/table.ts";

const pageSchema = z.object({ id: z.string(), title: z.string(), url: z.string(), active: z.boolean() });

export const target = defineTool({
  name: "target",
  family: "sessions",
  capability: "navigation",
  effect: "write",
  needs: "session",
  tells: "page",
  concurrent: true,
  summary: "List the session's pages (tabs, popups), or make one the active page that calls go to.",
  details: `\`query\` is the beginning of a page's id, else a part of its title, else a regular expression for its URL. A query that
fits several pages is refused with \`matches\`. New pages never become active by themselves; when the active one closes, the newest
remaining one takes over.`,
  input: z.object({ query: z.string().min(1).optional() }),
  output: z.object({ ok: z.literal(true), activeSession: z.string().nullable(), sessions: z.array(pageSchema) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { query: "Checkout" }],
  cli: { positional: ["query"] },
  text: ({ sessions }, style) =>
    style.reader === "agent"
      ? undefined
      : sessions.length === 0
        ? "No page is open."
        : table(
            [" ", "ID", "TITLE", "URL"],
            sessions.map(({ id, title, url, active }) => [active ? "*" : "", id.slice(0, 8), title, url]),
            style,
          ),
  run: async ({ session }, { query }) => {
    await refreshTitles(session.pages());
    if (query !== undefined) session.activate(session.findPage(query));
    return { ok: true as const, activeSession: session.activePage?.id ?? null, sessions: session.pages().map(describePage) };
  },
});

export const clear = defineTool({
  name: "clear",
  family: "sessions",
  capability: "read",
  effect: "destructive",
  needs: "session",
  tells: "page",
  summary: "Empty the session's console and network buffers, of all its pages.",
  input: z.object({ what: z.enum(["console", "network"]).optional() }),
  output: z.object({ ok: z.literal(true), cleared: z.array(z.string()) }),
  engines: { chromium: "full", firefox: "full" },
  examples: [{}, { what: "console" }],
  cli: { positional: ["what"] },
  text: ({ cleared }, { reader }) => (reader === "agent" ? undefined : `Cleared ${cleared.join(" and ")}.`),
  run: async ({ session }, { what }) => {
    const cleared = what ? [what] : ["console", "network"];
    if (cleared.includes("console")) session.parts.console.clear();
    if (cleared.includes("network")) {
      session.parts.network.clear();
      session.parts.sockets.clear();
    }
    return { ok: true as const, cleared };
  },
});
