import { PageRefusal } from "../pageRefusal.ts";
import { navigateFirst } from "./refusals.ts";

/** How long a database may stay locked by somebody's upgrade or deletion. */
const BLOCKED_MS = 2000;

export const WHAT = "IndexedDB";

export function factory(): IDBFactory {
  const found = globalThis.indexedDB as IDBFactory | null | undefined;
  if (!found || location.origin === "null") throw navigateFirst(WHAT);
  return found;
}

export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the request failed")));
  });
}

/** Resolves when a transaction is on disk; a full disk or quota shows only here. */
export function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("the transaction was aborted")));
  });
}

/** Opens a database that exists, at its present version: reading must never change an application's schema. */
export async function withDatabase<T>(name: string, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const request = factory().open(name);
  let missing = false;
  request.addEventListener("upgradeneeded", () => {
    // Only a database that is not there asks for an upgrade when no version is given; aborting leaves no trace of it.
    missing = true;
    request.transaction?.abort();
  });
  const opened = opening(name, request).catch((thrown: unknown) => {
    throw missing ? noDatabase(name) : thrown;
  });
  return using(await opened, work);
}

/** Creates or upgrades a database; `shape` runs in the upgrade. */
export async function withNewDatabase<T>(
  name: string,
  version: number,
  shape: (database: IDBDatabase) => void,
  work: (database: IDBDatabase) => Promise<T>,
): Promise<T> {
  const request = factory().open(name, version);
  request.addEventListener("upgradeneeded", () => shape(request.result));
  return using(await opening(name, request), work);
}

/**
 * Deletes a database, and goes on with `next`, unless somebody holds it open. A deletion that has to wait cannot be called
 * off, and would come when nobody thinks of it any more. An upgrade can: it finds out whether the way is free. What is asked
 * for during the upgrade comes before whatever others ask for after it.
 */
export async function deleteUnlessHeld(name: string, version: number, next = async (): Promise<void> => undefined): Promise<void> {
  const request = factory().open(name, version + 1);
  let givenUp = false;
  const deleted = new Promise<void>((resolve, reject) => {
    request.addEventListener("upgradeneeded", () => {
      if (!givenUp) resolve(Promise.all([settled(factory().deleteDatabase(name)), next()]).then(() => undefined));
      request.transaction?.abort();
    });
    request.addEventListener("error", () => reject(request.error ?? new Error("the request failed")));
  });
  await Promise.race([deleted, blocked(name, request)]).finally(() => {
    givenUp = true;
  });
}

async function using<T>(database: IDBDatabase, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  // Never be the one who blocks the application's own upgrade.
  database.addEventListener("versionchange", () => database.close());
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function opening(name: string, request: IDBOpenDBRequest): Promise<IDBDatabase> {
  const opened = settled(request);
  return Promise.race([opened, blocked(name, request)]).catch((thrown: unknown) => {
    // It may yet open; nobody will be there to use it.
    opened.then(
      (database) => database.close(),
      // Thrown below.
      () => undefined,
    );
    throw thrown;
  });
}

/** Rejects when the request waits for others; the browser itself would let it wait for ever. */
function blocked(name: string, request: IDBOpenDBRequest): Promise<never> {
  return new Promise((_, reject) => {
    const refuse = () =>
      reject(
        new PageRefusal("database-blocked", `the database "${name}" is blocked: another connection holds it during an upgrade or deletion`, {
          hint: "Reload or close the pages of this origin that have it open, then try again.",
        }),
      );
    const timer = setTimeout(refuse, BLOCKED_MS);
    request.addEventListener("blocked", refuse);
    for (const end of ["success", "error"]) request.addEventListener(end, () => clearTimeout(timer));
  });
}

const noDatabase = (name: string) =>
  new PageRefusal("not-found", `${location.origin} has no database "${name}"`, {
    hint: "idb_list_databases shows those there are.",
  });
