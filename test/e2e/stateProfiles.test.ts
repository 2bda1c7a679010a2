import { existsSync } from "node:fs";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { engine, test } from "./support/session.ts";

const browser = engine === "firefox" ? { browser: "firefox" } : {};

test("profile_snapshot and profile_restore bring a profile back, and refuse while a session is open", async ({ server }) => {
  await using drover = ownHome();
  const url = server.html("/profile", "<title>Profile</title>");
  const open = () => drover.call("open_session", { session: "default", engine });
  const cookie = async () => (await drover.call("cookies_get", { name: "sid", url })).cookie?.value;

  await open();
  await drover.call("navigate", { url });
  await drover.call("cookies_set", { name: "sid", value: "clean", url: server.origin, expires: Math.floor(Date.now() / 1000) + 86_400 });
  await drover.call("localstorage_set", { key: "k", value: "clean" });
  for (const tool of ["profile_snapshot", "profile_restore"]) {
    const busy = await drover.call(tool, { snapshot: "clean-login", ...browser });
    expect(busy).toMatchObject({ ok: false, error: "profile-in-use", sessions: ["default"] });
    expect(busy.hint).toContain("close_sessions({all:true})");
  }
  await drover.call("close_sessions", { all: true });
  const taken = await drover.call("profile_snapshot", { snapshot: "clean-login", ...browser });
  expect(taken).toMatchObject({ ok: true, action: "profile_snapshot", snapshot: "clean-login", profile: "default" });
  expect(taken.path).toBe(`${drover.workspace}/profile-snapshots/clean-login`);
  expect(existsSync(taken.path)).toBe(true);
  expect(taken.files).toBeGreaterThan(5);

  await open();
  expect(await cookie()).toBe("clean");
  await drover.call("cookies_set", { name: "sid", value: "spoilt", url: server.origin, expires: Math.floor(Date.now() / 1000) + 86_400 });
  await drover.call("navigate", { url });
  await drover.call("localstorage_set", { key: "k", value: "spoilt" });
  await drover.call("close_sessions", { all: true });

  expect(await drover.call("profile_restore", { snapshot: "clean-login", ...browser })).toMatchObject({ ok: true, action: "profile_restore", profile: "default" });
  await open();
  expect(await cookie()).toBe("clean");
  await drover.call("navigate", { url });
  expect(await drover.call("localstorage_get", { key: "k" })).toMatchObject({ value: "clean" });
});

test("snapshots and profiles that do not exist, or names that lead elsewhere, are refused", async () => {
  await using drover = ownHome();
  expect(await drover.call("profile_snapshot", { snapshot: "x", profile: "none" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await drover.call("profile_restore", { snapshot: "none" })).toMatchObject({ ok: false, error: "not-found" });
  for (const snapshot of ["../x", "a/b", ".x"]) expect(await drover.call("profile_snapshot", { snapshot })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await drover.call("profile_restore", { snapshot: "x", profile: "../y" })).toMatchObject({ ok: false });
  for (const profile of ["../..", "/tmp"]) {
    const refused = await drover.call("profile_snapshot", { snapshot: "x", profile });
    expect(refused, profile).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("Use letters") });
  }
});
