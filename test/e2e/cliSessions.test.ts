import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { hasEnded } from "../../src/browser/processTable.ts";
import { drover } from "./support/drover.ts";
import { startFixtureServer } from "./support/fixtureServer.ts";
import { ownHome } from "./support/home.ts";

test("a session is started, looked at and stopped, and then nothing is left", async () => {
  await using own = ownHome();
  const run = (...args: string[]) => drover(args, { env: own.env });

  expect((await run("session", "status", "--json")).json).toEqual({ ok: true, active: false, session: "default" });
  expect((await run("daemon", "status", "--json")).json).toMatchObject({ running: false, pid: null, sessions: 0, browsers: 0 });
  expect((await run("status", "--json")).json).toMatchObject({ running: false, sessions: [] });

  const started = (await run("session", "start", "--json")).json;
  expect(started).toMatchObject({ active: true, session: "default", cdp_endpoint: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), reused: false });
  const answer = await fetch(`${String(started["cdp_endpoint"])}/json/version`);
  expect(await answer.json()).toMatchObject({ webSocketDebuggerUrl: started["ws_endpoint"] });
  // The browser that started while the daemon loaded is the one that is used.
  expect(readdirSync(own.home.browsers).filter((name) => name.endsWith(".json"))).toHaveLength(1);

  expect((await run("session", "start", "--json")).json).toMatchObject({ pid: started["pid"], reused: true });
  expect(await run("open", "--headed")).toMatchObject({ code: 2, stderr: expect.stringContaining("open already") });
  expect((await run("daemon", "status", "--json")).json).toMatchObject({
    running: true, pid: expect.any(Number), version: expect.any(String), protocol: expect.any(Number), uptimeMs: expect.any(Number), sessions: 1, browsers: 1,
  });
  expect((await run("daemon", "logs")).stdout).toContain("listens");

  expect((await run("session", "stop", "--json")).json).toEqual({ ok: true, active: false, session: "default" });
  expect((await run("session", "status", "--json")).json).toMatchObject({ active: false });
  expect(hasEnded(Number(started["pid"]))).toBe(true);
  const { pid } = (await run("daemon", "status", "--json")).json;
  expect(await run("daemon", "stop")).toMatchObject({ code: 0 });
  expect(hasEnded(Number(pid))).toBe(true);
  expect(existsSync(own.home.socket)).toBe(false);
  expect((await run("daemon", "stop")).stdout).toContain("not running");
});

test("open goes to a page, close ends it, and the page survives the daemon", async () => {
  await using own = ownHome();
  const server = await startFixtureServer();
  const run = (...args: string[]) => drover(args, { env: own.env });
  const url = server.html("/kept", "<title>Kept</title>");
  expect((await run("open", url, "--json")).json).toMatchObject({ ok: true, url, title: "Kept", session: "default", headless: true });
  await run("eval", "window.kept = 42");
  process.kill(Number((await run("daemon", "status", "--json")).json["pid"]), "SIGKILL");
  expect((await run("eval", "window.kept")).stdout).toBe("42\n");
  expect((await run("status", "--json")).json).toMatchObject({
    running: true, activeSession: { title: "Kept", url }, sessions: [{ title: "Kept", url, active: true }], open: ["default"],
  });
  expect((await run("open", "--session", "other", "--incognito", "--device", "iPhone 14", "--json")).json).toMatchObject({ id: "other", mode: "incognito" });
  expect((await run("eval", "screen.width", "--context", "other")).stdout).toBe("390\n");
  expect((await run("close", "other")).code).toBe(0);
  expect(await run("close", "other")).toMatchObject({ code: 1 });
  expect((await run("close", "--all", "--json")).json).toMatchObject({ closed: ["default"] });
  await server.close();
});

test("words that a command does not take are refused, not ignored", async () => {
  await using home = ownHome();
  for (const words of [["open", "about:blank", "about:blank"], ["browsers", "foo"], ["doctor", "foo"], ["install", "chromium", "foo"], ["status", "foo"]]) {
    const { code, stderr } = await drover(words, { env: home.env });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`${words[0]} does not take`) });
  }
});

test("a window without a display to open it on is refused in plain words", async () => {
  await using home = ownHome({ DISPLAY: "", WAYLAND_DISPLAY: "" });
  const { code, json } = await drover(["open", "about:blank", "--headed", "--json"], { env: home.env });
  expect({ code, ...json }).toMatchObject({ code: 3, error: "browser-failed", message: "there is no display to open a window on" });
});

test("a window goes to the display of who asks for it, not to the daemon's", async () => {
  await using home = ownHome({ DISPLAY: "", WAYLAND_DISPLAY: "" });
  await home.call("list_sessions");
  const { json } = await drover(["open", "about:blank", "--headed", "--json"], { env: { ...home.env, DISPLAY: ":4711" } });
  // Nobody is there either, but the browser was started to look.
  expect(json["message"]).toContain("exited with code");
});
