import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

const page = `<title>Idb</title><script>
  window.ready = new Promise((resolve, reject) => {
    const request = indexedDB.open("app-db", 3);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("drafts");
      request.result.createObjectStore("users", { keyPath: "id" }).createIndex("byMail", "mail", { unique: true });
      request.result.createObjectStore("log", { autoIncrement: true });
    };
    request.onsuccess = () => { request.result.close(); resolve(true); };
    request.onerror = () => reject(request.error);
  });
</script>`;

/** Reads a draft in the page's own world and runs an expression on it. */
const look = (key: string, expression: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open("app-db");
  opening.onsuccess = () => {
    const db = opening.result;
    const get = db.transaction("drafts").objectStore("drafts").get(${JSON.stringify(key)});
    get.onsuccess = () => { const v = get.result; db.close(); Promise.resolve((${expression})).then(resolve, reject); };
  };
})`;

const everything = {
  date: { $type: "Date", value: "2026-01-31T10:00:00.000Z" },
  re: { $type: "RegExp", source: "a+", flags: "gi" },
  big: { $type: "BigInt", value: "123456789012345678901234567890" },
  gone: { $type: "undefined" },
  nan: { $type: "Number", value: "NaN" },
  minusZero: { $type: "Number", value: "-0" },
  map: { $type: "Map", value: [["k", { $type: "Set", value: [1, "two"] }]] },
  bytes: { $type: "Uint8Array", value: "AQID" },
  floats: { $type: "Float64Array", value: Buffer.from(new Float64Array([1.5, -2]).buffer).toString("base64") },
  buffer: { $type: "ArrayBuffer", value: "CQg=" },
  view: { $type: "DataView", value: "AAE=" },
  blob: { $type: "Blob", mime: "text/plain", value: Buffer.from("hi").toString("base64") },
  file: { $type: "File", name: "a.txt", mime: "text/plain", lastModified: 5, value: Buffer.from("yo").toString("base64") },
  error: { $type: "Error", name: "TypeError", message: "boo", stack: "TypeError: boo" },
  holes: { $type: "Array", length: 3, entries: { 0: 1, 2: 3 } },
  tagLike: { $type: "Object", value: { $type: "not a tag" } },
};

const open = async (session: Data, server: Data, path: string) => {
  await session.call("navigate", { url: server.html(path, page) });
  await session.call("eval_js", { expr: "window.ready" });
};

test("idb_list_databases and idb_list_stores show what the application made, without an upgrade", async ({ session, server }) => {
  await open(session, server, "/idb-list");
  expect(await session.call("idb_list_databases")).toEqual({
    ok: true,
    count: 1,
    databases: [{ name: "app-db", version: 3 }],
    origin: server.origin,
    supported: true,
  });
  const listed = await session.call("idb_list_stores", { dbName: "app-db" });
  expect(listed).toMatchObject({ ok: true, count: 3, stores: ["drafts", "log", "users"], dbName: "app-db", version: 3, origin: server.origin });
  expect(listed.details[2]).toEqual({
    name: "users",
    keyPath: "id",
    autoIncrement: false,
    indexes: [{ name: "byMail", keyPath: "mail", unique: true, multiEntry: false }],
    records: 0,
  });
});

test("every kind of value that JSON cannot hold goes in and comes out through the tagged form", async ({ session, server }) => {
  await open(session, server, "/idb-tagged");
  const address = { dbName: "app-db", storeName: "drafts", key: "all" };
  const shared = { $type: "Object", id: 1, value: { self: { $type: "Ref", id: 1 }, ...everything } };
  expect(await session.call("idb_put", { ...address, value: shared })).toEqual({ ok: true, key: "all" });
  expect(
    await session.call("eval_js", {
      expr: look(
        "all",
        `[v.self === v, v.date.toISOString(), String(v.re), String(v.big), "gone" in v, v.nan, 1 / v.minusZero, v.map.get("k").has("two"), v.bytes[2],
          v.floats[0], v.buffer.byteLength, v.view.getUint8(1), v.blob.type, v.file.name, v.error instanceof TypeError, 1 in v.holes, v.tagLike.$type].join("|")`,
      ),
    }),
  ).toMatchObject({
    value: "true|2026-01-31T10:00:00.000Z|/a+/gi|123456789012345678901234567890|true|NaN|-Infinity|true|3|1.5|2|1|text/plain|a.txt|true|false|not a tag",
  });
  expect(await session.call("eval_js", { expr: look("all", "v.blob.text()") })).toMatchObject({ value: "hi" });
  const { value, found } = await session.call("idb_get", address);
  expect(found).toBe(true);
  const { error, ...plain } = value.value;
  const { error: _, ...expected } = everything;
  expect(plain).toEqual({ self: { $type: "Ref", id: 1 }, ...expected });
  expect(error).toMatchObject({ $type: "Error", name: "TypeError", message: "boo" });
});

test("bytes in a buffer that can grow are read like others", async ({ session, server }) => {
  await open(session, server, "/idb-resizable");
  const put = (value: string) => `new Promise((resolve, reject) => {
    const opening = indexedDB.open("app-db");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("drafts", "readwrite");
      const buffer = new ArrayBuffer(4, { maxByteLength: 8 });
      new Uint8Array(buffer).set([1, 2, 3, 4]);
      transaction.objectStore("drafts").put(${value}, "grows");
      transaction.onabort = () => reject(transaction.error);
      transaction.oncomplete = () => { opening.result.close(); resolve(true); };
    };
  })`;
  expect(await session.call("eval_js", { expr: put("[buffer, new Uint8Array(buffer, 1), new Uint16Array(buffer, 2, 1), new DataView(buffer, 3)]") })).toMatchObject({ value: true });
  const value = [
    { $type: "ArrayBuffer", value: "AQIDBA==" },
    { $type: "Uint8Array", value: "AgME" },
    { $type: "Uint16Array", value: "AwQ=" },
    { $type: "DataView", value: "BA==" },
  ];
  expect(await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key: "grows" })).toEqual({ ok: true, found: true, value });
  const { origins, warnings } = await session.call("dump_storage_state", { indexedDB: true });
  expect(warnings).toBeUndefined();
  expect(origins[0].indexedDB[0].stores[0].records).toEqual([{ key: "grows", value }]);
});

test("keys may be strings, numbers, dates, lists and bytes", async ({ session, server }) => {
  await open(session, server, "/idb-keys");
  const keys = ["text", 1.5, { $type: "Date", value: "2026-01-31T10:00:00.000Z" }, ["a", [1, 2]], { $type: "ArrayBuffer", value: "AQI=" }];
  for (const key of keys) await session.call("idb_put", { dbName: "app-db", storeName: "drafts", key, value: { key } });
  for (const key of keys) expect(await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key })).toMatchObject({ found: true, value: { key } });
  expect(await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key: "1.5" })).toEqual({ ok: true, found: false });
  expect(await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key: { a: 1 } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("in-line keys win over key, counting stores make their own, others need one", async ({ session, server }) => {
  await open(session, server, "/idb-inline");
  const put = (storeName: string, input: Record<string, unknown>) => session.call("idb_put", { dbName: "app-db", storeName, ...input });
  const inline = await put("users", { key: "ignored", value: { id: 7, mail: "a@example.com" } });
  expect(inline).toMatchObject({ ok: true, key: 7 });
  expect(inline.warnings.join()).toContain("ignored");
  expect(await put("log", { value: "first" })).toMatchObject({ ok: true, key: 1 });
  expect(await put("drafts", { value: 1 })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await put("users", { value: { noId: true } })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await put("users", { value: { id: 8, mail: "a@example.com" } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("idb_delete and idb_clear remove records and leave the store", async ({ session, server }) => {
  await open(session, server, "/idb-clear");
  const store = { dbName: "app-db", storeName: "drafts" };
  for (const key of ["a", "b", "c"]) await session.call("idb_put", { ...store, key, value: 1 });
  expect(await session.call("idb_delete", { ...store, key: "a" })).toEqual({ ok: true });
  expect(await session.call("idb_delete", { ...store, key: "a" })).toEqual({ ok: true });
  expect(await session.call("idb_get", { ...store, key: "a" })).toEqual({ ok: true, found: false });
  expect(await session.call("idb_clear", store)).toEqual({ ok: true, cleared: 2 });
  expect(await session.call("idb_list_stores", { dbName: "app-db" })).toMatchObject({ count: 3 });
});

test("databases and stores that do not exist are refused, and not created by asking", async ({ session, server }) => {
  await open(session, server, "/idb-missing");
  expect(await session.call("idb_list_stores", { dbName: "nope" })).toMatchObject({ ok: false, error: "not-found" });
  const missing = await session.call("idb_put", { dbName: "app-db", storeName: "nope", key: 1, value: 1 });
  expect(missing).toMatchObject({ ok: false, error: "not-found" });
  expect(missing.hint).toContain("drafts");
  expect(await session.call("idb_list_databases")).toMatchObject({ count: 1 });
});

test("a database that an upgrade blocks is reported instead of waited for", async ({ session, server }) => {
  await open(session, server, "/idb-blocked");
  // The first connection ignores versionchange, so the upgrade waits for it, and every later open waits for the upgrade.
  const block = `new Promise((resolve) => {
    const first = indexedDB.open("app-db");
    first.onsuccess = () => { window.held = first.result; const second = indexedDB.open("app-db", 9); second.onblocked = () => resolve(true); };
  })`;
  expect(await session.call("eval_js", { expr: block })).toMatchObject({ value: true });
  const blocked = await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key: 1 });
  expect(blocked).toMatchObject({ ok: false, error: "database-blocked" });
  expect(blocked.hint).toMatch(/reload or close/i);
});

test("what cannot leave the browser is named, and stays in the store", async ({ session, server }) => {
  await open(session, server, "/idb-key");
  const store = `(async () => {
    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    const opening = indexedDB.open("app-db");
    const db = await new Promise((resolve) => { opening.onsuccess = () => resolve(opening.result); });
    const transaction = db.transaction("drafts", "readwrite");
    transaction.objectStore("drafts").put({ keys: [pair.privateKey] }, "secret");
    await new Promise((resolve) => { transaction.oncomplete = resolve; });
    db.close();
  })()`;
  await session.call("eval_js", { expr: store });
  const result = await session.call("idb_get", { dbName: "app-db", storeName: "drafts", key: "secret" });
  expect(result).toMatchObject({ ok: false, error: "not-serializable" });
  expect(result.message).toContain("a CryptoKey at value.keys[0]");
  expect(await session.call("eval_js", { expr: look("secret", "v.keys[0].type") })).toMatchObject({ value: "private" });
});
