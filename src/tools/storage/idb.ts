import { z } from "zod";
import { defineTool } from "../defineTool.ts";
import { ORIGIN_CAVEAT, TAGGED_FORM, both, warnings } from "./shapes.ts";

const databaseTool = { family: "storage", needs: "page", tells: "page", engines: both, batch: true } as const;

const dbName = z.string();
const storeName = z.string();
const key = z
  .union([z.string(), z.number(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .describe('string, number, list, or tagged: {"$type":"Date","value":…}');

export const idbListDatabases = defineTool({
  ...databaseTool,
  name: "idb_list_databases",
  capability: "read",
  effect: "read",
  summary: "List the IndexedDB databases of the page's origin.",
  details: `${ORIGIN_CAVEAT} \`supported:false\` in a browser that does not list them; idb_list_stores still works when the name is known.`,
  input: z.object({}),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    databases: z.array(z.object({ name: z.string(), version: z.number() })),
    origin: z.string(),
    supported: z.boolean(),
  }),
  examples: [{}],
  run: async ({ page }) => {
    const { databases, origin, supported } = await page.engine.mainFrame.ask("databaseList", null);
    return { ok: true as const, count: databases.length, databases, origin, supported };
  },
});

export const idbListStores = defineTool({
  ...databaseTool,
  name: "idb_list_stores",
  capability: "read",
  effect: "read",
  summary: "List the object stores of an IndexedDB database.",
  details: `${ORIGIN_CAVEAT} Opens the database as it is, never with an upgrade. \`details\` has each store's key path, indexes and number of records.`,
  input: z.object({ dbName }),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    stores: z.array(z.string()),
    details: z.array(
      z.object({
        name: z.string(),
        keyPath: z.union([z.string(), z.array(z.string())]).nullable(),
        autoIncrement: z.boolean(),
        indexes: z.array(z.object({ name: z.string(), keyPath: z.unknown(), unique: z.boolean(), multiEntry: z.boolean() })),
        records: z.number(),
      }),
    ),
    dbName: z.string(),
    version: z.number(),
    origin: z.string(),
  }),
  examples: [{ dbName: "app-db" }],
  cli: { positional: ["dbName"] },
  run: async ({ page }, input) => {
    const { stores, version, origin } = await page.engine.mainFrame.ask("databaseStores", input);
    return { ok: true as const, count: stores.length, stores: stores.map(({ name }) => name), details: stores, ...input, version, origin };
  },
});

export const idbGet = defineTool({
  ...databaseTool,
  name: "idb_get",
  capability: "read",
  effect: "read",
  summary: "Read an IndexedDB record by its key.",
  details: `${ORIGIN_CAVEAT} ${TAGGED_FORM}`,
  input: z.object({ dbName, storeName, key }),
  output: z.object({ ok: z.literal(true), found: z.boolean(), value: z.unknown().optional() }),
  examples: [{ dbName: "app-db", storeName: "drafts", key: "draft-7" }],
  cli: { positional: ["dbName", "storeName", "key"] },
  run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("recordGet", input)) }),
});

export const idbPut = defineTool({
  ...databaseTool,
  name: "idb_put",
  capability: "action",
  effect: "write",
  summary: "Write an IndexedDB record into a store that exists.",
  details: `${ORIGIN_CAVEAT} Stores are the application's to create. In a store with an in-line key path the key is read from the value and \`key\`
is ignored; without one \`key\` is needed unless the store counts by itself. ${TAGGED_FORM}`,
  input: z.object({ dbName, storeName, key: key.optional(), value: z.unknown() }),
  output: z.object({ ok: z.literal(true), key: z.unknown(), warnings }),
  examples: [{ dbName: "app-db", storeName: "drafts", key: "draft-7", value: { title: "Q2", at: { $type: "Date", value: "2026-06-11T00:00:00.000Z" } } }],
  cli: { positional: ["dbName", "storeName", "key"] },
  run: async ({ page, warn }, input) => {
    const { key: written, keyIgnored } = await page.engine.mainFrame.ask("recordPut", input);
    if (keyIgnored) warn("The store has an in-line key path: key was ignored, the value's own key counts.");
    return { ok: true as const, key: written };
  },
});

export const idbDelete = defineTool({
  ...databaseTool,
  name: "idb_delete",
  capability: "action",
  effect: "destructive",
  summary: "Delete an IndexedDB record by its key.",
  details: `${ORIGIN_CAVEAT} The answer is the same whether or not it was there.`,
  input: z.object({ dbName, storeName, key }),
  output: z.object({ ok: z.literal(true) }),
  examples: [{ dbName: "app-db", storeName: "drafts", key: "draft-7" }],
  cli: { positional: ["dbName", "storeName", "key"] },
  run: async ({ page }, input) => {
    await page.engine.mainFrame.ask("recordDelete", input);
    return { ok: true as const };
  },
});

export const idbClear = defineTool({
  ...databaseTool,
  name: "idb_clear",
  capability: "action",
  effect: "destructive",
  summary: "Delete every record of an IndexedDB store; the store stays.",
  details: ORIGIN_CAVEAT,
  input: z.object({ dbName, storeName }),
  output: z.object({ ok: z.literal(true), cleared: z.number() }),
  examples: [{ dbName: "app-db", storeName: "drafts" }],
  cli: { positional: ["dbName", "storeName"] },
  run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("recordsClear", input)) }),
});
