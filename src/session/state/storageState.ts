import { z } from "zod";
import { DroverError } from "../../protocol/errors.ts";
import { fromPlaywright } from "./playwrightValues.ts";
import { recordFault } from "./recordFault.ts";

const sameSite = z.enum(["Strict", "Lax", "None"]);

const cookieSchema = z.object({
  name: z.string(),
  value: z.string(),
  domain: z.string().min(1),
  path: z.string().default("/"),
  /** Unix seconds; -1 for a session cookie. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: sameSite.optional().catch(undefined),
  hostOnly: z.boolean().optional(),
  partitionKey: z.unknown().optional(),
});

const keyPath = z.union([z.string(), z.array(z.string())]).nullish();
/** Where Playwright puts a key path that is a list. */
const keyPathArray = z.array(z.string()).optional();

const indexSchema = z
  .object({ name: z.string(), keyPath, keyPathArray, unique: z.boolean().default(false), multiEntry: z.boolean().default(false) })
  .transform(({ keyPathArray: list, keyPath: path, ...index }, issues) => {
    const found = path ?? list;
    if (found !== undefined) return { ...index, keyPath: found };
    issues.addIssue("an index needs a keyPath");
    return z.NEVER;
  });

/** A key or a value: ours, or Playwright's where it is no plain JSON. */
const taggedSchema = z.unknown().optional();
const encodedSchema = taggedSchema.transform((encoded, issues) => {
  try {
    return fromPlaywright(encoded);
  } catch (thrown) {
    issues.addIssue(`not a value of Playwright's: ${(thrown as Error).message}`);
    return z.NEVER;
  }
});

const recordSchema = z
  .object({ key: taggedSchema, keyEncoded: encodedSchema, value: taggedSchema, valueEncoded: encodedSchema })
  .transform(({ keyEncoded, valueEncoded, key = keyEncoded, value = valueEncoded }, issues) => {
    if (value === undefined) issues.addIssue("a record needs a value");
    return { key, value };
  });

const storeSchema = z
  .object({
    name: z.string(),
    keyPath,
    keyPathArray,
    autoIncrement: z.boolean().default(false),
    indexes: z.array(indexSchema).default([]),
    records: z.array(recordSchema).default([]),
  })
  .transform(({ keyPathArray: list = null, keyPath: path, ...store }) => ({ ...store, keyPath: path ?? list }));

const databaseSchema = z.object({ name: z.string(), version: z.int().positive(), stores: z.array(storeSchema) });

const originSchema = z.object({
  origin: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  indexedDB: z.array(databaseSchema).optional(),
});

/** A session's log-ins as data, in the shape that Playwright reads and writes. */
const storageStateSchema = z.object({
  cookies: z.array(cookieSchema).default([]),
  origins: z.array(originSchema).default([]),
});

export type StorageState = z.output<typeof storageStateSchema>;
export type OriginState = StorageState["origins"][number];

/** Reads what claims to be a state; everything is checked before anything is applied. */
export function parseStorageState(given: unknown, source: string): StorageState {
  const parsed = storageStateSchema.safeParse(given);
  if (parsed.success && (typeof given !== "object" || given === null || !("cookies" in given || "origins" in given)))
    throw notAState(source, "it has neither cookies nor origins");
  if (parsed.success) {
    const fault = firstFault(parsed.data);
    if (fault) throw notAState(source, fault);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw notAState(source, issue ? `${issue.path.join(".") || "it"}: ${issue.message}` : "it cannot be read");
}

function firstFault({ origins }: StorageState): string | undefined {
  for (const { origin, indexedDB = [] } of origins)
    for (const { name: database, stores } of indexedDB)
      for (const store of stores)
        for (const [index, record] of store.records.entries()) {
          const fault = recordFault(store, record);
          if (fault) return `${origin}, database "${database}", store "${store.name}", record ${index + 1} of ${store.records.length}: ${fault}`;
        }
  return undefined;
}

export const notAState = (source: string, why: string): DroverError =>
  new DroverError("bad-input", `${source} is not a storage state: ${why}`, {
    hint: "The session is unchanged. A state comes from dump_storage_state or auth_save: {cookies:[…], origins:[{origin, localStorage:[{name,value}]}]}.",
  });
