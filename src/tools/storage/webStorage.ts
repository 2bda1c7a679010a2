import { z } from "zod";
import type { StorageArea } from "../../page/state/api.ts";
import { defineTool, type Tool } from "../defineTool.ts";
import { ORIGIN_CAVEAT, both } from "./shapes.ts";

const areas = { local: "localStorage", session: "sessionStorage" } as const;

const shared = { family: "storage", needs: "page", tells: "page", engines: both, batch: true } as const;

const key = z.string();

/** The same five tools for each area: localstorage_* and sessionstorage_*. */
function webStorageTools(area: StorageArea): Tool[] {
  const label = areas[area];
  const prefix = label.toLowerCase();
  const details = `${ORIGIN_CAVEAT}${area === "session" ? " Belongs to the tab, and is not part of dump_storage_state." : ""}`;
  return [
    defineTool({
      ...shared,
      name: `${prefix}_get`,
      capability: "read",
      effect: "read",
      summary: `Read a ${label} key of the page's origin.`,
      details,
      input: z.object({ key }),
      output: z.object({ ok: z.literal(true), value: z.string().nullable(), origin: z.string() }),
      examples: [{ key: "feature-flag" }],
      cli: { positional: ["key"] },
      run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("webStorageGet", { area, ...input })) }),
    }),
    defineTool({
      ...shared,
      name: `${prefix}_list`,
      capability: "read",
      effect: "read",
      summary: `List the ${label} entries of the page's origin.`,
      details,
      input: z.object({}),
      output: z.object({
        ok: z.literal(true),
        count: z.number(),
        entries: z.array(z.object({ key: z.string(), value: z.string() })),
        origin: z.string(),
      }),
      examples: [{}],
      run: async ({ page }) => {
        const { entries, origin } = await page.engine.mainFrame.ask("webStorageList", { area });
        return { ok: true as const, count: entries.length, entries, origin };
      },
    }),
    defineTool({
      ...shared,
      name: `${prefix}_set`,
      capability: "action",
      effect: "write",
      summary: `Set a ${label} key of the page's origin.`,
      details,
      input: z.object({ key, value: z.string() }),
      output: z.object({ ok: z.literal(true), key: z.string(), origin: z.string() }),
      examples: [{ key: "feature-flag", value: "on" }],
      cli: { positional: ["key", "value"] },
      run: async ({ page }, input) => {
        const { origin } = await page.engine.mainFrame.ask("webStorageSet", { area, ...input });
        return { ok: true as const, key: input.key, origin };
      },
    }),
    defineTool({
      ...shared,
      name: `${prefix}_delete`,
      capability: "action",
      effect: "destructive",
      summary: `Delete a ${label} key of the page's origin.`,
      details,
      input: z.object({ key }),
      output: z.object({ ok: z.literal(true), existed: z.boolean(), origin: z.string() }),
      examples: [{ key: "feature-flag" }],
      cli: { positional: ["key"] },
      run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("webStorageDelete", { area, ...input })) }),
    }),
    defineTool({
      ...shared,
      name: `${prefix}_clear`,
      capability: "action",
      effect: "destructive",
      summary: `Delete all ${label} entries of the page's origin.`,
      details,
      input: z.object({}),
      output: z.object({ ok: z.literal(true), cleared: z.number(), origin: z.string() }),
      examples: [{}],
      run: async ({ page }) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("webStorageClear", { area })) }),
    }),
  ];
}

export const localStorageTools = webStorageTools("local");
export const sessionStorageTools = webStorageTools("session");
