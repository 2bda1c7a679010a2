import { PageRefusal } from "../agentError.ts";
import type { DatabaseDump, EarlierContents, OriginContents, StateApi, StoreRecord, StoreShape } from "./api.ts";
import { readBase64 } from "./bytes.ts";
import { databaseNames, shapeOf } from "./database.ts";
import { holdText, takeText } from "./longText.ts";
import { ownList } from "./ownList.ts";
import { WHAT, committed, deleteDatabase, settled, withDatabase, withNewDatabase } from "./openDatabase.ts";
import { withRefusals } from "./refusals.ts";
import { fromTagged, toTagged } from "./taggedValue.ts";
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

async function emptyDatabase(name: string): Promise<void> {
  await withDatabase(name, async (database) => {
    const names = ownList(database.objectStoreNames);
    if (names.length === 0) return;
    const transaction = database.transaction(names, "readwrite");
    for (const store of names) transaction.objectStore(store).clear();
    await committed(transaction);
  });
}

async function fillDatabase(dump: DatabaseDump): Promise<void> {
  const filled = dump.stores.filter(({ records }) => records.length > 0);
  const put = async (database: IDBDatabase) => {
    if (filled.length === 0) return;
    const transaction = database.transaction(
      filled.map(({ name }) => name),
      "readwrite",
    );
    for (const { name, records } of filled) {
      const store = transaction.objectStore(name);
      for (const { key, value } of records)
        store.put(fromTagged(value), store.keyPath === null ? (fromTagged(key) as IDBValidKey) : undefined);
    }
    await committed(transaction);
  };
  await withNewDatabase(dump.name, dump.version, (database) => createStores(database, dump), put);
}

function createStores(database: IDBDatabase, { stores }: DatabaseDump): void {
  for (const { name, keyPath, autoIncrement, indexes } of stores) {
    const store = database.createObjectStore(name, { keyPath, autoIncrement });
    for (const { name: index, keyPath: path, unique, multiEntry } of indexes) store.createIndex(index, path, { unique, multiEntry });
  }
}

/** Has the database the stores of the dump already, at its version? */
async function fits(dump: DatabaseDump): Promise<boolean> {
  return withDatabase(dump.name, async (database) => {
    const names = new Set(ownList(database.objectStoreNames));
    return database.version === dump.version && dump.stores.every(({ name }) => names.has(name));
  });
}

/** Databases that did not do what was asked of them; the others are done. */
async function writeDatabases(dumps: DatabaseDump[], earlier: EarlierContents): Promise<string[]> {
  const warnings: string[] = [];
  const attempt = async (name: string, work: () => Promise<void>) => {
    try {
      await withRefusals(`${WHAT} "${name}"`, work);
    } catch (thrown) {
      if (!(thrown instanceof PageRefusal)) throw thrown;
      warnings.push(`${location.origin}: ${thrown.message}`);
    }
  };
  const present = (await databaseNames()) ?? [];
  if (earlier !== "keep")
    for (const { name } of present) await attempt(name, () => (earlier === "delete" ? deleteDatabase(name) : emptyDatabase(name)));
  for (const dump of dumps)
    await attempt(dump.name, async () => {
      const exists = earlier !== "delete" && present.some(({ name }) => name === dump.name);
      if (exists && !(await fits(dump))) await deleteDatabase(dump.name);
      await fillDatabase(dump);
    });
  return warnings;
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
    return { contents: holdText(JSON.stringify(contents)), warnings };
  },

  originStateWrite: async ({ origin, contents, earlier }) => {
    requireOrigin(origin);
    const { localStorage, indexedDB = [] } = JSON.parse(takeText(contents)) as OriginContents;
    if (earlier !== "keep") clearStorage("local");
    for (const { name, value } of localStorage) storeEntry("local", name, value);
    return { warnings: await writeDatabases(indexedDB, earlier) };
  },
};
