import { PageRefusal } from "../pageRefusal.ts";
import type { DatabaseDump, EarlierContents, StoreRecord } from "./api.ts";
import { databaseNames, shapeOf } from "./database.ts";
import { ownList } from "./ownList.ts";
import { WHAT, committed, deleteUnlessHeld, withDatabase, withNewDatabase } from "./openDatabase.ts";
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
  const present = new Map((await databaseNames())?.map(({ name, version }) => [name, version]));
  const unwanted = [...present.keys()].filter((name) => !dumps.some((dump) => dump.name === name));
  if (earlier === "empty") for (const name of unwanted) await attempt(name, () => emptyDatabase(name));
  if (earlier === "delete") for (const name of unwanted) await attempt(name, () => removeDatabase(name, present.get(name)!));
  for (const dump of dumps)
    await attempt(dump.name, async () => {
      const version = present.get(dump.name);
      if (version === undefined) return createDatabase(dump);
      if (earlier === "keep") return mergeDatabase(dump);
      if (!(await refillDatabase(dump))) return recreateDatabase(dump, version);
    });
  return warnings;
}

async function emptyDatabase(name: string): Promise<void> {
  await withDatabase(name, (database) => write(database, ownList(database.objectStoreNames), clearStores));
}

/** What somebody holds open cannot go, but it can be emptied. */
async function removeDatabase(name: string, version: number): Promise<void> {
  await emptyDatabase(name);
  await deleteUnlessHeld(name, version).catch(unlessHeld);
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

/** Gives a database the dump's records in place of its own; false when it has another shape. */
async function refillDatabase(dump: DatabaseDump): Promise<boolean> {
  return withDatabase(dump.name, async (database) => {
    if (database.version !== dump.version || !dump.stores.every((store) => takes(database, store))) return false;
    const names = ownList(database.objectStoreNames);
    await write(database, names, (transaction) => {
      clearStores(transaction);
      putAll(transaction, dump.stores);
    });
    return true;
  });
}

async function recreateDatabase(dump: DatabaseDump, version: number): Promise<string | void> {
  const created = deleteUnlessHeld(dump.name, version, () => createDatabase(dump));
  if ((await created.catch(unlessHeld)) === HELD)
    return `the database "${dump.name}" was not restored and is as it was: a page holds it open at version ${version}, and the state has it in another shape (version ${dump.version}). Navigate the session's pages away from this origin, then load the state again; until then nobody else can open this database`;
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

interface StoreRecords {
  name: string;
  records: StoreRecord[];
}

async function putRecords(database: IDBDatabase, stores: StoreRecords[]): Promise<void> {
  const filled = stores.filter(({ records }) => records.length > 0);
  const names = filled.map(({ name }) => name);
  await write(database, names, (transaction) => putAll(transaction, filled));
}

function putAll(transaction: IDBTransaction, stores: StoreRecords[]): void {
  for (const { name, records } of stores) {
    const store = transaction.objectStore(name);
    for (const { key, value } of records)
      store.put(fromTagged(value), store.keyPath === null ? (fromTagged(key) as IDBValidKey) : undefined);
  }
}

function clearStores(transaction: IDBTransaction): void {
  for (const name of ownList(transaction.objectStoreNames)) transaction.objectStore(name).clear();
}

/** Does all of the work or none of it. */
async function write(database: IDBDatabase, stores: string[], work: (transaction: IDBTransaction) => void): Promise<void> {
  if (stores.length === 0) return;
  const transaction = database.transaction(stores, "readwrite");
  const done = committed(transaction);
  try {
    work(transaction);
  } catch (thrown) {
    // What is thrown below says it.
    done.catch(() => undefined);
    transaction.abort();
    throw thrown;
  }
  await done;
}

function takes(database: IDBDatabase, { name, keyPath }: DatabaseDump["stores"][number]): boolean {
  if (!ownList(database.objectStoreNames).includes(name)) return false;
  const shape = shapeOf(database.transaction(name, "readonly").objectStore(name));
  return JSON.stringify(shape.keyPath) === JSON.stringify(keyPath);
}

const HELD = Symbol("somebody holds the database open");

function unlessHeld(thrown: unknown): typeof HELD {
  if (thrown instanceof PageRefusal && thrown.code === "database-blocked") return HELD;
  throw thrown;
}
