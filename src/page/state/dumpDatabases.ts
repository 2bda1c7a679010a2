import type { DatabaseDump, StoreRecord, StoreShape } from "./api.ts";
import { readBase64 } from "./bytes.ts";
import { databaseNames, shapeOf } from "./database.ts";
import { ownList } from "./ownList.ts";
import { settled, withDatabase } from "./openDatabase.ts";
import { reasonOf } from "./refusals.ts";
import { toTagged } from "./taggedValue.ts";

/** Every database of the origin; what cannot be read is left out and named in `warnings`. */
export async function dumpDatabases(warnings: string[]): Promise<DatabaseDump[]> {
  const databases: DatabaseDump[] = [];
  for (const { name } of (await databaseNames()) ?? []) {
    try {
      databases.push(await dumpDatabase(name, warnings));
    } catch (thrown) {
      warnings.push(`${location.origin}: the database "${name}" was left out: ${reasonOf(thrown)}`);
    }
  }
  return databases;
}

async function dumpDatabase(name: string, warnings: string[]): Promise<DatabaseDump> {
  return withDatabase(name, async (database) => {
    const names = ownList(database.objectStoreNames);
    const transaction = names.length > 0 ? database.transaction(names, "readonly") : undefined;
    const stores = await Promise.all(names.map((store) => dumpStore(transaction!.objectStore(store), warnings)));
    return { name, version: database.version, stores };
  });
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
      warnings.push(`${location.origin} ${store.transaction.db.name}/${store.name}: a record was left out: ${reasonOf(thrown)}`);
    }
  }
  return { ...shape, records };
}
