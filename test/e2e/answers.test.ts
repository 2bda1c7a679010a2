/** Fields that programs written for the specification's origin read. */
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { page } from "./support/page.ts";
import { engine, test } from "./support/session.ts";

test("the life of a session is told by the session's name", async () => {
  await using drover = ownHome();
  expect(await drover.call("open_session", { session: "shop", mode: "incognito", engine })).toMatchObject({ ok: true, session: "shop", id: "shop" });
  expect(await drover.call("list_sessions", { session: "shop" })).toMatchObject({ sessions: [{ id: "shop", mode: "incognito", pages: 1, openedAt: expect.any(String) }] });
  expect(await drover.call("approve_actions", { session: "shop", scopes: ["byob_action"] })).toMatchObject({ granted: ["byob_action"], approved: ["byob_action"] });
  expect(await drover.call("close_session", { session: "shop" })).toMatchObject({ ok: true, session: "shop", wasOpen: true, closed: "shop" });
  expect(await drover.call("close_session", { session: "shop" })).toMatchObject({ ok: false, error: "session-not-found", session: "shop", wasOpen: false });
});

test("tools that work on no session let its name be", async () => {
  await using drover = ownHome();
  const session = "nobody";
  expect(await drover.call("set_config", { session, scope: "user", patch: { actionTimeoutMs: 7000, headless: true } })).toMatchObject({ ok: true, written: ["headless", "actionTimeoutMs"] });
  expect(await drover.call("reset_config", { session, scope: "user" })).toMatchObject({ ok: true, cleared: "user" });
  for (const tool of ["list_sessions", "close_sessions", "files_list"])
    expect(await drover.call(tool, { session, ...(tool === "close_sessions" && { prefix: "none-" }) }), tool).toMatchObject({ ok: true });
  expect(await drover.call("reset_config", { session: 7, scope: "user" })).toMatchObject({ ok: false, error: "bad-input" });
  expect((await drover.call("list_sessions")).sessions).toEqual([]);
});

test("emulations and captures tell their warnings and their size", async ({ session }) => {
  for (const [tool, input] of [
    ["set_locale", { locale: "de-CH" }],
    ["set_timezone", { timezoneId: "Europe/Zurich" }],
    ["grant_permissions", { permissions: [] }],
    ["network_emulate", {}],
    ...(engine === "chromium" ? [["cpu_emulate", { throttleRate: 1 }] as const] : []),
    ["seed_random", { seed: 7 }],
    ["clock", { mode: "release" }],
  ] as const)
    expect(await session.call(tool, input), tool).toMatchObject({ ok: true, warnings: [] });
  expect(await session.call("downloads_capture", { on: true })).toMatchObject({ captureOn: true, tokensEstimate: expect.any(Number) });
});

test("a result may be as short as the caller likes", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/short", page(`<button onclick="this.after('Some words that came')">Go</button>`)), mode: "none" });
  for (const maxResultTokens of [0, 1, 10]) {
    const { ok, snapshotDelta } = await session.call("click", { selector: "button", maxResultTokens });
    expect(ok).toBe(true);
    expect(snapshotDelta.tree?.length ?? 0).toBeLessThan(200);
  }
});
