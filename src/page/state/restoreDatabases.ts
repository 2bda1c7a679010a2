import type { DatabaseDump, EarlierContents, StoreRecord } from "./api.ts";
import { databaseNames, shapeOf } from "./database.ts";
import { ownList } from "./ownList.ts";
import { WHAT, committed, deleteDatabase, withDatabase, withNewDatabase } from "./openDatabase.ts";
import { reasonOf, withRefusals } from "./refusals.ts";
import { fromTagged } from "./taggedValue.ts";

/** Says which databases did not do what was asked of them; the others are done. */
export async function restoreDatabases(dumps: DatabaseDump[], earlier: EarlierContents): Promise<string[]> {
  const warnings: string[] = [];
  const attempt = async (name: string, work: () => Promise<string | void>) => {
    try {
      const warning = await withRefusals(`${WHAT} "${name}"`, work);
      if (warning) warnings.push(`${location.origin}: ${warning}`);
    } catch (thrown) {
      warnings.push(`${location.origin}: ${reasonOf(thrown)}`);
    }
  };
  const present = (await databaseNames()) ?? [];
  if (earlier !== "keep")
    for (const { name } of present) await attempt(name, () => (earlier === "delete" ? deleteDatabase(name) : emptyDatabase(name)));
  for (const dump of dumps)
    await attempt(dump.name, async () => {
      const exists = earlier !== "delete" && present.some(({ name }) => name === dump.name);
      if (exists && earlier === "keep") return mergeDatabase(dump);
      if (exists && !(await fits(dump))) await deleteDatabase(dump.name);
      return createDatabase(dump);
    });
  return warnings;
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

/** Adds the records to stores that take them, and says what was not added: nothing that is there may be lost for it. */
async function mergeDatabase(dump: DatabaseDump): Promise<string | void> {
  return withDatabase(dump.name, async (database) => {
    if (database.version !== dump.version)
      return `the database "${dump.name}" was not merged and is as it was: it has version ${database.version} here and ${dump.version} in the state`;
    const fitting = dump.stores.filter((store) => takes(database, store));
    await putRecords(database, fitting);
    const others = dump.stores.filter((store) => !fitting.includes(store)).map(({ name }) => `"${name}"`);
    if (others.length > 0)
      return `of the database "${dump.name}" these stores were not merged: ${others.join(", ")}; the page's database lacks them or keeps their keys otherwise`;
  });
}

async function createDatabase(dump: DatabaseDump): Promise<void> {
  await withNewDatabase(
    dump.name,
    dump.version,
    (database) => createStores(database, dump),
    (database) => putRecords(database, dump.stores),
  );
}

function createStores(database: IDBDatabase, { stores }: DatabaseDump): void {
  for (const { name, keyPath, autoIncrement, indexes } of stores) {
    const store = database.createObjectStore(name, { keyPath, autoIncrement });
    for (const { name: index, keyPath: path, unique, multiEntry } of indexes) store.createIndex(index, path, { unique, multiEntry });
  }
}

/** All of them or none. */
async function putRecords(database: IDBDatabase, stores: { name: string; records: StoreRecord[] }[]): Promise<void> {
  const filled = stores.filter(({ records }) => records.length > 0);
  if (filled.length === 0) return;
  const names = filled.map(({ name }) => name);
  const transaction = database.transaction(names, "readwrite");
  const done = committed(transaction);
  try {
    for (const { name, records } of filled) {
      const store = transaction.objectStore(name);
      for (const { key, value } of records)
        store.put(fromTagged(value), store.keyPath === null ? (fromTagged(key) as IDBValidKey) : undefined);
    }
  } catch (thrown) {
    done.catch(() => undefined);
    transaction.abort();
    throw thrown;
  }
  await done;
}

/** Has the database the stores of the dump already, at its version? */
async function fits(dump: DatabaseDump): Promise<boolean> {
  return withDatabase(dump.name, async (database) => database.version === dump.version && dump.stores.every((store) => takes(database, store)));
}

function takes(database: IDBDatabase, { name, keyPath }: DatabaseDump["stores"][number]): boolean {
  if (!ownList(database.objectStoreNames).includes(name)) return false;
  const shape = shapeOf(database.transaction(name, "readonly").objectStore(name));
  return JSON.stringify(shape.keyPath) === JSON.stringify(keyPath);
}
