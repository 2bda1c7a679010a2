import { expect } from "vitest";
import { test } from "./support/session.ts";

const bytes = Buffer.from([0, 255, 1, 254]).toString("base64");

test("caches_put creates a cache, and the other tools list, read and empty it", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/caches", "x") });
  expect(await session.call("caches_list_storages")).toEqual({ ok: true, count: 0, names: [], origin: server.origin });
  const json = { headers: { "content-type": "application/json", "x-kind": "me" }, body: '{"name":"Ädä"}' };
  expect(await session.call("caches_put", { cacheName: "v1", url: "/api/me", response: json })).toMatchObject({ ok: true, url: `${server.origin}/api/me` });
  await session.call("caches_put", { cacheName: "v1", url: "/pic", response: { status: 203, headers: { "content-type": "image/png" }, contentBase64: bytes } });
  expect(await session.call("caches_list_storages")).toMatchObject({ count: 1, names: ["v1"] });
  expect(await session.call("caches_list", { cacheName: "v1", urlPattern: "/api/" })).toEqual({
    ok: true,
    count: 1,
    entries: [{ url: `${server.origin}/api/me`, method: "GET" }],
    origin: server.origin,
    cacheName: "v1",
  });
  expect(await session.call("caches_get", { cacheName: "v1", url: "/api/me" })).toMatchObject({
    ok: true,
    found: true,
    kind: "text",
    text: json.body,
    contentType: "application/json",
    status: 200,
    headers: { "x-kind": "me" },
  });
  expect(await session.call("caches_get", { cacheName: "v1", url: "/pic" })).toMatchObject({ kind: "binary", contentBase64: bytes, byteLength: 4, status: 203 });
  expect(await session.call("caches_get", { cacheName: "v1", url: "/none" })).toEqual({ ok: true, found: false });
  expect(await session.call("eval_js", { expr: "caches.match('/api/me').then((r) => r.json())" })).toMatchObject({ value: { name: "Ädä" } });
  expect(await session.call("caches_delete", { cacheName: "v1", url: "/pic" })).toEqual({ ok: true, existed: true });
  expect(await session.call("caches_delete", { cacheName: "v1", url: "/pic" })).toEqual({ ok: true, existed: false });
  expect(await session.call("caches_clear", { cacheName: "v1" })).toEqual({ ok: true, cleared: 1 });
  expect(await session.call("caches_list", { cacheName: "v1" })).toMatchObject({ count: 0 });
  expect(await session.call("caches_delete_storage", { cacheName: "v1" })).toEqual({ ok: true, existed: true });
  expect(await session.call("caches_delete_storage", { cacheName: "v1" })).toEqual({ ok: true, existed: false });
});

test("a cache that does not exist is refused and not created", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/no-cache", "x") });
  for (const [tool, input] of [
    ["caches_list", {}],
    ["caches_get", { url: "/x" }],
    ["caches_clear", {}],
  ] as const)
    expect(await session.call(tool, { cacheName: "nope", ...input }), tool).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("caches_delete", { cacheName: "nope", url: "/x" })).toEqual({ ok: true, existed: false });
  expect(await session.call("caches_list_storages")).toMatchObject({ count: 0 });
});

test("a response with two bodies, or one that no cache takes, is refused", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/bad-put", "x") });
  const put = (response: Record<string, unknown>) => session.call("caches_put", { cacheName: "v1", url: "/x", response });
  expect(await put({ body: "a", contentBase64: bytes })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await put({ status: 206, body: "a" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await put({ contentBase64: "%" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await put({ status: 204, body: "a" })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("has no body") });
  expect(await session.call("caches_put", { cacheName: "v1", url: "ftp://a.example/x", response: { body: "a" } })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("caches_list_storages"), "a refused response leaves no cache behind").toMatchObject({ count: 0 });
  expect(await put({ status: 204 })).toMatchObject({ ok: true, bytes: 0 });
  expect(await put({ status: 206, body: "a" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("caches_list", { cacheName: "v1" }), "a cache that was there stays").toMatchObject({ count: 1 });
});
