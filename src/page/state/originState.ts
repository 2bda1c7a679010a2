import { PageRefusal } from "../agentError.ts";
import type { DatabaseDump, OriginContents, StateApi, StoreRecord, StoreShape } from "./api.ts";
import { readBase64 } from "./bytes.ts";
import { databaseNames, shapeOf } from "./database.ts";
import { ownList } from "./ownList.ts";
import { settled, withDatabase } from "./openDatabase.ts";
import { pack, unpack } from "./packed.ts";
import { restoreDatabases } from "./restoreDatabases.ts";
import { toTagged } from "./taggedValue.ts";
import { clearStorage, storageEntries, storeEntry } from "./webStorage.ts";

/** The document may have landed elsewhere (an upgrade to https): another origin's data must not be touched. */
function requireOrigin(origin: string): void {
  if (location.origin !== origin)
    throw new PageRefusal("wrong-origin", `${origin} was opened and led to ${location.origin}`);
}

async function dumpStore(store: IDBObjectStore, warnings: string[]): Promise<StoreShape & { records: StoreRecord[] }> {
  const shape = shapeOf(store);
  const [keys, values] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())]);
  const records: StoreRecord[] = [];
  for (const [index, value] of ownList(values).entries()) {
    try {
      const key = shape.keyPath === null ? { key: await toTagged(keys[index], readBase64) } : {};
      records.push({ ...key, value: await toTagged(value, readBase64) });
    } catch (thrown) {
      if (!(thrown instanceof PageRefusal)) throw thrown;
      warnings.push(`${location.origin} ${store.transaction.db.name}/${store.name}: a record was left out: ${thrown.message}`);
    }
  }
  return { ...shape, records };
}

async function dumpDatabase(name: string, warnings: string[]): Promise<DatabaseDump> {
  return withDatabase(name, async (database) => {
    const names = ownList(database.objectStoreNames);
    const transaction = names.length > 0 ? database.transaction(names, "readonly") : undefined;
    const stores = await Promise.all(names.map((store) => dumpStore(transaction!.objectStore(store), warnings)));
    return { name, version: database.version, stores };
  });
}

async function dumpDatabases(warnings: string[]): Promise<DatabaseDump[]> {
  const databases: DatabaseDump[] = [];
  for (const { name } of (await databaseNames()) ?? []) databases.push(await dumpDatabase(name, warnings));
  return databases;
}

type OriginStateApi = Pick<StateApi, "originStateRead" | "originStateWrite">;

export const originState: OriginStateApi = {
  originStateRead: async ({ origin, indexedDB }) => {
    requireOrigin(origin);
    const warnings: string[] = [];
    const localStorage = storageEntries("local").map(({ key, value }) => ({ name: key, value }));
    const databases = indexedDB ? await dumpDatabases(warnings) : [];
    if (localStorage.length === 0 && databases.length === 0) return { contents: null, warnings };
    const contents: OriginContents = { localStorage, ...(databases.length > 0 && { indexedDB: databases }) };
    return { contents: await pack(contents), warnings };
  },

  originStateWrite: async ({ origin, contents, earlier }) => {
    requireOrigin(origin);
    const { localStorage, indexedDB = [] } = await unpack<OriginContents>(contents);
    if (earlier !== "keep") clearStorage("local");
    for (const { name, value } of localStorage) storeEntry("local", name, value);
    return { warnings: await restoreDatabases(indexedDB, earlier) };
  },
};
