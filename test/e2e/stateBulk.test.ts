import { statSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { test, type Data } from "./support/session.ts";

const page = `<title>State</title><script>
  window.fill = (name) => new Promise((resolve) => {
    localStorage.setItem("who", name);
    const request = indexedDB.open("app", 2);
    request.onupgradeneeded = () => request.result.createObjectStore("notes", { keyPath: "id" }).createIndex("byAt", "at");
    request.onsuccess = () => {
      const transaction = request.result.transaction("notes", "readwrite");
      transaction.objectStore("notes").put({ id: 1, name, at: new Date(5), bytes: new Uint8Array([1, 2]) });
      transaction.oncomplete = () => { request.result.close(); resolve(true); };
    };
  });
  window.read = () => new Promise((resolve) => {
    const request = indexedDB.open("app", 2);
    request.onupgradeneeded = () => request.result.createObjectStore("notes", { keyPath: "id" });
    request.onsuccess = () => {
      const get = request.result.transaction("notes").objectStore("notes").getAll();
      get.onsuccess = () => { request.result.close(); resolve(get.result.map((n) => n.name + n.at.getTime() + n.bytes[1])); };
    };
  });
</script>`;

/** Two origins with storage, the session ends up on the first. */
async function fill(session: Data, server: Data, who: string, at = "/state"): Promise<string> {
  const url = server.html(at, page);
  const elsewhere = url.replace(server.origin, server.otherOrigin);
  for (const each of [elsewhere, url]) {
    await session.call("navigate", { url: each });
    await session.call("eval_js", { expr: `fill(${JSON.stringify(who)})` });
  }
  await session.call("cookies_set", { name: "sid", value: who, url: server.origin, httpOnly: true });
  await session.call("cookies_set", { name: "pref", value: "1", domain: ".shop.example", path: "/x", secure: true });
  return url;
}

const stored = async (session: Data, url: string) => {
  await session.call("navigate", { url });
  return (await session.call("eval_js", { expr: "localStorage.getItem('who')" })).value;
};

test("dump_storage_state has cookies and localStorage of every origin visited, IndexedDB on request", async ({ session, server }) => {
  await fill(session, server, "ada");
  const before = server.requests.length;
  const dumped = await session.call("dump_storage_state");
  expect(dumped).toMatchObject({ ok: true, cookies: expect.arrayContaining([expect.objectContaining({ name: "sid", value: "ada" })]) });
  expect(dumped.origins).toEqual(
    expect.arrayContaining([server.origin, server.otherOrigin].map((origin) => ({ origin, localStorage: [{ name: "who", value: "ada" }] }))),
  );
  expect(server.requests.length, "the other origin is read without loading it").toBe(before);
  expect((await session.call("target")).sessions).toHaveLength(1);
  const whole = await session.call("dump_storage_state", { indexedDB: true });
  expect(whole.origins[0].indexedDB).toEqual([
    {
      name: "app",
      version: 2,
      stores: [
        {
          name: "notes",
          keyPath: "id",
          autoIncrement: false,
          indexes: [{ name: "byAt", keyPath: "at", unique: false, multiEntry: false }],
          records: [{ value: { id: 1, name: "ada", at: { $type: "Date", value: "1970-01-01T00:00:00.005Z" }, bytes: { $type: "Uint8Array", value: "AQI=" } } }],
        },
      ],
    },
  ]);
});

test("dump_storage_state writes a file that only its owner can read, inside the workspace", async ({ session, server }) => {
  await fill(session, server, "ada", "/state-file");
  const name = `states/${session.id}.json`;
  const dumped = await session.call("dump_storage_state", { path: name });
  expect(dumped).toMatchObject({ ok: true, encrypted: false });
  expect(statSync(dumped.path).mode & 0o777).toBe(0o600);
  const { cookies, origins } = JSON.parse(readFileSync(dumped.path, "utf8"));
  expect({ cookies, origins }).toEqual({ cookies: dumped.cookies, origins: dumped.origins });
  for (const outside of ["../out.json", "/etc/out.json"])
    expect(await session.call("dump_storage_state", { path: outside })).toMatchObject({ ok: false, error: "bad-path" });
});

test("inject_storage_state replaces everything the session had", async ({ session, server }) => {
  const url = await fill(session, server, "ada", "/replace");
  const elsewhere = url.replace(server.origin, server.otherOrigin);
  const saved = await session.call("dump_storage_state", { indexedDB: true });
  await fill(session, server, "bob", "/replace");
  await session.call("localstorage_set", { key: "extra", value: "x" });
  await session.call("cookies_set", { name: "extra", value: "x", url: server.origin });
  const applied = await session.call("inject_storage_state", { state: { cookies: saved.cookies, origins: saved.origins } });
  expect(applied).toMatchObject({ ok: true, mode: "replace", cookies: 2 });
  expect(applied.origins.sort()).toEqual([server.origin, server.otherOrigin].sort());
  expect(await session.call("localstorage_list")).toMatchObject({ count: 1, entries: [{ key: "who", value: "ada" }] });
  expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: ["ada52"] });
  expect(await stored(session, elsewhere)).toBe("ada");
  expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: ["ada52"] });
  const { cookies } = await session.call("cookies_list");
  expect(cookies).toHaveLength(2);
  expect(cookies).toEqual(expect.arrayContaining([
    expect.objectContaining({ name: "sid", value: "ada", domain: "127.0.0.1", httpOnly: true }),
    expect.objectContaining({ name: "pref", domain: ".shop.example", path: "/x", secure: true }),
  ]));
  await session.call("inject_storage_state", { state: { cookies: [], origins: [] } });
  expect(await stored(session, elsewhere)).toBe(null);
  expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: [] });
});

test("inject_storage_state merges into the current origin and names the origins it skipped", async ({ session, server }) => {
  const url = await fill(session, server, "ada", "/merge");
  const state = {
    cookies: [{ name: "added", value: "1", domain: "127.0.0.1", path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" }],
    origins: [
      { origin: server.origin, localStorage: [{ name: "added", value: "1" }] },
      { origin: "https://never.example", localStorage: [{ name: "a", value: "b" }] },
    ],
  };
  expect(await session.call("inject_storage_state", { state, mode: "merge" })).toMatchObject({
    ok: true,
    mode: "merge",
    cookies: 1,
    origins: [server.origin],
    originsSkipped: ["https://never.example"],
  });
  expect(await stored(session, url)).toBe("ada");
  expect(await session.call("localstorage_get", { key: "added" })).toMatchObject({ value: "1" });
  expect(await session.call("cookies_list")).toMatchObject({ count: 3 });
});

test("cookies that have expired since a state was saved are left out, and counted", async ({ session }) => {
  const cookie = { value: "1", domain: "shop.example", path: "/" };
  const hour = Math.floor(Date.now() / 1000) + 3600;
  const cookies = [
    { ...cookie, name: "past", expires: 1_000_000_000 },
    { ...cookie, name: "epoch", expires: 0 },
    { ...cookie, name: "session", expires: -1 },
    { ...cookie, name: "hour", expires: hour },
  ];
  for (const mode of ["replace", "merge"]) {
    const applied = await session.call("inject_storage_state", { state: { cookies }, mode });
    expect(applied).toMatchObject({ ok: true, cookies: 2, warnings: [expect.stringContaining("2 of the state's 4 cookies")] });
    const names = (await session.call("cookies_list")).cookies.map(({ name }: Data) => name);
    expect(names.sort()).toEqual(["hour", "session"]);
  }
});

/** Makes a database in the page; with `hold`, the page keeps it open and lets nobody upgrade or delete it. */
const makeDatabase = (name: string, version: number, store: string, value: string, hold = false) => `new Promise((resolve, reject) => {
  const request = indexedDB.open(${JSON.stringify(name)}, ${version});
  request.onupgradeneeded = () => request.result.createObjectStore(${JSON.stringify(store)});
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const transaction = request.result.transaction(${JSON.stringify(store)}, "readwrite");
    transaction.objectStore(${JSON.stringify(store)}).put(${value}, "mine");
    transaction.onabort = () => reject(transaction.error);
    transaction.oncomplete = () => { ${hold ? "window.held = request.result;" : "request.result.close();"} resolve(true); };
  };
})`;

test("merging never loses a database of the page, and says what it did not merge", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/merge-idb", "x") });
  for (const name of ["newer", "other", "both"])
    await session.call("eval_js", { expr: makeDatabase(name, name === "newer" ? 2 : 1, "kept", '"precious"') });
  const records = [{ key: "theirs", value: 1 }];
  const indexedDB = [
    { name: "newer", version: 1, stores: [{ name: "kept", records }] },
    { name: "other", version: 1, stores: [{ name: "kept", keyPath: "id", records: [{ value: { id: 1 } }] }] },
    { name: "both", version: 1, stores: [{ name: "kept", records }, { name: "lacking", records }] },
    { name: "fresh", version: 4, stores: [{ name: "kept", records }] },
  ];
  const merged = await session.call("inject_storage_state", { state: { origins: [{ origin: server.origin, indexedDB }] }, mode: "merge" });
  expect(merged).toMatchObject({ ok: true, origins: [server.origin] });
  expect(merged.warnings).toEqual([
    expect.stringMatching(/"newer" was not merged and is as it was: it has version 2 here and 1 in the state/),
    expect.stringMatching(/"other" these stores were not merged: "kept"/),
    expect.stringMatching(/"both" these stores were not merged: "lacking"/),
  ]);
  const value = async (dbName: string, key: string) => (await session.call("idb_get", { dbName, storeName: "kept", key })).value;
  for (const name of ["newer", "other", "both"]) expect(await value(name, "mine"), name).toBe("precious");
  expect([await value("newer", "theirs"), await value("both", "theirs"), await value("fresh", "theirs")]).toEqual([undefined, 1, 1]);
});

test("a database that the page holds open in another shape is left as it was until the page lets go", async ({ session, server }) => {
  const url = server.html("/held", "x");
  await session.call("navigate", { url });
  await session.call("eval_js", { expr: makeDatabase("app", 3, "old", '"mine"', true) });
  const indexedDB = [{ name: "app", version: 1, stores: [{ name: "new", records: [{ key: "theirs", value: 1 }] }] }];
  const state = { cookies: [], origins: [{ origin: server.origin, localStorage: [{ name: "who", value: "ada" }], indexedDB }] };
  const held = await session.call("inject_storage_state", { state });
  expect(held).toMatchObject({ ok: true, origins: [server.origin] });
  expect(held.warnings).toEqual([expect.stringMatching(/"app" was not restored and is as it was: .* version 3, .*\(version 1\)\. Navigate/)]);
  const count = 'new Promise((done) => { held.transaction("old").objectStore("old").count().onsuccess = ({ target }) => done(target.result); })';
  expect(await session.call("eval_js", { expr: count })).toMatchObject({ value: 1 });
  await session.call("navigate", { url: `${url}?again` });
  expect(await session.call("idb_list_databases")).toMatchObject({ databases: [{ name: "app", version: 3 }] });
  expect(await session.call("idb_get", { dbName: "app", storeName: "old", key: "mine" })).toMatchObject({ value: "mine" });

  await session.call("navigate", { url: url.replace(server.origin, server.otherOrigin) });
  const free = await session.call("inject_storage_state", { state });
  expect(free.warnings).toBeUndefined();
  await session.call("navigate", { url });
  expect(await session.call("idb_list_databases")).toMatchObject({ databases: [{ name: "app", version: 1 }] });
  expect(await session.call("idb_get", { dbName: "app", storeName: "new", key: "theirs" })).toMatchObject({ value: 1 });
});

test("a page that lets go of its databases when asked gets those of the state, whatever their shape", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/lets-go", "x") });
  await session.call("eval_js", { expr: makeDatabase("polite", 3, "old", "1", true) });
  await session.call("eval_js", { expr: "held.onversionchange = () => held.close(); 1" });
  await session.call("eval_js", { expr: makeDatabase("closed", 1, "old", "1") });
  const stores = [{ name: "new", records: [{ key: "theirs", value: 1 }] }];
  const indexedDB = [{ name: "polite", version: 1, stores }, { name: "closed", version: 1, stores }];
  const applied = await session.call("inject_storage_state", { state: { origins: [{ origin: server.origin, indexedDB }] } });
  expect(applied.warnings).toBeUndefined();
  for (const dbName of ["polite", "closed"]) {
    expect(await session.call("idb_list_stores", { dbName })).toMatchObject({ version: 1, stores: ["new"] });
    expect(await session.call("idb_get", { dbName, storeName: "new", key: "theirs" })).toMatchObject({ value: 1 });
  }
});

test("a database that cannot be read is left out of a state, and nothing else", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/blocked", "x") });
  await session.call("localstorage_set", { key: "token", value: "t-1" });
  await session.call("eval_js", { expr: makeDatabase("free", 1, "kept", "1") });
  await session.call("eval_js", { expr: makeDatabase("stuck", 1, "kept", "1", true) });
  await session.call("eval_js", { expr: 'new Promise((done) => { indexedDB.open("stuck", 2).onblocked = () => done(true); })' });
  const { origins, warnings } = await session.call("dump_storage_state", { indexedDB: true });
  expect(origins).toMatchObject([{ origin: server.origin, localStorage: [{ name: "token", value: "t-1" }], indexedDB: [{ name: "free" }] }]);
  expect(origins[0].indexedDB).toHaveLength(1);
  expect(warnings).toEqual([expect.stringMatching(/the database "stuck" was left out: .* is blocked/)]);
});

test("a state that makes no sense is refused before the session is touched", async ({ session, server }) => {
  const url = await fill(session, server, "ada", "/bad-state");
  const workspace = path.dirname(path.dirname((await session.call("dump_storage_state", { path: `states/${session.id}.json` })).path));
  mkdirSync(path.join(workspace, "states"), { recursive: true });
  writeFileSync(path.join(workspace, `states/${session.id}-cut.json`), '{"cookies":[{"na');
  const cookie = { name: "x", value: "1", domain: "127.0.0.1", path: "/", expires: -1, httpOnly: false, secure: false };
  const bad: [state: unknown, error: string][] = [
    [{}, "bad-input"],
    [{ cookies: [{ name: "x" }] }, "bad-input"],
    [{ origins: [{ origin: "no origin" }] }, "bad-input"],
    [{ origins: [{ origin: server.origin, localStorage: [{ name: "x" }] }] }, "bad-input"],
    [{ origins: [{ origin: server.origin, indexedDB: [{ name: "app", version: 2, stores: [{ name: "notes", records: [{ key: 1, value: { $type: "Nope" } }] }] }] }] }, "bad-input"],
    [{ cookies: [cookie, { ...cookie, name: "__Host-x", domain: ".shop.example" }] }, "bad-input"],
    [{ cookies: [cookie, { ...cookie, domain: "bad domain;" }] }, "bad-input"],
    [{ cookies: [cookie, { ...cookie, domain: "shop.example/x" }] }, "bad-input"],
    [{ cookies: [cookie, { ...cookie, path: "x" }] }, "bad-input"],
    [`states/${session.id}-cut.json`, "bad-input"],
    ["states/none.json", "not-found"],
    ["../../etc/passwd", "bad-path"],
  ];
  for (const [state, error] of bad) expect(await session.call("inject_storage_state", { state }), JSON.stringify(state)).toMatchObject({ ok: false, error });
  expect(await stored(session, url)).toBe("ada");
  expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: ["ada52"] });
  expect(await session.call("cookies_list")).toMatchObject({ count: 2 });
});

test("localStorage that does not fit is said, and the origin keeps what it had", async ({ session, server }) => {
  const url = await fill(session, server, "ada", "/quota");
  const localStorage = [{ name: "who", value: "bob" }, { name: "big", value: "x".repeat(6_000_000) }, { name: "last", value: "1" }];
  for (const mode of ["replace", "merge"]) {
    const applied = await session.call("inject_storage_state", { state: { origins: [{ origin: server.origin, localStorage }] }, mode });
    expect(applied).toMatchObject({ ok: true, origins: [] });
    expect(applied.warnings, mode).toEqual([expect.stringMatching(/^http:\/\/127.* was not restored: .*\["big"\].* 1 of 3 entries were written/)]);
    expect(await stored(session, url)).toBe("ada");
    expect(await session.call("localstorage_list")).toMatchObject({ count: 1 });
    expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: ["ada52"] });
  }
});

test("a state of Playwright's brings its databases along", async ({ session, server }) => {
  const url = server.html("/playwright", page);
  const fields = [
    { k: "id", v: 1 },
    { k: "name", v: "eve" },
    { k: "at", v: { d: "1970-01-01T00:00:00.005Z" } },
    { k: "bytes", v: { ta: { b: "AQI=", k: "ui8" } } },
  ];
  const notes = { name: "notes", keyPath: "id", autoIncrement: false, indexes: [], records: [{ valueEncoded: { o: fields, id: 1 } }] };
  const pairs = { name: "pairs", keyPathArray: ["a", "b"], autoIncrement: false, indexes: [], records: [{ value: { a: 1, b: 2 } }] };
  const dated = { name: "dated", autoIncrement: false, indexes: [], records: [{ keyEncoded: { d: "1970-01-01T00:00:00.007Z" }, value: "v" }] };
  const state = { cookies: [], origins: [{ origin: server.origin, localStorage: [], indexedDB: [{ name: "app", version: 2, stores: [notes, pairs, dated] }] }] };
  const applied = await session.call("inject_storage_state", { state });
  expect(applied).toMatchObject({ ok: true, origins: [server.origin] });
  expect(applied.warnings).toBeUndefined();
  await session.call("navigate", { url });
  expect(await session.call("eval_js", { expr: "read()" })).toMatchObject({ value: ["eve52"] });
  expect(await session.call("idb_get", { dbName: "app", storeName: "pairs", key: [1, 2] })).toMatchObject({ value: { a: 1, b: 2 } });
  expect(await session.call("idb_get", { dbName: "app", storeName: "dated", key: { $type: "Date", value: "1970-01-01T00:00:00.007Z" } })).toMatchObject({ value: "v" });
});

test("a site's service worker and scripts do not run when its storage is read from outside", async ({ session, server }) => {
  const ran = () => server.requests.filter((request: string) => request === "GET /sw-ran").length;
  server.route("/sw.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`self.addEventListener("fetch", (event) => {
      if (event.request.mode === "navigate") event.respondWith(new Response("<script>fetch('/sw-ran')</script>", { headers: { "content-type": "text/html" } }));
    }); self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));`);
  });
  const page = `<script>
    localStorage.setItem("kept", "1");
    window.ready = navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => true);
  </script>`;
  await session.call("navigate", { url: server.html("/sw-page", page) });
  expect(await session.call("eval_js", { expr: "window.ready" })).toMatchObject({ value: true });
  await session.call("navigate", { url: server.html("/elsewhere", "x").replace(server.origin, server.otherOrigin) });
  const before = ran();
  const { origins } = await session.call("dump_storage_state");
  expect(origins).toEqual([{ origin: server.origin, localStorage: [{ name: "kept", value: "1" }] }]);
  expect(ran()).toBe(before);
});

test("origins that no page is on are written and read out of everybody's sight", async ({ session, server }) => {
  const origins = Array.from({ length: 3 }, (_, index) => ({
    origin: `https://shop${index}.example`,
    localStorage: [{ name: "cart", value: `"${index}" ä\ud800` }],
  }));
  await session.call("navigate", { url: server.html("/watching", "x") });
  const tabs: number[] = [];
  const watched = async (work: Promise<Data>): Promise<Data> => {
    let done = false;
    const ended = () => (done = true);
    work.then(ended, ended);
    while (!done) tabs.push((await session.call("list_targets")).length);
    return work;
  };
  expect(await watched(session.call("inject_storage_state", { state: { cookies: [], origins } }))).toMatchObject({ ok: true, origins: origins.map(({ origin }) => origin) });
  const dumped = await watched(session.call("dump_storage_state"));
  expect(dumped.warnings).toBeUndefined();
  expect(dumped.origins).toEqual(expect.arrayContaining(origins));
  expect(tabs.length).toBeGreaterThan(1);
  expect(new Set(tabs)).toEqual(new Set([1]));
});

test("inject_storage_state reads a cookies.txt, #HttpOnly_ lines included", async ({ session, server }) => {
  await fill(session, server, "ada", "/netscape");
  const { output } = await session.call("cookies", { format: "netscape" });
  const { path: file } = await session.call("dump_storage_state", { path: `states/${session.id}.txt` });
  writeFileSync(file, output);
  await session.call("cookies_clear");
  expect(await session.call("inject_storage_state", { state: `states/${session.id}.txt`, mode: "merge" })).toMatchObject({ ok: true, cookies: 2 });
  expect((await session.call("cookies_get", { name: "sid" })).cookie).toMatchObject({ value: "ada", domain: "127.0.0.1", httpOnly: true });
  expect((await session.call("cookies_get", { name: "pref" })).cookie).toMatchObject({ domain: ".shop.example", path: "/x", secure: true });
});
