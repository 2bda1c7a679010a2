import {
  cachesClear,
  cachesDelete,
  cachesDeleteStorage,
  cachesGet,
  cachesList,
  cachesListStorages,
  cachesPut,
} from "./caches.ts";
import { cookiesClear, cookiesDelete, cookiesGet, cookiesList, cookiesSet } from "./cookies.ts";
import { idbClear, idbDelete, idbGet, idbListDatabases, idbListStores, idbPut } from "./idb.ts";
import { localStorageTools, sessionStorageTools } from "./webStorage.ts";

export const storageTools = [
  cookiesGet,
  cookiesList,
  cookiesSet,
  cookiesDelete,
  cookiesClear,
  ...localStorageTools,
  ...sessionStorageTools,
  cachesListStorages,
  cachesList,
  cachesGet,
  cachesPut,
  cachesDelete,
  cachesClear,
  cachesDeleteStorage,
  idbListDatabases,
  idbListStores,
  idbGet,
  idbPut,
  idbDelete,
  idbClear,
];
