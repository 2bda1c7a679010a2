import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { ORIGIN_CAVEAT, both, warnings } from "../storage/shapes.ts";
import { table } from "../text/table.ts";

const storageTool = { family: "operations", needs: "page", tells: "page", engines: both, batch: true, details: ORIGIN_CAVEAT } as const;

const area = z.enum(["local", "session"]).optional().describe('"local" unless given');
const key = z.string();

export const storageGet = defineTool({
  ...storageTool,
  name: "storage_get",
  capability: "read",
  effect: "read",
  summary: "Read a key of the page's localStorage or sessionStorage.",
  input: z.object({ key, area }),
  output: z.object({ ok: z.literal(true), key: z.string(), value: z.string().nullable(), area: z.string(), origin: z.string(), warnings }),
  examples: [{ key: "token" }],
  cli: { positional: ["key"], exact: true },
  verbatim: true,
  text: ({ value }, { reader }) => (reader === "agent" ? undefined : (value ?? "")),
  run: async ({ page, warn }, { key: wanted, area: from = "local" }) => {
    const { value, origin } = await page.engine.mainFrame.ask("webStorageGet", { area: from, key: wanted });
    if (value === null) warn(`${origin} has no "${wanted}" in its ${from}Storage.`);
    return { ok: true as const, key: wanted, value, area: from, origin };
  },
});

export const storageSet = defineTool({
  ...storageTool,
  name: "storage_set",
  capability: "action",
  effect: "write",
  summary: "Set a key of the page's localStorage or sessionStorage.",
  input: z.object({ key, value: z.string(), area }),
  output: z.object({ ok: z.literal(true), key: z.string(), area: z.string(), origin: z.string() }),
  examples: [{ key: "token", value: "abc" }],
  cli: { positional: ["key", "value"] },
  text: (_, { reader }) => (reader === "agent" ? undefined : ""),
  run: async ({ page }, { key: wanted, value, area: into = "local" }) => {
    const { origin } = await page.engine.mainFrame.ask("webStorageSet", { area: into, key: wanted, value });
    return { ok: true as const, key: wanted, area: into, origin };
  },
});

export const storageList = defineTool({
  ...storageTool,
  name: "storage_list",
  capability: "read",
  effect: "read",
  summary: "List the page's localStorage or sessionStorage.",
  input: z.object({ area }),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    entries: z.array(z.object({ key: z.string(), value: z.string() })),
    area: z.string(),
    origin: z.string(),
  }),
  examples: [{ area: "session" }],
  text: ({ entries }, style) => {
    if (style.reader === "agent") return undefined;
    return entries.length === 0 ? "Nothing is stored." : table(["KEY", "VALUE"], entries.map(({ key: each, value }) => [each, value]), style);
  },
  run: async ({ page }, { area: from = "local" }) => {
    const { entries, origin } = await page.engine.mainFrame.ask("webStorageList", { area: from });
    return { ok: true as const, count: entries.length, entries, area: from, origin };
  },
});

export const storageRm = defineTool({
  ...storageTool,
  name: "storage_rm",
  capability: "action",
  effect: "destructive",
  summary: "Remove a key from the page's localStorage or sessionStorage.",
  input: z.object({ key, area }),
  output: z.object({ ok: z.literal(true), key: z.string(), existed: z.boolean(), area: z.string(), origin: z.string() }),
  examples: [{ key: "token" }],
  cli: { positional: ["key"] },
  text: ({ key: removed, existed }, { reader }) => (reader === "agent" ? undefined : existed ? "" : `There was no "${removed}".`),
  run: async ({ page }, { key: wanted, area: from = "local" }) => {
    const removed = await page.engine.mainFrame.ask("webStorageDelete", { area: from, key: wanted });
    return { ok: true as const, key: wanted, area: from, ...removed };
  },
});

export const storageClear = defineTool({
  ...storageTool,
  name: "storage_clear",
  capability: "action",
  effect: "destructive",
  summary: "Empty the page's localStorage or sessionStorage.",
  input: z.object({ area }),
  output: z.object({ ok: z.literal(true), cleared: z.number(), area: z.string(), origin: z.string() }),
  examples: [{}],
  text: ({ cleared, origin }, { reader }) => (reader === "agent" ? undefined : `Removed ${cleared} ${cleared === 1 ? "entry" : "entries"} of ${origin}.`),
  run: async ({ page }, { area: from = "local" }) => ({
    ok: true as const,
    area: from,
    ...(await page.engine.mainFrame.ask("webStorageClear", { area: from })),
  }),
});
