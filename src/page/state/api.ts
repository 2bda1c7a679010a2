/** What an origin keeps in the browser: web storage, the Cache API, IndexedDB; and requests made as the page makes them. */

export type StorageArea = "local" | "session";

export interface CachedBody {
  contentType: string;
  status: number;
  headers: Record<string, string>;
  /** The body, base64. */
  body: string;
  bytes: number;
  /** The origin that answered did not let the page read it: status 0, no body. */
  opaque: boolean;
}

export interface StoreShape {
  name: string;
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
}

/** A record; key and value in the tagged form of `taggedValue.ts`. The key is absent when it is part of the value. */
export interface StoreRecord {
  key?: unknown;
  value: unknown;
}

export interface DatabaseDump {
  name: string;
  version: number;
  stores: (StoreShape & { records: StoreRecord[] })[];
}

export interface OriginContents {
  localStorage: { name: string; value: string }[];
  indexedDB?: DatabaseDump[];
}

/** A text, or where it waits in so many pieces: megabytes travel faster so. */
export type LongText = { text: string } | { id: string; pieces: number };

export interface OriginReading {
  /** OriginContents as JSON; `null` when the origin keeps nothing. */
  contents: LongText | null;
  /** What could not be read. */
  warnings: string[];
}

/**
 * What happens to an origin's earlier contents: "delete" removes databases, "empty" keeps their shape because a page has
 * them open, "keep" adds to what is there.
 */
export type EarlierContents = "delete" | "empty" | "keep";

export interface PageFetchArg {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** base64 */
  body?: string;
  credentials: "include" | "same-origin" | "omit";
  redirect: "follow" | "manual" | "error";
  maxBytes: number;
  timeoutMs: number;
}

export interface PageFetchAnswer {
  status: number;
  statusText: string;
  url: string;
  redirected: boolean;
  headers: Record<string, string>;
  /** base64 */
  body: string;
  bytes: number;
  truncated: boolean;
}

export interface StateApi {
  webStorageGet(arg: { area: StorageArea; key: string }): { value: string | null; origin: string };
  webStorageList(arg: { area: StorageArea }): { entries: { key: string; value: string }[]; origin: string };
  webStorageSet(arg: { area: StorageArea; key: string; value: string }): { origin: string };
  webStorageDelete(arg: { area: StorageArea; key: string }): { existed: boolean; origin: string };
  webStorageClear(arg: { area: StorageArea }): { cleared: number; origin: string };

  cacheNames(arg: null): Promise<{ names: string[]; origin: string }>;
  cacheEntries(arg: {
    cacheName: string;
    urlPattern?: string;
  }): Promise<{ entries: { url: string; method: string }[]; origin: string }>;
  cacheGet(arg: { cacheName: string; url: string; maxBytes: number }): Promise<CachedBody | null>;
  cachePut(arg: {
    cacheName: string;
    url: string;
    status: number;
    headers: Record<string, string>;
    /** base64 */
    body: string;
  }): Promise<{ url: string; bytes: number }>;
  cacheDelete(arg: { cacheName: string; url: string }): Promise<{ existed: boolean }>;
  cacheClear(arg: { cacheName: string }): Promise<{ cleared: number }>;
  cacheDrop(arg: { cacheName: string }): Promise<{ existed: boolean }>;

  databaseList(arg: null): Promise<{
    databases: { name: string; version: number }[];
    origin: string;
    supported: boolean;
  }>;
  databaseStores(arg: {
    dbName: string;
  }): Promise<{ stores: (StoreShape & { records: number })[]; version: number; origin: string }>;
  recordGet(arg: RecordAddress): Promise<{ found: true; value: unknown } | { found: false }>;
  recordPut(arg: { dbName: string; storeName: string; key?: unknown; value: unknown }): Promise<{ key: unknown; keyIgnored: boolean }>;
  recordDelete(arg: RecordAddress): Promise<null>;
  recordsClear(arg: { dbName: string; storeName: string }): Promise<{ cleared: number }>;

  originStateRead(arg: { origin: string; indexedDB: boolean }): Promise<OriginReading>;
  /** `contents` is OriginContents as JSON. */
  originStateWrite(arg: { origin: string; contents: LongText; earlier: EarlierContents }): Promise<{ warnings: string[] }>;

  textPieceGet(arg: { id: string; index: number }): string;
  textPiecePut(arg: { id: string; index: number; piece: string }): null;
  /** Makes an input, on no page, that the engine can put a file into. */
  textFileInput(arg: null): { input: string };
  textFileHold(arg: { input: string }): Promise<LongText>;
  /** Some bytes of a file that was put into such an input, which is let go with the last of them. */
  filePiece(arg: { input: string; from: number; to: number }): Promise<{ base64: string; size: number }>;

  /** `document.cookie`, with everything that scripts of this document have written so far. */
  cookieText(arg: null): string;

  pageFetch(arg: PageFetchArg): Promise<PageFetchAnswer>;
}

export interface RecordAddress {
  dbName: string;
  storeName: string;
  key: unknown;
}
