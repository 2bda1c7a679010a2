import { expect } from "vitest";
import { test } from "./support/session.ts";

const kinds = [
  { global: "localStorage", get: "localstorage_get", list: "localstorage_list", set: "localstorage_set", remove: "localstorage_delete", clear: "localstorage_clear" },
  { global: "sessionStorage", get: "sessionstorage_get", list: "sessionstorage_list", set: "sessionstorage_set", remove: "sessionstorage_delete", clear: "sessionstorage_clear" },
];

for (const { global, get, list, set, remove, clear } of kinds)
  test(`the tools read and write the page's ${global}`, async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/web-storage", `<script>${global}.setItem("theirs", "päge ✓")</script>`) });
    expect(await session.call(get, { key: "theirs" })).toEqual({ ok: true, value: "päge ✓", origin: server.origin });
    expect(await session.call(get, { key: "none" })).toMatchObject({ ok: true, value: null });
    expect(await session.call(set, { key: "", value: "\ud800 lone" })).toMatchObject({ ok: true, origin: server.origin });
    expect(await session.call(set, { key: "__proto__", value: "x" })).toMatchObject({ ok: true });
    const listed = await session.call(list);
    expect(listed).toMatchObject({ ok: true, count: 3, origin: server.origin });
    expect(listed.entries).toContainEqual({ key: "__proto__", value: "x" });
    expect(await session.call("eval_js", { expr: `${global}.getItem("") === "\\ud800 lone"` })).toMatchObject({ value: true });
    expect(await session.call(remove, { key: "theirs" })).toMatchObject({ ok: true, existed: true });
    expect(await session.call(remove, { key: "theirs" })).toMatchObject({ ok: true, existed: false });
    expect(await session.call(clear)).toMatchObject({ ok: true, cleared: 2 });
    expect(await session.call("eval_js", { expr: `${global}.length` })).toMatchObject({ value: 0 });
  });

test("storage without an origin says to navigate first", async ({ session }) => {
  await session.call("navigate", { url: "about:blank" });
  for (const tool of ["localstorage_list", "sessionstorage_list", "caches_list_storages", "idb_list_databases"]) {
    const result = await session.call(tool);
    expect(result, tool).toMatchObject({ ok: false, error: "wrong-origin" });
    expect(result.hint, tool).toMatch(/navigate first/i);
  }
});

test("a call right after a navigation that failed finds the page about the failure", async ({ session, server }) => {
  for (const url of ["http://127.0.0.1:1/", "http://unknown.invalid/"]) {
    await session.call("navigate", { url: server.html("/before-failure", "x"), mode: "none" });
    const [navigated, listed] = [await session.call("navigate", { url }), await session.call("localstorage_list")];
    expect(navigated, url).toMatchObject({ ok: false, error: "navigation-failed" });
    expect(listed, url).toMatchObject({ ok: false, error: "wrong-origin", hint: expect.stringMatching(/navigate first/i) });
  }
});

test("a full localStorage is named as such and keeps what it had", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/quota", "x") });
  await session.call("localstorage_set", { key: "small", value: "kept" });
  const fill = `(() => { let step = 1 << 20; for (let at = 0; step >= 1; ) try { localStorage.setItem("fill" + at++, "x".repeat(step)); } catch { step >>= 1; } })()`;
  await session.call("eval_js", { expr: fill, timeoutMs: 60_000 });
  const result = await session.call("localstorage_set", { key: "big", value: "x".repeat(1000) });
  expect(result).toMatchObject({ ok: false, error: "quota-exceeded" });
  expect(await session.call("localstorage_get", { key: "small" })).toMatchObject({ value: "kept" });
});

test("storage tools do not run anything in the page's own world", async ({ session, server }) => {
  const page = `<script>
    Storage.prototype.getItem = () => "spoofed";
    Object.defineProperty(window, "localStorage", { get() { window.touched = true; return null; } });
  </script>`;
  await session.call("navigate", { url: server.html("/hostile", page) });
  await session.call("localstorage_set", { key: "a", value: "real" });
  expect(await session.call("localstorage_get", { key: "a" })).toMatchObject({ value: "real" });
  expect(await session.call("eval_js", { expr: "window.touched ?? false" })).toMatchObject({ value: false });
});
