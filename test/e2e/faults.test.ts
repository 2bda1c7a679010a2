/** What must be survived, each on real processes in a home of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished } from "vitest";
import { type BrowserDescriptor, loadDescriptors, saveDescriptor } from "../../src/browser/descriptor.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { helloOf } from "../../src/client/connection.ts";
import { dial } from "../../src/client/dial.ts";
import { resolveHome, type Home } from "../../src/config/home.ts";
import { MAX_MESSAGE_BYTES } from "../../src/protocol/messages.ts";
import { ownHome } from "./support/home.ts";
import { isRunning, killDaemon, killed } from "./support/kill.ts";
import { test } from "./support/session.ts";

const library = path.resolve("dist/sdk.js");

/** Every process that was started for this home, found by its command line or environment. */
function processesOf(home: Home): number[] {
  const names = (pid: string, file: string) => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, "utf8").includes(home.dir);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => names(pid, "cmdline") || names(pid, "environ"))
    .map(Number)
    .filter(isRunning);
}

/** A program of its own that uses the library; `code` has `connect`. Resolves with the first line it prints. */
function startProgram(home: Home, code: string) {
  const source = `import(${JSON.stringify(library)}).then(async ({ connect }) => {${code}})`;
  const child = spawn(process.execPath, ["-e", source], {
    env: { ...process.env, DROVER_HOME: home.dir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const firstLine = once(createInterface({ input: child.stdout }), "line").then(([line]) => String(line));
  return { child, firstLine };
}

function temporaryFolder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-fault-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return dir;
}

describe("the daemon holds its socket", () => {
  test("and is frozen: clients say so instead of waiting for ever, and go on when it thaws", async () => {
    await using drover = ownHome();
    const { pid } = await drover.client().status();
    process.kill(pid, "SIGSTOP");
    const impatient = new CheckedClient({ client: "sdk", home: drover.home, env: drover.env, welcomeMs: 300 });
    try {
      await expect(impatient.status()).rejects.toMatchObject({ code: "daemon-failed", message: expect.stringContaining("said nothing") });
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect(await impatient.status()).toMatchObject({ running: true, pid });
    impatient.close();
  });

  test("and its configuration cannot be read: it says which file, and resetting mends it", async () => {
    await using drover = ownHome();
    mkdirSync(drover.home.dir, { recursive: true });
    writeFileSync(drover.home.configFile, JSON.stringify({ user: { nope: 1 } }));
    expect(await drover.call("list_sessions")).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("config.json") });
    expect(await drover.call("reset_config", { scope: "user" })).toMatchObject({ ok: true });
    expect(await drover.call("list_sessions")).toMatchObject({ ok: true });
  });

  test("and is of another version: it is replaced when no session would be hurt, and serves on otherwise", async () => {
    await using drover = ownHome();
    const { pid } = await drover.client().status();
    const greet = async () => {
      const socket = (await dial(drover.home.socket))!;
      socket.write(`${JSON.stringify({ ...helloOf("cli", drover.env), version: "9.9.9" })}\n`);
      const [line] = await once(createInterface({ input: socket }), "line");
      socket.destroy();
      return JSON.parse(String(line)) as unknown;
    };
    expect(await greet()).toMatchObject({ type: "refused", error: "protocol-mismatch", replaceable: true, pid });
    await drover.call("open_session", { session: "kept", mode: "incognito" });
    expect(await greet()).toMatchObject({ type: "welcome", pid });
  });
});

test("a session with a long name in many letters ends like any other", async () => {
  await using drover = ownHome();
  const session = "é".repeat(90);
  await drover.call("open_session", { session, mode: "incognito" });
  const [browser] = loadDescriptors(drover.home);
  expect(await drover.call("close_session", { session })).toMatchObject({ ok: true });
  expect(isRunning(browser!.pid)).toBe(false);
});

describe("the daemon is killed", () => {
  test("a persistent session goes on with the same page and its JavaScript state", async ({ server }) => {
    await using drover = ownHome();
    await drover.call("open_session", { session: "kept", mode: "persistent" });
    await drover.call("navigate", { session: "kept", url: server.html("/kept", "<title>Kept</title><input id=i>") });
    await drover.call("eval_js", { session: "kept", expr: "document.querySelector('#i').value = 'typed', window.state = { n: 7 }" });
    await killDaemon(drover);
    expect(existsSync(drover.home.socket)).toBe(true);
    const after = await drover.call("eval_js", { session: "kept", expr: "[document.title, document.querySelector('#i').value, state.n]" });
    expect(after).toMatchObject({ ok: true, value: ["Kept", "typed", 7] });
    expect(loadDescriptors(drover.home)).toHaveLength(1);
  });

  test("an incognito session that its browser still has goes on too; one that is gone says session-lost", async () => {
    await using drover = ownHome();
    await drover.call("open_session", { session: "quiet", mode: "incognito" });
    await drover.call("eval_js", { session: "quiet", expr: "window.state = 3" });
    await drover.call("artifact_save", { session: "quiet", name: "note", content: "x" });
    await killDaemon(drover);
    expect(await drover.call("eval_js", { session: "quiet", expr: "state" })).toMatchObject({ ok: true, value: 3 });
    const [browser] = loadDescriptors(drover.home);
    await killDaemon(drover);
    await killed(browser!.pid);
    expect(await drover.call("eval_js", { session: "quiet", expr: "state" })).toMatchObject({ ok: false, error: "session-lost" });
    expect(await drover.call("open_session", { session: "quiet", mode: "incognito" })).toMatchObject({ ok: true });
    expect(await drover.call("artifact_list", { session: "quiet" }), "artifacts end with their session").toMatchObject({ count: 0 });
  });

  test("a session that still runs cannot be opened a second time, and closing it leaves the others in the same browser alone", async () => {
    await using drover = ownHome();
    for (const session of ["left", "right"]) {
      await drover.call("open_session", { session, mode: "incognito" });
      await drover.call("eval_js", { session, expr: `window.state = "${session}"` });
    }
    await killDaemon(drover);
    expect(await drover.call("open_session", { session: "left", mode: "incognito" })).toMatchObject({ ok: false, error: "session-exists" });
    expect(await drover.call("close_session", { session: "left" })).toMatchObject({ ok: true });
    expect(await drover.call("eval_js", { session: "right", expr: "state" })).toMatchObject({ ok: true, value: "right" });
    const [browser] = loadDescriptors(drover.home);
    expect(await drover.call("close_session", { session: "right" })).toMatchObject({ ok: true });
    await expect.poll(() => isRunning(browser!.pid), { interval: 10 }).toBe(false);
  });
});

describe("the browser is killed", () => {
  test("the next call starts it again on the same profile and says so", async ({ server }) => {
    await using drover = ownHome();
    const url = server.html("/profile", "<title>Profile</title>");
    await drover.call("navigate", { url });
    await drover.call("eval_js", { expr: "localStorage.setItem('kept', 'yes'), document.cookie = 'kept=yes; max-age=1000'" });
    const [first] = loadDescriptors(drover.home);
    await killed(first!.pid);
    const after = await drover.call("eval_js", { expr: "location.href" });
    expect(after).toMatchObject({ ok: true, value: url });
    expect(after.warnings.join()).toMatch(/started again on the same profile/);
    const [second] = loadDescriptors(drover.home);
    expect(second).toMatchObject({ profileDir: first!.profileDir });
    expect(second!.pid).not.toBe(first!.pid);
    expect((await drover.call("eval_js", { expr: "1" })).warnings).toBeUndefined();
  });

  test("opening the session again says so too, and goes back to where it was", async ({ server }) => {
    await using drover = ownHome();
    const url = server.html("/again", "<title>Again</title>");
    await drover.call("navigate", { url, mode: "none" });
    await killed(loadDescriptors(drover.home)[0]!.pid);
    const opened = await drover.call("open_session", { session: "default" });
    expect(opened).toMatchObject({ ok: true, url });
    expect(opened.warnings.join()).toContain("The browser had gone");
  });

  test("a call that was under way says that the browser is gone", async () => {
    await using drover = ownHome();
    await drover.call("eval_js", { expr: "1" });
    const [browser] = loadDescriptors(drover.home);
    const waiting = drover.call("eval_js", { expr: "new Promise(() => {})", timeoutMs: 60_000 });
    await drover.client().status();
    await killed(browser!.pid);
    const { ok, error } = await waiting;
    expect(ok).toBe(false);
    expect(error).toMatch(/^(browser-gone|page-closed|page-crashed)$/);
  });
});

describe("what an earlier run left", () => {
  const described = (home: Home, browser: Partial<BrowserDescriptor>): BrowserDescriptor => ({
    id: "b-left",
    kind: "chromium",
    engine: "chromium",
    pid: 4_000_000,
    startTime: "1",
    endpoint: "ws://127.0.0.1:9/devtools/browser/00000000-0000-0000-0000-000000000000",
    profileDir: path.join(home.profiles, "chromium", "default"),
    profile: "default",
    temporary: false,
    headless: true,
    sandbox: true,
    created: 1,
    flags: [],
    executable: "/usr/bin/chromium",
    ...browser,
  });

  test("a stale descriptor is cleared away", async () => {
    await using drover = ownHome();
    saveDescriptor(drover.home, described(drover.home, {}));
    expect(await drover.call("eval_js", { expr: "1" })).toMatchObject({ ok: true });
    expect(loadDescriptors(drover.home).map(({ id }) => id)).not.toContain("b-left");
  });

  test("a descriptor whose pid belongs to another program now does that program no harm", async () => {
    await using drover = ownHome();
    const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", detached: true });
    onTestFinished(() => {
      bystander.kill("SIGKILL");
    });
    saveDescriptor(drover.home, described(drover.home, { pid: bystander.pid! }));
    expect(await drover.call("eval_js", { expr: "1" })).toMatchObject({ ok: true });
    await drover.call("close_sessions", { all: true });
    expect(isRunning(bystander.pid!)).toBe(true);
  });

  test.each([
    ["a socket that nobody listens on", leaveDeadSocket],
    ["a plain file in the socket's place", (file: string) => writeFileSync(file, "")],
  ])("%s is replaced", async (_, leave) => {
    await using drover = ownHome();
    await leave(drover.home.socket);
    expect(existsSync(drover.home.socket)).toBe(true);
    expect(await drover.client().status()).toMatchObject({ running: true });
  });
});

/** What a killed daemon leaves: the file of a socket whose process is gone. */
async function leaveDeadSocket(file: string): Promise<void> {
  const child = spawn(process.execPath, ["-e", `require("net").createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, "SIGKILL"))`]);
  await once(child, "exit");
}

describe("a home that cannot be written", () => {
  // Root may write anywhere that permissions guard; these places refuse even root.
  test.each([
    ["is a file", (dir: string) => (writeFileSync(path.join(dir, "file"), ""), path.join(dir, "file"))],
    ["lies in a read-only file system", () => "/sys/drover"],
  ])("one that %s is named in a clear refusal", async (_, place) => {
    const home = resolveHome({ DROVER_HOME: place(temporaryFolder()) });
    const client = new CheckedClient({ client: "sdk", home });
    const refusal = await client.status().catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "daemon-failed", hint: expect.stringContaining("DROVER_HOME") });
    expect((refusal as Error).message).toContain(home.dir);
  });

  test("one that becomes full while a session is open does not harm it", async ({ server }) => {
    await using drover = ownHome();
    await drover.call("navigate", { url: server.html("/full", "<title>Full</title>") });
    renameSync(drover.home.sessions, `${drover.home.sessions}.kept`);
    writeFileSync(drover.home.sessions, "a file in the folder's place refuses every write, as a full disk does");
    const after = await drover.call("navigate", { url: server.html("/full2", "<title>Full 2</title>") });
    expect(after.ok).toBe(true);
    const during = await drover.call("eval_js", { expr: "document.title" });
    expect(during).toMatchObject({ ok: true, value: "Full 2", warnings: [expect.stringContaining("could not be written down")] });
    rmSync(drover.home.sessions);
    renameSync(`${drover.home.sessions}.kept`, drover.home.sessions);
    await drover.call("navigate", { url: server.html("/full3", "<title>Full 3</title>") });
    expect((await drover.call("eval_js", { expr: "1" })).warnings).toBeUndefined();
  });
});

describe("a browser that does not answer", () => {
  test("one that never starts to listen is ended, and the refusal says so", async () => {
    const dir = temporaryFolder();
    const mute = path.join(dir, "chromium");
    writeFileSync(mute, "#!/bin/sh\nexec sleep 1000\n");
    chmodSync(mute, 0o755);
    await using drover = ownHome({ DROVER_BROWSER_PATH: mute, DROVER_LAUNCH_TIMEOUT_MS: "700" });
    const refused = await drover.call("eval_js", { expr: "1" });
    expect(refused).toMatchObject({ ok: false, error: "browser-failed", hint: expect.any(String) });
    await drover.client().stop();
    expect(processesOf(drover.home)).toEqual([]);
    expect(readdirSync(drover.home.temporary)).toEqual([]);
  });

  test("one that is frozen costs a call its deadline, and works again when it thaws", async () => {
    await using drover = ownHome();
    await drover.call("eval_js", { expr: "window.state = 9" });
    const [browser] = loadDescriptors(drover.home);
    process.kill(browser!.pid, "SIGSTOP");
    const stuck = await drover.call("eval_js", { expr: "1", timeoutMs: 500 });
    process.kill(browser!.pid, "SIGCONT");
    expect(stuck).toMatchObject({ ok: false, error: "timeout" });
    expect(await drover.call("eval_js", { expr: "state" })).toMatchObject({ ok: true, value: 9 });
  });
});

test("a profile that another program holds is refused by name, and that program is left alone", async () => {
  const profile = path.join(temporaryFolder(), "profile");
  await using theirs = ownHome();
  await using ours = ownHome();
  await theirs.call("open_session", { session: "theirs", profile });
  const [holder] = loadDescriptors(theirs.home);
  const refused = await ours.call("open_session", { session: "ours", profile });
  expect(refused).toMatchObject({ ok: false, error: "profile-in-use", pid: holder!.pid });
  expect(refused.message).toContain(profile);
  expect(await theirs.call("eval_js", { session: "theirs", expr: "1" })).toMatchObject({ ok: true });
  expect(await ours.call("open_session", { session: "ours" })).toMatchObject({ ok: true });
});

describe("many at once", () => {
  test("two sessions that open at the same moment on one profile share its browser", async () => {
    await using drover = ownHome();
    const opened = await Promise.all(["a", "b"].map((session) => drover.call("open_session", { session, profile: "shared" })));
    expect(opened.map(({ ok }) => ok)).toEqual([true, true]);
    expect(loadDescriptors(drover.home)).toHaveLength(1);
    await Promise.all(["a", "b"].map((session) => drover.call("eval_js", { session, expr: `window.me = '${session}'` })));
    expect(await drover.call("eval_js", { session: "a", expr: "me" })).toMatchObject({ value: "a" });
  });

  test("two calls that open the same session at the same moment get the same one", async () => {
    await using drover = ownHome();
    const both = await Promise.all([1, 2].map(() => drover.call("eval_js", { expr: "window.n = (window.n ?? 0) + 1" })));
    expect(both.map(({ value }) => value).toSorted()).toEqual([1, 2]);
  });

  test("twenty clients that start at once get one daemon, and all succeed", async () => {
    await using drover = ownHome();
    const code = "const drover = await connect(); console.log((await drover.status()).pid); await drover.close();";
    const programs = Array.from({ length: 20 }, () => startProgram(drover.home, code));
    const pids = await Promise.all(programs.map(({ firstLine }) => firstLine));
    const codes = await Promise.all(programs.map(async ({ child }) => child.exitCode ?? (await once(child, "exit"))[0]));
    expect(new Set(pids).size).toBe(1);
    expect(codes).toEqual(Array.from({ length: 20 }, () => 0));
    // Those that came second leave as soon as they have noticed.
    await expect.poll(() => processesOf(drover.home), { interval: 20 }).toEqual([Number(pids[0])]);
  });

  test("fifty incognito sessions open, navigate and close without an error", async ({ server }) => {
    await using drover = ownHome();
    const url = server.html("/fifty", "<title>Fifty</title>");
    const ids = Array.from({ length: 50 }, (_, index) => `many-${index}`);
    const opened = await Promise.all(ids.map((session) => drover.call("open_session", { session, mode: "incognito" })));
    expect(opened.filter(({ ok }) => !ok)).toEqual([]);
    const went = await Promise.all(ids.map((session) => drover.call("navigate", { session, url, timeoutMs: 60_000 })));
    expect(went.filter(({ ok }) => !ok)).toEqual([]);
    expect(await drover.call("close_sessions", { prefix: "many-" })).toMatchObject({ ok: true, count: 50 });
    expect(await drover.call("list_sessions")).toMatchObject({ sessions: [] });
  });
});

test("a client that dies during a call does not hold up the session", async () => {
  await using drover = ownHome();
  await drover.call("eval_js", { expr: "1" });
  const code = `
    const drover = await connect();
    const session = await drover.session("default");
    session.evalJs({ expr: "window.began = true, new Promise(() => {})", timeoutMs: 3_000_000 });
    console.log("called");`;
  const { child, firstLine } = startProgram(drover.home, code);
  await firstLine;
  await expect.poll(async () => (await drover.client().status()).clients).toBeGreaterThan(1);
  await killed(child.pid!);
  expect(await drover.call("eval_js", { expr: "2 + 2" })).toMatchObject({ ok: true, value: 4 });
});

describe("a client that talks nonsense", () => {
  const hello = JSON.stringify(helloOf("sdk"));
  const nonsense: [string, string | (() => Iterable<string>)][] = [
    ["not JSON", "GET / HTTP/1.1\r\n\r\n"],
    ["JSON that is no message", '{"hello":"there"}\n'],
    ["a call before the hello", '{"type":"call","id":1,"tool":"list_sessions","input":{}}\n'],
    ["a call with the wrong shape", `${hello}\n{"type":"call","id":"x"}\n`],
    ["a message without an end", oversized],
  ];

  test.each(nonsense)("is told so and put out: %s", async (_, bytes) => {
    await using drover = ownHome();
    const { pid } = await drover.client().status();
    const socket = net.connect(drover.home.socket);
    socket.on("error", () => undefined);
    let said = "";
    socket.on("data", (chunk) => (said += String(chunk)));
    const closed = once(socket, "close");
    for (const part of typeof bytes === "string" ? [bytes] : bytes()) {
      if (socket.destroyed) break;
      if (!socket.write(part)) await Promise.race([once(socket, "drain"), closed]);
    }
    await closed;
    expect(said).toContain('"type":"refused"');
    expect(said).toMatch(/"error":"(bad-input|too-large)"/);
    expect(await drover.client().status()).toMatchObject({ pid });
  });

  function* oversized(): Iterable<string> {
    const part = "x".repeat(1 << 20);
    yield '{"type":"hello","cwd":"';
    for (let sent = 0; sent <= MAX_MESSAGE_BYTES + part.length; sent += part.length) yield part;
  }

  test("unknown tools and arguments are refused with the nearest name", async () => {
    await using drover = ownHome();
    expect(await drover.call("screenshoot")).toMatchObject({ ok: false, error: "unknown-tool", hint: expect.stringContaining("screenshot") });
    expect(await drover.call("navigate", { urll: "x" })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining('"url"') });
    expect(await drover.call("navigate", { url: 5 })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("url") });
  });

  test("a browser that is not on this machine is not attached to", async () => {
    await using drover = ownHome();
    const refused = await drover.call("open_session", { session: "far", endpoint: "http://192.0.2.1:9222" });
    expect(refused).toMatchObject({ ok: false, error: "not-loopback", hint: expect.any(String) });
  });
});

test("after the sessions and the daemon were stopped, no process and no temporary folder remains", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "quiet", mode: "incognito" });
  await drover.call("open_session", { session: "kept", mode: "persistent" });
  expect(processesOf(drover.home).length).toBeGreaterThan(2);
  await drover.call("close_session", { session: "quiet" });
  await drover.call("close_session", { session: "kept" });
  await drover.client().stop();
  expect(processesOf(drover.home)).toEqual([]);
  expect(readdirSync(drover.home.temporary)).toEqual([]);
  expect(readdirSync(drover.home.browsers)).toEqual([]);
  expect(readdirSync(drover.home.sessions)).toEqual([]);
  expect(existsSync(drover.home.socket)).toBe(false);
});
