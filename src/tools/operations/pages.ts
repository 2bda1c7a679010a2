import { z } from "zod";
import { describePage, load, type Session } from "../../session/session.ts";
import { refreshTitles } from "../../session/titles.ts";
import { defineTool, type TextStyle } from "../defineTool.ts";
import { checkedUrl } from "../navigate/checkedUrl.ts";
import { notLoaded } from "../navigate/notLoaded.ts";
import { regularExpression } from "../regularExpression.ts";
import { table } from "../text/table.ts";

const engines = { chromium: "full", firefox: "full" } as const;

const pageShape = z.object({ id: z.string(), title: z.string(), url: z.string(), active: z.boolean() });
type Page = z.infer<typeof pageShape>;

async function pagesOf(session: Session): Promise<Page[]> {
  await refreshTitles(session.pages());
  return session.pages().map(describePage);
}

const pageTable = (pages: Page[], style: TextStyle): string =>
  pages.length === 0
    ? "(no pages)"
    : table(["", "ID", "TITLE", "URL"], pages.map(({ id, title, url, active }) => [active ? "*" : "", id.slice(0, 8), title, url]), style);

export const listTargets = defineTool({
  name: "list_targets",
  family: "operations",
  capability: "read",
  effect: "read",
  needs: "session",
  tells: "page",
  concurrent: true,
  batch: true,
  summary: "List the session's open pages.",
  details: "`url` is an unanchored regular expression. The addresses are live and not redacted: they are what `page` and `navigate` take.",
  input: z.object({ url: z.string().min(1).optional().describe("regular expression on the URL") }),
  output: z.array(z.object({ kind: z.string(), id: z.string(), url: z.string(), title: z.string(), active: z.boolean() })),
  engines,
  examples: [{}, { url: "example\\.com" }],
  cli: { aliases: ["targets", "tabs"] },
  text: (pages, style) =>
    style.reader === "agent"
      ? undefined
      : table(["KIND", "ID", "URL", "TITLE"], pages.map(({ kind, id, url, title }) => [kind, id, url, title]), style),
  run: async ({ session }, { url }) => {
    const fits = url === undefined ? undefined : regularExpression(url);
    return (await pagesOf(session))
      .filter((page) => fits?.test(page.url) ?? true)
      .map(({ id, url: address, title, active }) => ({ kind: "page", id, url: address, title, active }));
  },
});

export const tabOpen = defineTool({
  name: "tab_open",
  family: "operations",
  capability: "navigation",
  effect: "write",
  needs: "session",
  tells: "page",
  batch: true,
  concurrent: true,
  deadline: "navigation",
  summary: "Open a tab, at a URL if one is given. It does not become the active page unless `activate` is set.",
  details: "When the address cannot be loaded, it fails and the tab stays open: the error has its `id`.",
  input: z.object({ url: z.string().min(1).optional(), activate: z.boolean().optional() }),
  output: z.object({ ok: z.literal(true), ...pageShape.shape, warnings: z.array(z.string()).optional() }),
  engines,
  examples: [{ url: "https://example.com/" }],
  cli: { positional: ["url"] },
  run: async (context, { url, activate = false }) => {
    const { session } = context;
    const address = url === undefined ? undefined : await checkedUrl(context, url);
    const from = Date.now();
    const page = await session.openPage();
    if (activate) session.activate(page);
    const outcome = address && (await load(page.engine, address.href));
    if (address && outcome?.errorText) throw session.parts.guard.refusalOf(address.href, from) ?? notLoaded(address.href, outcome.errorText, describePage(page));
    await page.engine.refreshTitle();
    return { ok: true as const, ...describePage(page) };
  },
});

export const tabClose = defineTool({
  name: "tab_close",
  family: "operations",
  capability: "navigation",
  effect: "destructive",
  needs: "session",
  tells: "page",
  batch: true,
  concurrent: true,
  summary: "Close a page by id prefix or part of its title; without a query the active one. The most recent page left becomes active.",
  input: z.object({
    query: z.string().min(1).optional(),
    page: z.string().min(1).optional().describe("the same as query"),
    beforeUnload: z.boolean().optional().describe("let the page ask whether to leave"),
  }),
  output: z.object({ ok: z.literal(true), closed: z.string(), activeSession: z.string().nullable(), sessions: z.array(pageShape) }),
  engines,
  examples: [{}, { query: "9A3E" }],
  cli: { positional: ["query"] },
  text: ({ sessions }, style) => (style.reader === "agent" ? undefined : pageTable(sessions, style)),
  run: async ({ session }, { page: named, query = named, beforeUnload = false }) => {
    const page = session.page(query);
    await page.engine.close({ beforeUnload });
    return { ok: true as const, closed: page.id, activeSession: session.activePage?.id ?? null, sessions: await pagesOf(session) };
  },
});
