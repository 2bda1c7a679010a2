import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type BrowserDescriptor,
  isAlive,
  isReachable,
  loadDescriptors,
  processStartTime,
  saveDescriptor,
} from "../../src/browser/descriptor.ts";
import { type FoundBrowser, findBrowser, findBrowsers } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { Marionette } from "../../src/browser/marionette.ts";
import { findOrphans, reapOrphans } from "../../src/browser/orphans.ts";
import { groupIsAlive } from "../../src/browser/processTable.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { type Home, prepareHome, resolveHome } from "../../src/config/home.ts";
import type { EngineName } from "../../src/engine/port.ts";

let home: Home;

beforeEach(() => {
  home = resolveHome({ DROVER_HOME: mkdtempSync(path.join(os.tmpdir(), "drover-process-")) });
  prepareHome(home);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(loadDescriptors(home).map((descriptor) => stopBrowser(home, descriptor)));
  rmSync(home.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
});

function installed(engine: EngineName): FoundBrowser {
  const browser = findBrowser(home, engine);
  if (!browser) throw new Error(`these tests need ${engine}: run \`drover install ${engine}\``);
  return browser;
}

const launch = async (engine: EngineName, profile: { name: string } | { temporary: true } = { temporary: true }, port?: number) =>
  (await launchBrowser({ home, browser: installed(engine), profile, headless: true, port })).descriptor;

const refusal = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error);

/** A program that stands in for a browser. */
function program(lines: string): FoundBrowser {
  const file = path.join(home.dir, "pretender");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return { kind: "chromium", engine: "chromium", path: file, source: "env" };
}

/** A process that stays until it is killed, and has been reaped by then. */
async function killedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]);
  await once(child, "spawn");
  child.kill("SIGKILL");
  await once(child, "exit");
  return child.pid ?? 0;
}

describe.each(["chromium", "firefox"] as const)("%s", (engine) => {
  test("is found with its version", async () => {
    const found = await findBrowsers(home);
    expect(found.find(({ path: file }) => file === installed(engine).path)?.version).toMatch(/^\d+\.\d+/);
  });

  test("starts on a temporary profile, is on record, and leaves nothing when stopped", async () => {
    const descriptor = await launch(engine);
    expect(loadDescriptors(home)).toEqual([descriptor]);
    expect(statSync(path.join(home.browsers, `${descriptor.id}.json`)).mode & 0o777).toBe(0o600);
    expect(statSync(descriptor.profileDir).mode & 0o777).toBe(0o700);
    expect(descriptor.profileDir).toBe(path.join(home.temporary, descriptor.id));
    expect(isAlive(descriptor)).toBe(true);
    expect(await isReachable(descriptor, 10_000)).toBe(true);

    await stopBrowser(home, descriptor);
    await stopBrowser(home, descriptor);
    expect(isAlive(descriptor)).toBe(false);
    expect(await isReachable(descriptor)).toBe(false);
    expect(groupIsAlive(descriptor.pid)).toBe(false);
    expect(readdirSync(home.temporary)).toEqual([]);
    expect(readdirSync(home.browsers)).toEqual([]);
  });

  test("outlives the process that started it", async () => {
    const script = `
      import { launchBrowser } from ${JSON.stringify(path.resolve("src/browser/launchBrowser.ts"))};
      const { descriptor } = await launchBrowser(JSON.parse(process.argv[1]));
      console.log(JSON.stringify(descriptor));
      setInterval(() => {}, 1e6);`;
    const request = { home, browser: installed(engine), profile: { temporary: true }, headless: true };
    const parent = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, JSON.stringify(request)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface({ input: parent.stdout }), "line")) as [string];
    parent.kill("SIGKILL");
    await once(parent, "exit");

    const [descriptor] = loadDescriptors(home);
    expect(descriptor).toEqual(JSON.parse(line));
    expect(descriptor && isAlive(descriptor)).toBe(true);
    expect(descriptor && (await isReachable(descriptor, 10_000))).toBe(true);
  });

  test("refuses a profile that a running browser holds, and starts on one whose holder was killed", async () => {
    const first = await launch(engine, { name: "work" });
    expect(first.profileDir).toBe(path.join(home.profiles, first.kind, "work"));
    expect(await isReachable(first, 10_000)).toBe(true);
    expect(await refusal(launch(engine, { name: "work" }))).toMatchObject({
      code: "profile-in-use",
      hint: expect.stringContaining(String(first.pid)),
    });
    expect(isAlive(first)).toBe(true);

    process.kill(-first.pid, "SIGKILL");
    await vi.waitFor(() => expect(groupIsAlive(first.pid)).toBe(false), { timeout: 5_000, interval: 10 });
    const second = await launch(engine, { name: "work" });
    expect(second.pid).not.toBe(first.pid);
    expect(await isReachable(second, 10_000)).toBe(true);
    await stopBrowser(home, second);
    expect(existsSync(second.profileDir)).toBe(true);
  });
});

test("Firefox greets on its Marionette port and gives a WebDriver BiDi session", async () => {
  const { marionettePort, endpoint } = await launch("firefox");
  using marionette = await Marionette.connect(marionettePort ?? 0, 10_000);
  const session = await marionette.send("WebDriver:NewSession", { webSocketUrl: true });
  expect(session).toMatchObject({ capabilities: { webSocketUrl: expect.stringContaining(`${endpoint}/session/`) } });
});

describe("a stop saves the profile: a cookie set just before is sent after the next start", () => {
  let server: http.Server;
  let cookies: (string | undefined)[];
  let url: string;

  beforeEach(async () => {
    cookies = [];
    server = http.createServer((request, response) => {
      if (request.url === "/page") cookies.push(request.headers.cookie);
      response.setHeader("content-type", "text/html").setHeader("set-cookie", "kept=yes; Max-Age=9999").end("<title>arrived</title>");
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
  });
  afterEach(() => server.close());

  const visit = {
    chromium: async ({ endpoint }: BrowserDescriptor) => {
      const base = `http://${new URL(endpoint).host}/json`;
      await fetch(`${base}/new?${url}`, { method: "PUT" });
      const titles = async () => expect(await (await fetch(`${base}/list`)).text()).toContain('"title": "arrived"');
      await vi.waitFor(titles, { timeout: 10_000, interval: 20 });
    },
    firefox: async ({ marionettePort }: BrowserDescriptor) => {
      using marionette = await Marionette.connect(marionettePort ?? 0, 10_000);
      await marionette.send("WebDriver:NewSession");
      await marionette.send("WebDriver:Navigate", { url });
    },
  };

  test.each(["chromium", "firefox"] as const)("%s", async (engine) => {
    for (let round = 0; round < 2; round++) {
      const descriptor = await launch(engine, { name: "default" }, 0);
      await visit[engine](descriptor);
      await stopBrowser(home, descriptor);
    }
    expect(cookies).toEqual([undefined, "kept=yes"]);
  });
});

test("headless Chromium starts without a page and without hidden ones", async () => {
  const { endpoint } = await launch("chromium", { temporary: true }, 0);
  const list = await fetch(`http://${new URL(endpoint).host}/json/list`);
  expect(await list.json()).toEqual([]);
});

test("a descriptor whose pid was given to another process is not alive, and stopping it spares that process", async () => {
  const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true });
  await once(bystander, "spawn");
  try {
    const descriptor = recorded({ pid: bystander.pid ?? 0, startTime: "1" });
    expect(isAlive(descriptor)).toBe(false);
    await stopBrowser(home, descriptor);
    expect(processStartTime(bystander.pid ?? 0)).toBeDefined();
    expect(loadDescriptors(home)).toEqual([]);
  } finally {
    bystander.kill("SIGKILL");
  }
});

test("a lock left by a killed browser on this machine is cleared, one of another machine is respected", async () => {
  const dir = path.join(home.profiles, "chromium", "old");
  mkdirSync(dir, { recursive: true });
  const lock = path.join(dir, "SingletonLock");
  symlinkSync(`elsewhere.invalid-${await killedProcess()}`, lock);
  expect(await refusal(launch("chromium", { name: "old" }))).toMatchObject({
    code: "profile-in-use",
    message: expect.stringContaining("elsewhere.invalid"),
  });
  rmSync(lock);
  symlinkSync(`${os.hostname()}-${await killedProcess()}`, lock);
  const descriptor = await launch("chromium", { name: "old" });
  expect(readlinkSync(lock)).toBe(`${os.hostname()}-${descriptor.pid}`);
});

test("a browser that never answers is ended and its last words are told", async () => {
  vi.stubEnv("DROVER_LAUNCH_TIMEOUT_MS", "300");
  const pidFile = path.join(home.dir, "pid");
  const browser = program(`echo $$ > ${pidFile}; echo "cannot find my display" >&2; exec sleep 1000`);
  const error = await refusal(launchBrowser({ home, browser, profile: { temporary: true }, headless: true }));
  expect(error).toMatchObject({ code: "browser-failed", message: expect.stringContaining("cannot find my display") });
  const pid = Number(readFileSync(pidFile, "utf8"));
  await vi.waitFor(() => expect(groupIsAlive(pid)).toBe(false), { timeout: 5_000, interval: 10 });
  expect(readdirSync(home.temporary)).toEqual([]);
  expect(readdirSync(home.browsers)).toEqual([]);
});

test("a browser that dies at once is reported with what it said, long before the time is up", async () => {
  const browser = program('echo "libnss3.so: cannot open shared object file" >&2; exit 127');
  expect(await refusal(launchBrowser({ home, browser, profile: { temporary: true }, headless: true }))).toMatchObject({
    code: "browser-failed",
    message: expect.stringMatching(/exited with code 127[^]*libnss3/),
  });
});

test("a start can be cancelled", async () => {
  const stop = new AbortController();
  const starting = launchBrowser({ home, browser: program("exec sleep 1000"), profile: { temporary: true }, headless: true, signal: stop.signal });
  stop.abort();
  expect(await refusal(starting)).toMatchObject({ code: "cancelled" });
  expect(readdirSync(home.temporary)).toEqual([]);
});

test("a missing executable says how to get a browser", async () => {
  vi.stubEnv("DROVER_BROWSER_PATH", path.join(home.dir, "nothing", "chromium"));
  expect(await refusal(launch("chromium"))).toMatchObject({
    code: "no-browser",
    hint: expect.stringContaining("drover install chromium"),
  });
});

test.each(["", ".hidden", "../up", "a/b", "sp ace"])("refuses %j as a profile's name", async (name) => {
  expect(await refusal(launch("chromium", { name }))).toMatchObject({ code: "bad-input" });
});

test("orphans: what is dead is cleared away, what runs without an owner is listed and spared", async () => {
  const running = await launch("chromium");
  const stale = recorded({ pid: await killedProcess(), startTime: "1", temporary: true });
  mkdirSync(stale.profileDir, { recursive: true });
  const leftover = path.join(home.temporary, "b-left");
  const starting = path.join(home.temporary, "b-starting");
  for (const dir of [leftover, starting]) mkdirSync(dir);
  const longAgo = Date.now() / 1_000 - 3_600;
  utimesSync(leftover, longAgo, longAgo);

  expect((await findOrphans(home, [running.id])).unowned).toEqual([]);
  const found = await reapOrphans(home);
  expect(found).toEqual({ stale: [stale], unowned: [running], strays: [], leftovers: [leftover] });
  expect(loadDescriptors(home)).toEqual([running]);
  expect(readdirSync(home.temporary).toSorted()).toEqual([running.id, "b-starting"].toSorted());
  expect(isAlive(running)).toBe(true);

  rmSync(path.join(home.browsers, `${running.id}.json`));
  await isReachable(running, 10_000);
  utimesSync(running.profileDir, longAgo, longAgo);
  expect((await reapOrphans(home)).strays).toEqual([{ pid: running.pid, profileDir: running.profileDir }]);
  await vi.waitFor(() => expect(groupIsAlive(running.pid)).toBe(false), { timeout: 5_000, interval: 10 });
});

function recorded(fields: Partial<BrowserDescriptor>): BrowserDescriptor {
  const id = `b-${randomBytes(4).toString("hex")}`;
  const descriptor: BrowserDescriptor = {
    id,
    kind: "chromium",
    engine: "chromium",
    pid: 0,
    startTime: "",
    endpoint: "ws://127.0.0.1:9/devtools/browser/none",
    profileDir: path.join(home.temporary, id),
    profile: "",
    temporary: false,
    headless: true,
    sandbox: true,
    created: 1,
    flags: [],
    executable: "/usr/bin/chromium",
    ...fields,
  };
  saveDescriptor(home, descriptor);
  return descriptor;
}
