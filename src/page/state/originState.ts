import { PageRefusal } from "../agentError.ts";
import type { OriginContents, StateApi } from "./api.ts";
import { dumpDatabases } from "./dumpDatabases.ts";
import { pack, unpack } from "./packed.ts";
import { restoreDatabases } from "./restoreDatabases.ts";
import { clearStorage, storageEntries, storeEntry } from "./webStorage.ts";

/** The document may have landed elsewhere (an upgrade to https): another origin's data must not be touched. */
function requireOrigin(origin: string): void {
  if (location.origin !== origin)
    throw new PageRefusal("wrong-origin", `${origin} was opened and led to ${location.origin}`);
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
