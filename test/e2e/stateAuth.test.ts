import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { ownHome } from "./support/home.ts";
import { killed } from "./support/kill.ts";
import { engine, test, type Data } from "./support/session.ts";

/** What no engine has a part in. */
const whicheverBrowser = test.skipIf(engine === "firefox");

async function logIn(session: Data, server: Data): Promise<string> {
  const url = server.html("/account", "<title>Account</title>");
  await session.call("navigate", { url });
  await session.call("localstorage_set", { key: "token", value: "t-1" });
  await session.call("cookies_set", { name: "sid", value: "7", url: server.origin, httpOnly: true });
  return url;
}

test("auth_save keeps a log-in that auth_load and open_session({authState}) bring back", async ({ session, client, server }) => {
  const url = await logIn(session, server);
  const name = `ada.${session.id}`;
  const saved = await session.call("auth_save", { name });
  expect(saved).toMatchObject({ ok: true, name, cookies: 1, origins: [server.origin], encrypted: false });
  expect(saved.path).toMatch(new RegExp(`\\.auth-states/${name}\\.json$`));
  expect(statSync(saved.path).mode & 0o777).toBe(0o600);
  await session.call("cookies_clear");
  await session.call("localstorage_clear");
  expect(await session.call("auth_load", { name })).toMatchObject({ ok: true, name, cookies: 1, origins: [server.origin] });
  expect(await session.call("localstorage_get", { key: "token" })).toMatchObject({ value: "t-1" });

  const fresh = `${session.id}-fresh`;
  expect((await client.call("open_session", { session: fresh, mode: "incognito", engine, authState: name })).data).toMatchObject({ ok: true });
  await client.call("navigate", { session: fresh, url });
  expect((await client.call("localstorage_get", { session: fresh, key: "token" })).data).toMatchObject({ value: "t-1" });
  expect((await client.call("cookies_get", { session: fresh, name: "sid" })).data).toMatchObject({ cookie: { value: "7", httpOnly: true } });
  await client.call("close_session", { session: fresh });

  const { slots, count } = (await client.call("auth_list", {})).data as Data;
  expect(count).toBe(slots.length);
  expect(slots).toContainEqual({ name, path: saved.path, bytes: saved.bytes, modifiedAt: expect.any(String) });
  expect((await client.call("auth_delete", { name })).data).toEqual({ ok: true, existed: true });
  expect((await client.call("auth_delete", { name })).data).toEqual({ ok: true, existed: false });
  expect(await session.call("auth_load", { name })).toMatchObject({ ok: false, error: "not-found" });
});

test("auth_load takes away what other origins stored meanwhile, with a page of theirs open or not", async ({ session, server }) => {
  const url = await logIn(session, server);
  const name = `swap-${session.id}`;
  await session.call("auth_save", { name });
  const elsewhere = server.html("/elsewhere", "x").replace(server.origin, server.otherOrigin);
  for (const leave of [url, elsewhere]) {
    await session.call("navigate", { url: elsewhere });
    await session.call("localstorage_set", { key: "stale", value: "1" });
    await session.call("eval_js", { expr: "new Promise((done) => { indexedDB.open('stale').onsuccess = ({ target }) => done(target.result.close()) })" });
    await session.call("navigate", { url: leave });
    expect(await session.call("auth_load", { name })).toMatchObject({ ok: true, origins: [server.origin] });
    await session.call("navigate", { url: elsewhere });
    expect(await session.call("localstorage_list"), leave).toMatchObject({ count: 0 });
    if (leave === url) expect(await session.call("idb_list_databases"), leave).toMatchObject({ databases: [] });
  }
  await session.call("auth_delete", { name });
});

whicheverBrowser("names that could lead anywhere else are refused", async ({ session, client }) => {
  for (const name of ["../evil", "a/b", "..", ".hidden", "a..b", "x\\y", ""]) {
    for (const tool of ["auth_save", "auth_load"]) expect(await session.call(tool, { name }), name).toMatchObject({ ok: false, error: "bad-input" });
    expect((await client.call("auth_delete", { name })).data, name).toMatchObject({ ok: false, error: "bad-input" });
  }
});

whicheverBrowser("only files are slots: folders and links to nowhere do not break the list and are not deleted", async () => {
  await using drover = ownHome();
  const folder = path.join(drover.workspace, ".auth-states");
  mkdirSync(path.join(folder, "folder.json"), { recursive: true });
  symlinkSync(path.join(folder, "nowhere"), path.join(folder, "broken.json"));
  symlinkSync("loop.json", path.join(folder, "loop.json"));
  writeFileSync(path.join(folder, "kept.json"), "{}");
  symlinkSync("kept.json", path.join(folder, "linked.json"));
  const slots = async () => (await drover.call("auth_list")).slots.map(({ name }: Data) => name);
  expect(await slots()).toEqual(["kept", "linked"]);
  for (const name of ["folder", "broken", "loop"]) expect(await drover.call("auth_delete", { name }), name).toEqual({ ok: true, existed: false });
  expect(await drover.call("auth_delete", { name: "linked" })).toEqual({ ok: true, existed: true });
  expect(await slots()).toEqual(["kept"]);
  await drover.call("open_session", { session: "s", mode: "incognito", engine });
  expect(await drover.call("auth_save", { session: "s", name: "folder" })).toMatchObject({ ok: false, error: "bad-path" });
});

whicheverBrowser("with DROVER_STATE_KEY states are encrypted; tampered, cut or foreign ones are refused and the session is untouched", async ({ server }) => {
  await using drover = ownHome({ DROVER_STATE_KEY: "correct horse battery staple" });
  const session = { call: (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "s", ...input }) };
  await session.call("open_session", { mode: "incognito", engine });
  await logIn(session, server);
  const saved = await session.call("auth_save", { name: "ada" });
  expect(saved).toMatchObject({ ok: true, encrypted: true });
  const sealed = readFileSync(saved.path, "utf8");
  expect(sealed).not.toMatch(/sid|t-1|token/);
  await session.call("localstorage_set", { key: "token", value: "newer" });

  const envelope = JSON.parse(sealed) as Record<string, string>;
  const flipped = Buffer.from(envelope["data"]!, "base64");
  flipped[10]! ^= 1;
  const damaged: Record<string, string> = {
    tampered: JSON.stringify({ ...envelope, data: flipped.toString("base64") }),
    "cut short": sealed.slice(0, -40),
    "shorter data": JSON.stringify({ ...envelope, data: flipped.subarray(0, 40).toString("base64") }),
    "short tag": JSON.stringify({ ...envelope, tag: Buffer.from(envelope["tag"]!, "base64").subarray(0, 4).toString("base64") }),
    "not sealed": JSON.stringify({ cookies: [{ name: "planted", value: "1", domain: "127.0.0.1", path: "/" }] }),
    "no iv": JSON.stringify({ ...envelope, iv: undefined }),
  };
  for (const [how, contents] of Object.entries(damaged)) {
    writeFileSync(saved.path, contents);
    const result = await session.call("auth_load", { name: "ada" });
    expect(result, how).toMatchObject({ ok: false, error: how === "cut short" ? "bad-input" : "refused" });
    expect(result.hint, how).toContain("The session is unchanged");
    const opened = await drover.call("open_session", { session: "other", mode: "incognito", engine, authState: "ada" });
    expect(opened, how).toMatchObject({ ok: false });
  }
  expect(await session.call("localstorage_get", { key: "token" })).toMatchObject({ value: "newer" });
  expect(await session.call("cookies_list")).toMatchObject({ count: 1 });
  expect((await drover.call("list_sessions")).sessions).toHaveLength(1);

  writeFileSync(saved.path, sealed);
  for (const key of [undefined, "another key"]) {
    const stranger = new CheckedClient({ client: "sdk", home: drover.home, env: { ...drover.env, DROVER_STATE_KEY: key } });
    expect((await stranger.call("auth_load", { session: "s", name: "ada" })).data).toMatchObject({ ok: false, error: "refused" });
    stranger.close();
  }
  expect(await session.call("auth_load", { name: "ada" })).toMatchObject({ ok: true });
  expect(await session.call("localstorage_get", { key: "token" })).toMatchObject({ value: "t-1" });
});

test("open_session seeds by mode: incognito as it is, persistent loudly, attached not at all", async ({ server }) => {
  await using drover = ownHome();
  const session = { call: (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "p", ...input }) };
  await session.call("open_session", { profile: "work", engine });
  const url = await logIn(session, server);
  const state = { cookies: [{ name: "seeded", value: "1", domain: "127.0.0.1", path: "/" }], origins: [{ origin: server.origin, localStorage: [{ name: "seeded", value: "1" }] }] };
  await drover.call("close_session", { session: "p" });

  const opened = await session.call("open_session", { profile: "work", engine, storageState: state });
  expect(opened).toMatchObject({ ok: true, mode: "persistent" });
  expect(opened.warnings.join()).toMatch(/REPLACED what the profile "work" had/);
  await session.call("navigate", { url });
  expect(await session.call("localstorage_list")).toMatchObject({ entries: [{ key: "seeded", value: "1" }] });
  expect((await session.call("cookies_list")).cookies).toMatchObject([{ name: "seeded" }]);

  await drover.call("dump_storage_state", { session: "p", path: "work.json" });
  const fresh = await drover.call("open_session", { session: "i", mode: "incognito", engine, storageState: "work.json" });
  expect(fresh).toMatchObject({ ok: true, mode: "incognito" });
  expect((fresh.warnings ?? []).join()).not.toContain("REPLACED");
  expect(await drover.call("cookies_list", { session: "i" })).toMatchObject({ count: 1 });

  const both = await drover.call("open_session", { session: "x", mode: "incognito", storageState: state, authState: "ada" });
  expect(both).toMatchObject({ ok: false, error: "bad-input" });
  expect(await drover.call("open_session", { session: "x", mode: "incognito", authState: "none" })).toMatchObject({ ok: false, error: "not-found" });
  expect((await drover.call("list_sessions")).sessions).toHaveLength(2);
});

test("an attached browser keeps its own state", async ({ server }) => {
  await using owner = ownHome({ DROVER_DEBUGGING_PORT: "0" });
  await using guest = ownHome();
  await owner.call("navigate", { url: server.html("/theirs", "x") });
  await owner.call("cookies_set", { name: "theirs", value: "1", url: server.origin });
  const { loadDescriptors } = await import("../../src/browser/descriptor.ts");
  const { endpoint } = loadDescriptors(owner.home)[0]!;
  const opened = await guest.call("open_session", { session: "byob", mode: "attached", endpoint, storageState: { cookies: [], origins: [] } });
  expect(opened).toMatchObject({ ok: true, mode: "attached" });
  expect(opened.warnings.join()).toContain("ignored");
  expect(await owner.call("cookies_list")).toMatchObject({ count: 1 });
});

test("a persistent session knows the origins of earlier sessions on its profile", async ({ server }) => {
  await using drover = ownHome();
  const url = server.html("/earlier", "x");
  await drover.call("open_session", { session: "a", profile: "work", engine });
  await drover.call("navigate", { session: "a", url });
  await drover.call("localstorage_set", { session: "a", key: "k", value: "v" });
  await drover.call("close_session", { session: "a" });
  await drover.call("open_session", { session: "b", profile: "work", engine });
  expect((await drover.call("dump_storage_state", { session: "b" })).origins).toEqual([{ origin: server.origin, localStorage: [{ name: "k", value: "v" }] }]);
});

test("200 cookies and megabytes of storage on two origins come back whole", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/big", "x") });
  const cookies = Array.from({ length: 200 }, (_, index) => ({ name: `c${index}`, value: "v".repeat(100), domain: `site${index % 20}.example`, path: "/" }));
  const big = (megabytes: number) => Array.from({ length: megabytes * 16 }, (_, index) => ({ name: `k${index}`, value: `ä😀${index}`.padEnd(65_536, "x") }));
  // Firefox writes local storage to disk at once, which takes its time.
  const [here, there] = session.engine === "chromium" ? [3, 2] : [1, 1];
  const origins = [
    { origin: server.origin, localStorage: big(here) },
    { origin: server.otherOrigin, localStorage: big(there) },
  ];
  const injected = await session.call("inject_storage_state", { state: { cookies, origins }, timeoutMs: 100_000 });
  expect(injected.warnings).toBeUndefined();
  await session.call("navigate", { url: server.html("/big", "x").replace(server.origin, server.otherOrigin) });
  const name = `big-${session.id}`;
  const saved = await session.call("auth_save", { name, timeoutMs: 100_000 });
  expect(saved).toMatchObject({ ok: true, cookies: 200 });
  expect(saved.warnings).toBeUndefined();
  const valuesOf = (state: Data) => Object.fromEntries(state.flatMap(({ origin, localStorage }: Data) => localStorage.map(({ name: key, value }: Data) => [`${origin} ${key}`, value])));
  expect(valuesOf(JSON.parse(readFileSync(saved.path, "utf8")).origins)).toEqual(valuesOf(origins));
  await session.call("localstorage_clear");
  expect(await session.call("auth_load", { name, timeoutMs: 100_000 })).toMatchObject({ ok: true, cookies: 200 });
  expect(await session.call("localstorage_list")).toMatchObject({ count: there * 16 });
  expect(await session.call("localstorage_get", { key: "k7" })).toMatchObject({ value: origins[1]!.localStorage[7]!.value });
  const leftBehind = readdirSync(path.resolve(saved.path, "../../../tmp")).filter((file) => file.startsWith("text-"));
  expect(leftBehind).toEqual([]);
  await session.call("auth_delete", { name });
});

// Firefox is given none in any case.
whicheverBrowser("a log-in is loaded also where no file can be given to the page", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url: server.html("/no-spool", "x"), mode: "none" });
  await drover.call("localstorage_set", { key: "long", value: "ä".repeat(600_000) });
  await drover.call("auth_save", { name: "long" });
  await drover.call("localstorage_clear");
  rmSync(drover.home.temporary, { recursive: true, force: true });
  expect(await drover.call("auth_load", { name: "long" })).toMatchObject({ ok: true, origins: [server.origin] });
  expect(await drover.call("eval_js", { expr: "localStorage.long.length" })).toMatchObject({ value: 600_000 });
});

test("a browser that dies while a log-in is saved leaves the earlier one as it was", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url: server.html("/dies", "x"), mode: "none" });
  await drover.call("localstorage_set", { key: "token", value: "t-1" });
  const { path: file } = await drover.call("auth_save", { name: "kept" });
  const before = readFileSync(file, "utf8");
  // A page that is busy cannot have told its storage before the browser is killed.
  await drover.call("eval_js", { expr: "setTimeout(() => { for (const end = Date.now() + 60_000; Date.now() < end; ); }); 1" });
  const saving = drover.call("auth_save", { name: "kept" });
  // What is answered after it was asked after it: by then it is under way, and the browser is not started again for it.
  for (let turn = 0; turn < 3; turn++) await drover.call("list_sessions");
  await killed(loadDescriptors(drover.home)[0]!.pid);
  expect(await saving).toMatchObject({ ok: false, error: "browser-gone" });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(await drover.call("auth_load", { name: "kept" })).toMatchObject({ ok: true, origins: [server.origin] });
});
