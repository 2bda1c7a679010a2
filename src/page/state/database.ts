import { PageRefusal } from "../pageRefusal.ts";
import type { StateApi, StoreShape } from "./api.ts";
import { readBase64 } from "./bytes.ts";
import { ownList } from "./ownList.ts";
import { WHAT, committed, factory, settled, withDatabase } from "./openDatabase.ts";
import { withRefusals } from "./refusals.ts";
import { fromTagged, toTagged } from "./taggedValue.ts";

/** Every database of the origin; `undefined` in a browser that does not tell. */
export async function databaseNames(): Promise<{ name: string; version: number }[] | undefined> {
  const idb = factory();
  if (typeof idb.databases !== "function") return undefined;
  const found = await idb.databases();
  return ownList(found).map(({ name, version }) => ({ name: name ?? "", version: version ?? 0 }));
}

export function shapeOf(store: IDBObjectStore): StoreShape {
  return {
    name: store.name,
    keyPath: ownKeyPath(store.keyPath),
    autoIncrement: store.autoIncrement,
    indexes: ownList(store.indexNames).map((name) => {
      const { keyPath, unique, multiEntry } = store.index(name);
      return { name, keyPath: ownKeyPath(keyPath), unique, multiEntry };
    }),
  };
}

const ownKeyPath = <T extends string | null>(keyPath: T | string[]): T | string[] =>
  typeof keyPath === "object" && keyPath !== null ? ownList(keyPath) : keyPath;

function storeOf(database: IDBDatabase, storeName: string, mode: IDBTransactionMode): IDBObjectStore {
  const names = ownList(database.objectStoreNames);
  if (names.includes(storeName)) return database.transaction(storeName, mode).objectStore(storeName);
  throw new PageRefusal("not-found", `the database "${database.name}" has no object store "${storeName}"`, {
    hint: `${names.length > 0 ? `Stores there: ${names.join(", ")}. ` : ""}Only the application can add one, in an upgrade of its own.`,
  });
}

function keyOf(tagged: unknown): IDBValidKey {
  const key = fromTagged(tagged) as IDBValidKey;
  try {
    factory().cmp(key, key);
    return key;
  } catch {
    throw new PageRefusal("bad-input", `${JSON.stringify(tagged)} cannot be an IndexedDB key`, {
      hint: 'A key is a string, a number, a date ({"$type":"Date","value":…}), bytes ({"$type":"ArrayBuffer","value":…}), or a list of keys.',
    });
  }
}

type DatabaseApi = Pick<
  StateApi,
  "databaseList" | "databaseStores" | "recordGet" | "recordPut" | "recordDelete" | "recordsClear"
>;

export const databaseApi: DatabaseApi = {
  databaseList: () =>
    withRefusals(WHAT, async () => {
      const databases = await databaseNames();
      return { databases: databases ?? [], origin: location.origin, supported: databases !== undefined };
    }),

  databaseStores: ({ dbName }) =>
    withRefusals(WHAT, () =>
      withDatabase(dbName, async (database) => {
        const names = ownList(database.objectStoreNames);
        const transaction = names.length > 0 ? database.transaction(names, "readonly") : undefined;
        const stores = await Promise.all(
          names.map(async (name) => {
            const store = transaction!.objectStore(name);
            return { ...shapeOf(store), records: await settled(store.count()) };
          }),
        );
        return { stores, version: database.version, origin: location.origin };
      }),
    ),

  recordGet: ({ dbName, storeName, key }) =>
    withRefusals(WHAT, () =>
      withDatabase(dbName, async (database) => {
        // A cursor tells a record that holds `undefined` from no record.
        const cursor = await settled(storeOf(database, storeName, "readonly").openCursor(keyOf(key)));
        if (!cursor) return { found: false as const };
        return { found: true as const, value: await toTagged(cursor.value, readBase64) };
      }),
    ),

  recordPut: ({ dbName, storeName, key, value }) =>
    withRefusals(WHAT, () =>
      withDatabase(dbName, async (database) => {
        const store = storeOf(database, storeName, "readwrite");
        const inline = store.keyPath !== null;
        if (!inline && key === undefined && !store.autoIncrement)
          throw new PageRefusal("bad-input", `the store "${storeName}" keeps its keys beside the values: a key is needed`);
        const done = committed(store.transaction);
        const put = inline || key === undefined ? store.put(fromTagged(value)) : store.put(fromTagged(value), keyOf(key));
        const [given] = await Promise.all([settled(put), done]);
        return { key: await toTagged(given, readBase64), keyIgnored: inline && key !== undefined };
      }),
    ),

  recordDelete: ({ dbName, storeName, key }) =>
    withRefusals(WHAT, () =>
      withDatabase(dbName, async (database) => {
        const store = storeOf(database, storeName, "readwrite");
        store.delete(keyOf(key));
        await committed(store.transaction);
        return null;
      }),
    ),

  recordsClear: ({ dbName, storeName }) =>
    withRefusals(WHAT, () =>
      withDatabase(dbName, async (database) => {
        const store = storeOf(database, storeName, "readwrite");
        const count = store.count();
        store.clear();
        await committed(store.transaction);
        return { cleared: count.result };
      }),
    ),
};
