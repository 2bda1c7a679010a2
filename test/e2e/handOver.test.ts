import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { expect } from "vitest";
import { connect } from "../../src/sdk/index.ts";
import { handOver, type PuppeteerPage } from "../../src/sdk/test/index.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { resolveHome } from "../../src/config/home.ts";
import { drover } from "./support/drover.ts";
import { packageFolder, whyNoPackages } from "./support/npmPackages.ts";
import { page as htmlOf } from "./support/page.ts";
import { test as base } from "./support/session.ts";

const root = path.join(import.meta.dirname, "..", "..");
const SANDBOX = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const shop = (inner: string) => htmlOf(`<button id="b" onclick="count.textContent = Number(count.textContent) + 1">Buy</button><p id="count">0</p><iframe src="${inner}"></iframe>`);

const executablePath = findBrowser(resolveHome(), "chromium")?.path ?? "";

/** Resolves with what the stopped test says. */
function stopping(): { say: (text: string) => void; said: Promise<string> } {
  let say = (_: string): void => undefined;
  const said = new Promise<string>((resolve) => (say = resolve));
  return { say, said };
}

const test = base.extend<{ program: Page; shopUrl: string }>({
  // The frame is another site's, so that it has a process of its own.
  shopUrl: async ({ server }, use) => use(server.html("/shop", shop(server.html("/inner", htmlOf("<button>Inside</button>")).replace("127.0.0.1", "localhost")))),
  // oxlint-disable-next-line no-empty-pattern
  program: async ({}, use) => {
    const browser = await chromium.launch({ executablePath, args: [...SANDBOX, "--site-per-process"] });
    await use(await browser.newPage());
    await browser.close();
  },
});

test("a test stops at a line, Drover drives its very page, and the test goes on", async ({ program, shopUrl, client }) => {
  await program.goto(shopUrl);
  const { say, said } = stopping();
  let isOn = false;
  const stopped = handOver(program, { session: "lent", say }).then(() => (isOn = true));
  expect(await said).toMatch(/^The test stands at test\/e2e\/handOver\.test\.ts:\d+, and session "lent" drives its page:\n  drover snapshot --session lent/);
  expect((await client.call("snapshot", { session: "lent" }, { form: "agent" })).text).toMatch(/button "Buy"[^]*button "Inside"/);
  expect(await client.call("click", { session: "lent", selector: "#b" })).toMatchObject({ ok: true });
  expect(await program.textContent("#count")).toBe("1");
  expect(isOn).toBe(false);
  const { json } = await drover(["resume", "--session", "lent", "--json"]);
  expect(json).toMatchObject({ ok: true, stopped: null });
  await stopped;
  await program.click("#b");
  expect(await program.textContent("#count")).toBe("2");
  expect((await client.call("list_sessions", {})).data).not.toMatchObject({ sessions: expect.arrayContaining([expect.objectContaining({ session: "lent" })]) });
});

test("a test that was lent goes on by one step, and when its session is closed", async ({ program, shopUrl, client }) => {
  await program.goto(shopUrl);
  const { say, said } = stopping();
  const stopped = handOver(program, { session: "stepped", say });
  await said;
  const stepped = client.call("resume_test", { session: "stepped", step: true });
  await stopped;
  const clicked = program.click("#b");
  expect((await stepped).data).toMatchObject({ stopped: { file: import.meta.filename, title: expect.stringContaining("Click") } });
  expect((await client.call("eval_js", { session: "stepped", expr: "count.textContent" })).data).toMatchObject({ value: "0" });
  await client.call("close_session", { session: "stepped" });
  await clicked;
  expect(await program.textContent("#count")).toBe("1");
});

const PUPPETEER = "24.43.1";
const reason = whyNoPackages({ "puppeteer-core": PUPPETEER });

interface Puppeteer {
  launch(options: { executablePath: string; args: string[] }): Promise<{ newPage(): Promise<PuppeteersPage>; close(): Promise<void> }>;
}

type PuppeteersPage = PuppeteerPage & { goto(url: string): Promise<unknown>; click(selector: string): Promise<void>; $eval(selector: string, read: (element: { textContent: string }) => string): Promise<string> };

test.skipIf(reason !== undefined)(`a test of Puppeteer's stops at a line too, with frames of other sites${reason === undefined ? "" : ` (skipped: ${reason})`}`, async ({ shopUrl, client }) => {
  const { default: puppeteer } = (await import(path.join(packageFolder("puppeteer-core"), "lib/esm/puppeteer/puppeteer-core.js"))) as { default: Puppeteer };
  const browser = await puppeteer.launch({ executablePath, args: [...SANDBOX, "--site-per-process"] });
  const program = await browser.newPage();
  const count = () => program.$eval("#count", ({ textContent }) => textContent);
  await program.goto(shopUrl);
  const { say, said } = stopping();
  const stopped = handOver(program, { session: "puppeteers", say });
  expect(await said).toMatch(/^The test stands at test\/e2e\/handOver\.test\.ts:\d+, [^]*drover resume --session puppeteers +lets it go on$/);
  expect((await client.call("snapshot", { session: "puppeteers" }, { form: "agent" })).text).toMatch(/button "Buy"[^]*button "Inside"/);
  expect(await client.call("click", { session: "puppeteers", selector: "#b" })).toMatchObject({ ok: true });
  expect(await count()).toBe("1");
  expect((await client.call("resume_test", { session: "puppeteers" })).data).toMatchObject({ ok: true, stopped: null });
  await stopped;
  await program.click("#b");
  expect(await count()).toBe("2");
  await browser.close();
});

test("a test with Drover's own library stops in its session, and an agent lets it go on", async ({ session, client }) => {
  await using library = await connect();
  const { say, said } = stopping();
  const stopped = handOver(await library.session(session.id), { say });
  expect(await said).toContain(`drover resume --session ${session.id}`);
  expect(await session.call("stop_test", {})).toMatchObject({ ok: false, error: "refused" });
  expect((await client.call("resume_test", { session: session.id })).data).toMatchObject({ ok: true, stopped: null });
  await stopped;
  expect(await session.call("resume_test", {})).toMatchObject({ ok: false, error: "not-found" });
});

/** Resolves when the program has written something like that; it may write on. */
function written(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      text += String(chunk);
      const found = pattern.exec(text);
      if (found) resolve(found[0]);
    });
    child.once("exit", () => reject(new Error(`ended without ${pattern}: ${text}`)));
  });
}

test("drover attach takes a Playwright test that waits with --debug=cli, unchanged", async ({ shopUrl }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-playwright-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "playwright.config.js"), `module.exports = { reporter: "line", use: { launchOptions: ${JSON.stringify({ executablePath, args: SANDBOX })} } };`);
  writeFileSync(path.join(folder, "shop.spec.js"), `const { test, expect } = require("@playwright/test");
test("buys", async ({ page }) => {
  await page.goto(${JSON.stringify(shopUrl)});
  await page.click("#b");
  await expect(page.locator("#count")).toHaveText("2");
});
`);
  const env = { ...process.env, XDG_CACHE_HOME: folder };
  const run = spawn(process.execPath, [path.join(root, "node_modules", "@playwright", "test", "cli.js"), "test", "--debug=cli"], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(run, "exit");
  const name = await written(run, /tw-[0-9a-f]+/);
  expect((await drover(["attach", name, "--json"], { env })).json).toMatchObject({ ok: true, session: name, stopped: { line: 3 } });
  expect((await drover(["resume", "--session", name, "--step", "--json"])).json).toMatchObject({ stopped: { line: 4 } });
  expect((await drover(["click", "#b", "--session", name])).code).toBe(0);
  expect((await drover(["resume", "--session", name, "--to", "shop.spec.js:5", "--json"])).json).toMatchObject({ stopped: { line: 5 } });
  expect((await drover(["resume", "--session", name])).stdout).toBe("The test goes on.\n");
  expect(await ended).toEqual([0, null]);
  expect((await drover(["attach", name], { env })).stderr).toMatch(/no test of that name waits|no browser of yours/);
});
