/** The browser that a client starts before there is a daemon. */
import { execFile, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { isAlive, loadDescriptors, processStartTime } from "../../src/browser/descriptor.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { giveHeadStart } from "../../src/browser/headStart.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { prepareHome, type Home } from "../../src/config/home.ts";
import { drover as command } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { connectOnStdio, dataOf } from "./support/mcp.ts";
import { test } from "./support/session.ts";

function start(home: Home): Promise<boolean> {
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

const dist = path.resolve("dist");
const isNative = readFileSync(path.join(dist, "drover")).subarray(0, 2).toString() !== "#!";

/** A build of its own: how browsers are started is written down beside the program, which other tests start them by too. */
function ownBuild(): { door: string; recipe: string } {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(dist, folder, { recursive: true, filter: (file) => !/types|recipe/.test(path.basename(file)) });
  return { door: path.join(folder, "drover"), recipe: path.join(folder, "launch.recipe") };
}

const run = async (door: string, env: NodeJS.ProcessEnv, ...words: string[]): Promise<string> => (await promisify(execFile)(door, words, { env })).stdout;

/** When the browser of a home and its daemon began, in the system's ticks. */
function begun({ home }: { home: Home }): { browser: number; daemon: number } {
  const [descriptor] = loadDescriptors(home);
  return { browser: Number(descriptor!.startTime), daemon: Number(processStartTime(Number(readFileSync(home.pidFile, "utf8")))) };
}

test.skipIf(!isNative)("the door starts the browser itself, before its daemon, as the last one was started", async ({ server }) => {
  const { door, recipe } = ownBuild();
  const url = server.html("/door", "<title>Door</title>");
  await using first = ownHome();
  await using second = ownHome();
  expect(await run(door, first.env, "open", url)).toContain("Door");
  expect(begun(first).browser).toBeGreaterThan(begun(first).daemon);
  await expect.poll(() => existsSync(recipe)).toBe(true);
  expect(await run(door, second.env, "open", url)).toContain("Door");
  expect(begun(second).browser).toBeLessThanOrEqual(begun(second).daemon);
  // It is the session's, as any other: one browser, in its own group, driven by its owner alone, and gone when it is closed.
  const [descriptor, ...more] = loadDescriptors(second.home);
  expect(more).toEqual([]);
  expect(descriptor).toMatchObject({ profile: "default", headless: true, endpoint: expect.stringMatching(/^pipe:/), flags: loadDescriptors(first.home)[0]!.flags.map((flag) => flag.replace(first.home.dir, second.home.dir)) });
  expect(await second.call("eval_js", { expr: "document.title" })).toMatchObject({ ok: true, value: "Door" });
  await run(door, second.env, "close");
  expect(isAlive(descriptor!)).toBe(false);
  expect(existsSync(path.join(second.home.browsers, "starting"))).toBe(false);
});

let written: Promise<string> | undefined;

/** As a first start writes it, once for all. */
const rightRecipe = (): Promise<string> =>
  (written ??= (async () => {
    const { door, recipe } = ownBuild();
    await using first = ownHome();
    await run(door, first.env, "open");
    await expect.poll(() => existsSync(recipe)).toBe(true);
    return readFileSync(recipe, "utf8");
  })());

test.skipIf(!isNative).for<[string, (recipe: string) => string]>([
  ["starts a program that ends at once", (recipe) => recipe.replace(/^word .*/m, "word /bin/false")],
  ["starts what is not there", (recipe) => recipe.replace(/^word .*/m, "word /nowhere/chromium")],
  ["has other flags", (recipe) => `${recipe}word --disable-web-security\n`],
  ["is of another version", (recipe) => recipe.replace(/^version .*/, "version 0.0.0")],
  ["is cut off", (recipe) => recipe.slice(0, recipe.indexOf("word") + 20)],
])("a recipe that %s costs nothing but its time", async ([, spoil], { server }) => {
  const { door, recipe } = ownBuild();
  const url = server.html("/spoilt", "<title>Spoilt</title>");
  writeFileSync(recipe, spoil(await rightRecipe()), { mode: 0o600 });
  await using second = ownHome();
  expect(await run(door, second.env, "open", url)).toContain("Spoilt");
  const [descriptor, ...more] = loadDescriptors(second.home);
  expect(more).toEqual([]);
  expect(descriptor!.flags).not.toContain("--disable-web-security");
});

test.skipIf(!isNative)("a recipe that others may write to is not followed", async ({ server }) => {
  const { door, recipe } = ownBuild();
  writeFileSync(recipe, await rightRecipe());
  chmodSync(recipe, 0o622);
  await using drover = ownHome();
  expect(await run(door, drover.env, "open", server.html("/others", "<title>Others</title>"))).toContain("Others");
  expect(begun(drover).browser).toBeGreaterThan(begun(drover).daemon);
});

test.skipIf(!isNative)("a configuration has its say, whatever the recipe", async ({ server }) => {
  const { door, recipe } = ownBuild();
  const url = server.html("/say", "<title>Say</title>");
  writeFileSync(recipe, await rightRecipe(), { mode: 0o600 });
  await using second = ownHome();
  prepareHome(second.home);
  writeFileSync(second.home.configFile, JSON.stringify({ user: { disableWebSecurity: true }, projects: {} }));
  await run(door, second.env, "open", url);
  expect(begun(second).browser).toBeGreaterThan(begun(second).daemon);
  expect(loadDescriptors(second.home)[0]!.flags).toContain("--disable-web-security");
});

test.skipIf(!isNative)("an agent's server and its daemon start side by side, one of each", async () => {
  await using drover = ownHome();
  const agent = spawn(path.join(dist, "drover"), ["mcp"], { env: drover.env, stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void agent.kill());
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } } })}\n`);
  await new Promise((resolve) => agent.stdout.once("data", resolve));
  await expect.poll(() => existsSync(drover.home.pidFile), { timeout: 20_000 }).toBe(true);
  const daemon = Number(readFileSync(drover.home.pidFile, "utf8"));
  // In ticks of ten milliseconds, while a Node takes several of them to say anything.
  expect(Number(processStartTime(daemon)) - Number(processStartTime(agent.pid!))).toBeLessThanOrEqual(2);
  await expect.poll(() => readFileSync(drover.home.logFile, "utf8"), { timeout: 20_000 }).toContain(`listens, pid ${daemon}`);
  // The pipe of its first browser is ready too.
  expect(existsSync(path.join(drover.home.browsers, "spare.pipe/answers"))).toBe(true);
  expect(await drover.call("eval_js", { expr: "6 * 7" })).toMatchObject({ ok: true, value: 42 });
  expect(existsSync(path.join(drover.home.browsers, "spare.pipe"))).toBe(false);
  agent.stdin.end();
  await new Promise((resolve) => agent.once("exit", resolve));
});
