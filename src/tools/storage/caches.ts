import { z } from "zod";
import { headersShape } from "../../policy/headerShape.ts";
import { DroverError } from "../../protocol/errors.ts";
import { decodeText, isTextType } from "../../session/state/bodyText.ts";
import { defineTool } from "../defineTool.ts";
import { givenAnswer } from "../traffic/givenAnswer.ts";
import { ORIGIN_CAVEAT, both } from "./shapes.ts";

/** The largest body that caches_get returns. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const cacheTool = { family: "storage", needs: "page", tells: "page", engines: both, batch: true, details: ORIGIN_CAVEAT } as const;

const cacheName = z.string();
const url = z.string().min(1);

export const cachesListStorages = defineTool({
  ...cacheTool,
  name: "caches_list_storages",
  capability: "read",
  effect: "read",
  summary: "List the Cache API storages of the page's origin.",
  input: z.object({}),
  output: z.object({ ok: z.literal(true), count: z.number(), names: z.array(z.string()), origin: z.string() }),
  examples: [{}],
  run: async ({ page }) => {
    const { names, origin } = await page.engine.mainFrame.ask("cacheNames", null);
    return { ok: true as const, count: names.length, names, origin };
  },
});

export const cachesList = defineTool({
  ...cacheTool,
  name: "caches_list",
  capability: "read",
  effect: "read",
  summary: "List the entries of a cache; `urlPattern` is a case-sensitive part of the URL.",
  input: z.object({ cacheName, urlPattern: z.string().optional() }),
  output: z.object({
    ok: z.literal(true),
    count: z.number(),
    entries: z.array(z.object({ url: z.string(), method: z.string() })),
    origin: z.string(),
    cacheName: z.string(),
  }),
  examples: [{ cacheName: "v1", urlPattern: "/api/" }],
  cli: { positional: ["cacheName"] },
  run: async ({ page }, input) => {
    const { entries, origin } = await page.engine.mainFrame.ask("cacheEntries", input);
    return { ok: true as const, count: entries.length, entries, origin, cacheName: input.cacheName };
  },
});

export const cachesGet = defineTool({
  ...cacheTool,
  name: "caches_get",
  capability: "read",
  effect: "read",
  summary: "Read a cached response.",
  details: `${ORIGIN_CAVEAT} Text-like types (\`text/*\`, JSON, JavaScript, XML, form data, anything with a charset) come as \`text\`, the rest as
\`contentBase64\`. At most ${MAX_BODY_BYTES / 1024 / 1024} MiB. An opaque response (another origin's, without CORS) has status 0 and no body.`,
  input: z.object({ cacheName, url }),
  output: z.object({
    ok: z.literal(true),
    found: z.boolean(),
    kind: z.enum(["text", "binary"]).optional(),
    text: z.string().optional(),
    contentBase64: z.string().optional(),
    byteLength: z.number().optional(),
    contentType: z.string().optional(),
    status: z.number().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    opaque: z.literal(true).optional(),
  }),
  examples: [{ cacheName: "v1", url: "/offline.html" }],
  cli: { positional: ["cacheName", "url"] },
  run: async ({ page }, input) => {
    const entry = await page.engine.mainFrame.ask("cacheGet", { ...input, maxBytes: MAX_BODY_BYTES });
    if (!entry) return { ok: true as const, found: false };
    const { contentType, status, headers, body, bytes, opaque } = entry;
    const content = isTextType(contentType)
      ? { kind: "text" as const, text: decodeText(Buffer.from(body, "base64"), contentType) }
      : { kind: "binary" as const, contentBase64: body, byteLength: bytes };
    return { ok: true as const, found: true, ...content, contentType, status, headers, ...(opaque && { opaque }) };
  },
});

export const cachesPut = defineTool({
  ...cacheTool,
  name: "caches_put",
  capability: "action",
  effect: "write",
  summary: "Put a response into a cache, which is created when it is not there.",
  details: `${ORIGIN_CAVEAT} \`response.body\` is text, \`response.contentBase64\` bytes: one or the other. Status 200 unless given.
What a browser would run (a page, a script, a redirect) needs \`eval\`.`,
  input: z.object({
    cacheName,
    url,
    response: z.object({
      status: z.int().min(200).max(599).optional(),
      headers: headersShape.optional(),
      body: z.string().optional(),
      contentBase64: z.base64().optional(),
    }),
  }),
  output: z.object({ ok: z.literal(true), cacheName: z.string(), url: z.string(), bytes: z.number() }),
  examples: [{ cacheName: "v1", url: "/api/me", response: { headers: { "content-type": "application/json" }, body: '{"name":"Ada"}' } }],
  cli: { positional: ["cacheName", "url"] },
  run: async (context, { cacheName: name, url: address, response }) => {
    const { status = 200, body, contentBase64 } = response;
    if (body !== undefined && contentBase64 !== undefined)
      throw new DroverError("bad-input", "response has both body and contentBase64", { hint: "Pass text as body or bytes as contentBase64." });
    const bytes = contentBase64 ?? Buffer.from(body ?? "").toString("base64");
    const { headers = {} } = givenAnswer(context, { ...response, body: body ?? Buffer.from(bytes, "base64").toString("latin1") });
    const put = await context.page.engine.mainFrame.ask("cachePut", { cacheName: name, url: address, status, headers, body: bytes });
    return { ok: true as const, cacheName: name, ...put };
  },
});

export const cachesDelete = defineTool({
  ...cacheTool,
  name: "caches_delete",
  capability: "action",
  effect: "destructive",
  summary: "Delete one cached response.",
  input: z.object({ cacheName, url }),
  output: z.object({ ok: z.literal(true), existed: z.boolean() }),
  examples: [{ cacheName: "v1", url: "/offline.html" }],
  cli: { positional: ["cacheName", "url"] },
  run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("cacheDelete", input)) }),
});

export const cachesClear = defineTool({
  ...cacheTool,
  name: "caches_clear",
  capability: "action",
  effect: "destructive",
  summary: "Delete every entry of a cache; the cache itself stays.",
  input: z.object({ cacheName }),
  output: z.object({ ok: z.literal(true), cleared: z.number() }),
  examples: [{ cacheName: "v1" }],
  cli: { positional: ["cacheName"] },
  run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("cacheClear", input)) }),
});

export const cachesDeleteStorage = defineTool({
  ...cacheTool,
  name: "caches_delete_storage",
  capability: "action",
  effect: "destructive",
  summary: "Delete a whole cache.",
  input: z.object({ cacheName }),
  output: z.object({ ok: z.literal(true), existed: z.boolean() }),
  examples: [{ cacheName: "v1" }],
  cli: { positional: ["cacheName"] },
  run: async ({ page }, input) => ({ ok: true as const, ...(await page.engine.mainFrame.ask("cacheDrop", input)) }),
});
