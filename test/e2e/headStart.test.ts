/** The browser that a client starts before there is a daemon. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { isAlive, loadDescriptors } from "../../src/browser/descriptor.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { giveHeadStart } from "../../src/browser/headStart.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { prepareHome, type Home } from "../../src/config/home.ts";
import { drover as command } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { connectOnStdio, dataOf } from "./support/mcp.ts";
import { test } from "./support/session.ts";

function start(home: Home): Promise<void> {
  prepareHome(home);
  return giveHeadStart({ home, browser: findBrowser(home, "chromium")!, profile: { name: "default" }, headless: true });
}

test("the daemon takes over what a client has started, and passes its warnings on", async () => {
  await using drover = ownHome();
  await start(drover.home);
  const [before] = loadDescriptors(drover.home);
  expect(before).toMatchObject({ profile: "default", unclaimed: expect.any(Array) });
  const { ok, warnings = [] } = await drover.call("eval_js", { expr: "1" });
  expect(ok).toBe(true);
  expect(warnings).toEqual(before!.unclaimed);
  const after = loadDescriptors(drover.home);
  expect(after).toEqual([{ ...before, unclaimed: undefined }]);
});

test("a browser that was started otherwise than the session wants it is replaced", async () => {
  await using drover = ownHome();
  await start(drover.home);
  writeFileSync(drover.home.configFile, JSON.stringify({ user: { disableWebSecurity: true }, projects: {} }));
  const [guess] = loadDescriptors(drover.home);
  expect(await drover.call("eval_js", { expr: "1" })).toMatchObject({ ok: true });
  const [browser, ...more] = loadDescriptors(drover.home);
  expect(more).toEqual([]);
  expect(browser!.flags).toContain("--disable-web-security");
  expect(isAlive(guess!)).toBe(false);
});

test("of several clients one starts it", async () => {
  await using drover = ownHome();
  await Promise.all(Array.from({ length: 5 }, () => start(drover.home)));
  expect(loadDescriptors(drover.home)).toHaveLength(1);
});

test("of two browsers on one profile the one that lost is not described with the other's address", async () => {
  await using drover = ownHome();
  prepareHome(drover.home);
  const launch = () =>
    launchBrowser({ home: drover.home, browser: findBrowser(drover.home, "chromium")!, profile: { name: "default" }, headless: true });
  const both = await Promise.allSettled([launch(), launch()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [loser] = both.filter((each) => each.status === "rejected");
  expect(loser!.reason).toMatchObject({ code: "profile-in-use" });
  const [winner, ...more] = loadDescriptors(drover.home);
  expect(more).toEqual([]);
  expect(isAlive(winner!)).toBe(true);
});

test("ten commands at once on a machine at rest share one browser", async ({ server }) => {
  await using drover = ownHome();
  const url = server.html("/rest", "<title>Rest</title>");
  const done = await Promise.all(Array.from({ length: 10 }, () => command(["open", url, "--json"], { env: drover.env })));
  for (const { code, json, stderr } of done) expect({ code, ...json }, stderr).toMatchObject({ code: 0, url });
  expect(loadDescriptors(drover.home)).toHaveLength(1);
});

test("no browser is started for a session that is known, which has its own", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "default", engine: "firefox" });
  await killDaemon(drover);
  expect((await command(["eval-js", "6 * 7"], { env: drover.env })).stdout).toBe("42\n");
  expect(loadDescriptors(drover.home).map(({ engine }) => engine)).toEqual(["firefox"]);
});

/** The agent's server as the command line starts it, but for head starts: those are noted. */
const notingServer = (notes: string): string[] => [
  "-e",
  `require(${JSON.stringify(path.resolve(import.meta.dirname, "../../dist/mcp.cjs"))}).main([], async (home, { id }) => require("node:fs").appendFileSync(${JSON.stringify(notes)}, id + " "))`,
];

test("an agent's server gives a head start while its daemon starts, with it or after it was killed, and no other time", async ({ server }) => {
  await using drover = ownHome();
  prepareHome(drover.home);
  const notes = path.join(drover.home.dir, "headStarts");
  writeFileSync(notes, "");
  const agent = await connectOnStdio({ command: notingServer(notes), env: { DROVER_HOME: drover.home.dir } });
  onTestFinished(() => agent.close());
  const url = server.html("/again", "<title>Again</title>");
  const visit = async (session: string) => expect(dataOf(await agent.callTool({ name: "navigate", arguments: { session, url } }))).toMatchObject({ ok: true });
  await visit("first");
  const atFirst = readFileSync(notes, "utf8");
  await visit("second");
  await killDaemon(drover);
  await visit("third");
  await visit("fourth");
  await visit("fifth");
  // Whether the first call came while the daemon was loading, only the machine knows.
  expect(["", "first "]).toContain(atFirst);
  expect(readFileSync(notes, "utf8")).toBe(`${atFirst}third `);
});

test("what nobody claimed goes with the daemon", async () => {
  await using drover = ownHome();
  await drover.call("list_sessions");
  await start(drover.home);
  const [guess] = loadDescriptors(drover.home);
  await drover.client().stop();
  expect(isAlive(guess!)).toBe(false);
  expect(loadDescriptors(drover.home)).toEqual([]);
});
