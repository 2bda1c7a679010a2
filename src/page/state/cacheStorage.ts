import { PageRefusal } from "../pageRefusal.ts";
import type { StateApi } from "./api.ts";
import { bytesOfBase64, readBase64 } from "./bytes.ts";
import { headersOf } from "./headers.ts";
import { ownList } from "./ownList.ts";
import { navigateFirst, withRefusals } from "./refusals.ts";

const WHAT = "the Cache API";
const BODILESS = [204, 205, 304];

function cacheStorage(): CacheStorage {
  if (location.origin === "null") throw navigateFirst(WHAT);
  // The platform's types say it is always there; pages that are not secure do not have it.
  const storage = globalThis.caches as CacheStorage | undefined;
  if (storage) return storage;
  throw new PageRefusal("wrong-origin", `${location.origin} has no Cache API: the page is not a secure context`, {
    hint: "Navigate first to an https or localhost address.",
  });
}

/** Opens a cache that exists; opening any other would create it. */
async function existingCache(cacheName: string): Promise<Cache> {
  const storage = cacheStorage();
  if (await storage.has(cacheName)) return storage.open(cacheName);
  const names = ownList(await storage.keys());
  throw new PageRefusal("not-found", `${location.origin} has no cache "${cacheName}"`, {
    hint: names.length > 0 ? `Caches there: ${names.join(", ")}.` : "The origin has no caches at all.",
  });
}

/** A cache that was made for a response and did not get it is taken away again. */
async function putInto(cacheName: string, url: string, response: Response): Promise<void> {
  const storage = cacheStorage();
  const isNew = !(await storage.has(cacheName));
  const cache = await storage.open(cacheName);
  try {
    await cache.put(url, response);
  } catch (refusal) {
    if (isNew && (await cache.keys()).length === 0) await storage.delete(cacheName);
    throw refusal;
  }
}

function absolute(url: string): string {
  try {
    return new URL(url, location.href).href;
  } catch {
    throw new PageRefusal("bad-input", `"${url}" is not a URL`);
  }
}

type CacheApi = Pick<
  StateApi,
  "cacheNames" | "cacheEntries" | "cacheGet" | "cachePut" | "cacheDelete" | "cacheClear" | "cacheDrop"
>;

export const cacheApi: CacheApi = {
  cacheNames: () => withRefusals(WHAT, async () => ({ names: ownList(await cacheStorage().keys()), origin: location.origin })),

  cacheEntries: ({ cacheName, urlPattern = "" }) =>
    withRefusals(WHAT, async () => {
      const requests = ownList(await (await existingCache(cacheName)).keys());
      const entries = requests.map(({ url, method }) => ({ url, method })).filter(({ url }) => url.includes(urlPattern));
      return { entries, origin: location.origin };
    }),

  cacheGet: ({ cacheName, url, maxBytes }) =>
    withRefusals(WHAT, async () => {
      const response = await (await existingCache(cacheName)).match(absolute(url), { ignoreVary: true });
      if (!response) return null;
      const blob = await response.blob();
      if (blob.size > maxBytes)
        throw new PageRefusal("too-large", `${url} is ${blob.size} bytes; at most ${maxBytes} are returned`);
      return {
        contentType: response.headers.get("content-type") ?? "",
        status: response.status,
        headers: headersOf(response),
        body: await readBase64(blob),
        bytes: blob.size,
        opaque: response.type === "opaque",
      };
    }),

  cachePut: ({ cacheName, url, status, headers, body }) =>
    withRefusals(`${WHAT} refused the entry`, async () => {
      const bytes = bytesOfBase64(body);
      const bodiless = BODILESS.includes(status);
      if (bodiless && bytes.length > 0) throw new PageRefusal("bad-input", `a response with status ${status} has no body`, { hint: "Leave the body out, or choose another status." });
      const response = new Response(bodiless ? null : bytes, { status, headers });
      await putInto(cacheName, absolute(url), response);
      return { url: absolute(url), bytes: bytes.length };
    }),

  cacheDelete: ({ cacheName, url }) =>
    withRefusals(WHAT, async () => {
      if (!(await cacheStorage().has(cacheName))) return { existed: false };
      const cache = await cacheStorage().open(cacheName);
      return { existed: await cache.delete(absolute(url), { ignoreVary: true }) };
    }),

  cacheClear: ({ cacheName }) =>
    withRefusals(WHAT, async () => {
      const cache = await existingCache(cacheName);
      const requests = ownList(await cache.keys());
      for (const request of requests) await cache.delete(request, { ignoreVary: true });
      return { cleared: requests.length };
    }),

  cacheDrop: ({ cacheName }) => withRefusals(WHAT, async () => ({ existed: await cacheStorage().delete(cacheName) })),
};
