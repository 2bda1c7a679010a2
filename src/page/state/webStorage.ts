import type { StateApi, StorageArea } from "./api.ts";
import { navigateFirst, storageRefusal } from "./refusals.ts";

const nameOf = (area: StorageArea) => (area === "local" ? "localStorage" : "sessionStorage");

function storageOf(area: StorageArea): Storage {
  let storage: Storage | null = null;
  try {
    storage = globalThis[nameOf(area)];
  } catch {
    // A page without an origin of its own may not even look.
  }
  if (!storage) throw navigateFirst(nameOf(area));
  return storage;
}

export function storageEntries(area: StorageArea): { key: string; value: string }[] {
  const storage = storageOf(area);
  const entries: { key: string; value: string }[] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index);
    if (key !== null) entries.push({ key, value: storage.getItem(key) ?? "" });
  }
  return entries;
}

export function storeEntry(area: StorageArea, key: string, value: string): void {
  const storage = storageOf(area);
  try {
    storage.setItem(key, value);
  } catch (thrown) {
    throw storageRefusal(thrown, `${nameOf(area)}["${key.slice(0, 100)}"] (${key.length + value.length} characters)`);
  }
}

export const clearStorage = (area: StorageArea): void => storageOf(area).clear();

type WebStorageApi = Pick<
  StateApi,
  "webStorageGet" | "webStorageList" | "webStorageSet" | "webStorageDelete" | "webStorageClear"
>;

export const webStorage: WebStorageApi = {
  webStorageGet: ({ area, key }) => ({ value: storageOf(area).getItem(key), origin: location.origin }),
  webStorageList: ({ area }) => ({ entries: storageEntries(area), origin: location.origin }),
  webStorageSet: ({ area, key, value }) => {
    storeEntry(area, key, value);
    return { origin: location.origin };
  },
  webStorageDelete: ({ area, key }) => {
    const storage = storageOf(area);
    const existed = storage.getItem(key) !== null;
    storage.removeItem(key);
    return { existed, origin: location.origin };
  },
  webStorageClear: ({ area }) => {
    const cleared = storageOf(area).length;
    clearStorage(area);
    return { cleared, origin: location.origin };
  },
};
