import { PageRefusal } from "../pageRefusal.ts";
import type { EarlierContents, OriginContents, StateApi } from "./api.ts";
import { dumpDatabases } from "./dumpDatabases.ts";
import { holdText, takeText } from "./longText.ts";
import { restoreDatabases } from "./restoreDatabases.ts";
import { clearStorage, storageEntries, storeEntry } from "./webStorage.ts";

/** The document may have landed elsewhere (an upgrade to https): another origin's data must not be touched. */
function requireOrigin(origin: string): void {
  if (location.origin !== origin)
    throw new PageRefusal("wrong-origin", `${origin} was opened and led to ${location.origin}`);
}

/** All of the entries or none. */
function restoreLocalStorage(entries: OriginContents["localStorage"], earlier: EarlierContents): void {
  const before = storageEntries("local");
  if (earlier !== "keep") clearStorage("local");
  for (const [index, { name, value }] of entries.entries()) {
    try {
      storeEntry("local", name, value);
    } catch (thrown) {
      clearStorage("local");
      for (const entry of before) storeEntry("local", entry.key, entry.value);
      if (!(thrown instanceof PageRefusal)) throw thrown;
      throw new PageRefusal(thrown.code, `${thrown.message}, ${index} of ${entries.length} entries were written before it. The origin keeps the storage it had`, { hint: thrown.hint });
    }
  }
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
    restoreLocalStorage(localStorage, earlier);
    return { warnings: await restoreDatabases(indexedDB, earlier) };
  },
};
