/** Pages and browsers that are slow, stuck or hostile: none takes the session away, and none that is only slow is harmed. */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect } from "vitest";
import { isAlive, loadDescriptors } from "../../src/browser/descriptor.ts";
import { groupOf } from "../../src/browser/processTable.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { isRunning } from "./support/kill.ts";
import { engine, test, type Data } from "./support/session.ts";

type Call = (tool: string, input?: Record<string, unknown>) => Promise<Data>;

const page = (body: string) => `<!doctype html><title>Stuck</title><body>${body}</body>`;
const busyFor = (ms: number) => `for (const end = Date.now() + ${ms}; Date.now() < end; );`;
const goodPage = (server: FixtureServer) => server.html("/good", "<title>Good</title><h1>Good</h1>");

/** Chromium's pages have processes of their own; in Firefox one that hangs holds up others, and one that is given up takes them with it. */
const sideBySide = engine === "chromium" ? describe.concurrent : describe;

/** What no engine decides is tried once. */
const ofTheDaemon = test.skipIf(engine === "firefox");

/** One call may fail; the next one to a good page does not. */
async function expectToGetAway(call: Call, url: string): Promise<void> {
  const first = await call("navigate", { url, timeoutMs: 6000 });
  const last = first.ok ? first : await call("navigate", { url, timeoutMs: 30_000 });
  expect(last).toMatchObject({ ok: true, title: "Good" });
  expect(await call("eval_js", { expr: "document.title" })).toMatchObject({ ok: true, value: "Good" });
}

sideBySide("a page that is only slow", () => {
  const slowPage = (server: FixtureServer) => server.html("/slow", page(`<p>Before</p><script>${busyFor(5000)} window.finished = true;</script><p>Ready at last</p>`));

  test("goes on when the call is over, and the answer says how to wait for it", async ({ session, server }) => {
    const url = slowPage(server);
    const late = await session.call("navigate", { url, timeoutMs: 2500 });
    expect(late).toMatchObject({ ok: false, error: "timeout", message: expect.stringContaining("still loading"), hint: expect.stringContaining("wait_for") });
    expect(await session.call("wait_for", { text: "Ready at last", timeoutMs: 60_000 })).toMatchObject({ ok: true, warnings: [] });
    expect(await session.call("eval_js", { expr: "window.finished" })).toMatchObject({ value: true });
    expect(server.requests.filter((request) => request === "GET /slow")).toHaveLength(1);
  });

  test("is not harmed by calls that come while it is busy", async ({ session, server }) => {
    const url = server.html("/slowClick", page(`<button onclick="${busyFor(3000)} document.title = 'Done'">Work</button>`));
    await session.call("navigate", { url });
    await session.call("eval_js", { expr: "window.kept = 1" });
    expect(await session.call("click", { selector: "button", timeoutMs: 1000 })).toMatchObject({ ok: false, error: "timeout", inputSent: true });
    for (const tool of ["snapshot", "eval_js"])
      expect(await session.call(tool, { ...(tool === "eval_js" && { expr: "1" }), timeoutMs: 500 })).toMatchObject({ ok: false, error: "timeout" });
    const after = await session.call("eval_js", { expr: "[document.title, window.kept]", timeoutMs: 60_000 });
    expect(after).toMatchObject({ ok: true, value: ["Done", 1] });
    expect(after.warnings).toBeUndefined();
  });

  ofTheDaemon("has as long as navigationTimeoutMs says, whatever the time for actions", async ({ server }) => {
    await using drover = ownHome({ DROVER_ACTION_TIMEOUT_MS: "1000" });
    server.route("/later", (_, response) => {
      setTimeout(() => response.setHeader("content-type", "text/html").end("<title>Later</title>"), 1500);
    });
    expect(await drover.call("navigate", { url: `${server.origin}/later` })).toMatchObject({ ok: true, title: "Later" });
    server.route("/never", () => undefined);
    expect(await drover.call("set_config", { scope: "user", patch: { navigationTimeoutMs: 800 } })).toMatchObject({ ok: true });
    const began = Date.now();
    const late = await drover.call("navigate", { url: `${server.origin}/never` });
    expect(late).toMatchObject({ ok: false, error: "timeout", message: expect.stringContaining("has not answered yet") });
    expect(Date.now() - began, "the default is 30 s").toBeLessThan(25_000);
  });
});

test("a console message of a hundred megabytes costs at most one call", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/loud", page(`<button onclick="console.log('x'.repeat(100_000_000))">Shout</button>`)) });
  await session.call("click", { selector: "button", timeoutMs: 60_000 });
  expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ ok: true, value: "Stuck" });
  expect(await session.call("click", { selector: "body" })).toMatchObject({ ok: true });
});

describe("a page that blocks the next call too", () => {
  test("has its script ended, which that answer and the next one tell", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/endless", page(`<button onclick="while (true);">Hang</button>`)) });
    expect(await session.call("click", { selector: "button", timeoutMs: 1500 })).toMatchObject({ ok: false, error: "timeout", inputSent: true });
    const freed = await session.call("eval_js", { expr: "document.title", timeoutMs: 14_000 });
    expect(freed).toMatchObject({ ok: true, value: "Stuck" });
    const told = expect.stringMatching(/did not answer for \d+ s/);
    expect(freed.warnings).toContainEqual(told);
    expect((await session.call("snapshot")).warnings).toContainEqual(told);
    expect((await session.call("eval_js", { expr: "1" })).warnings).toBeUndefined();
  });
});

describe("navigate gets away from", () => {
  const traps: [name: string, body: string][] = [
    ["a redirect loop in script", `<script>location.href = location.pathname + "?" + Math.random()</script>`],
    ["a redirect loop by meta refresh", `<meta http-equiv=refresh content="0">`],
    ["a script that never ends", `<script>setTimeout(() => { while (true); }, 50)</script>`],
    ["an alert every ten milliseconds", `<script>setInterval(alert, 10)</script>`],
    ["one alert after the other", `<script>setTimeout(() => { while (true) alert("again"); }, 50)</script>`],
    ["an address that changes every millisecond", `<script>let n = 0; setInterval(() => history.pushState(null, "", "?" + n++), 1)</script>`],
    ["an address that changes every millisecond, whatever the browser says to that", `<script>let n = 0; setInterval(() => { try { history.pushState(null, "", "?" + n++) } catch { location.hash = n } }, 1)</script>`],
    ["a million nodes", `<script>document.body.innerHTML = "<p>x</p>".repeat(1_000_000)</script>`],
    ["five hundred frames", `<script>for (let i = 0; i < 500; i++) document.body.append(Object.assign(document.createElement("iframe"), { srcdoc: "<p>Frame " + i }))</script>`],
    ["a page that will not be left", `<script>addEventListener("beforeunload", (event) => { event.preventDefault(); while (true); })</script><p>Stay`],
    ["a page that never ends being hidden", `<script>addEventListener("pagehide", () => { while (true); })</script><p>Stay`],
  ];

  test.for(traps)("%s", async ([name, body], { session, server }) => {
    await session.call("navigate", { url: server.html(`/${name.replaceAll(" ", "-")}`, page(body)), timeoutMs: 1500 });
    await expectToGetAway(session.call, goodPage(server));
  });

  test("a page that keeps its process to itself, in one call where that has the time", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/keeps", page(`<script>addEventListener("pagehide", () => { while (true); })</script><p>Stay`)) });
    const away = await session.call("navigate", { url: goodPage(server), timeoutMs: 60_000 });
    expect(away).toMatchObject({ ok: true, title: "Good", warnings: [expect.stringMatching(/could not be freed|was ended to get away/)] });
    expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ ok: true, value: "Good" });
  });

  /** Chromium's limit is off in browsers of ours: it is not held up by such a page. */
  test.skipIf(engine === "chromium")("no page that changes its address without end: Firefox stops it, as it does people's", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/restless", page("")) });
    const expr = `for (let n = 0; n < 1000; n++) try { history.pushState(null, "", "?" + n) } catch {}; Number(location.search.slice(1))`;
    expect((await session.call("eval_js", { expr })).value).toBeLessThan(400);
  });

  test("a server that accepts and never answers", async ({ session, server }) => {
    await session.call("navigate", { url: goodPage(server) });
    server.route("/never", () => undefined);
    for (let attempt = 0; attempt < 2; attempt++) {
      const stuck = await session.call("navigate", { url: `${server.origin}/never`, timeoutMs: 1000 });
      expect(stuck).toMatchObject({ ok: false, error: "timeout", message: expect.stringContaining("has not answered yet") });
    }
    await expectToGetAway(session.call, goodPage(server));
    await session.call("navigate", { url: `${server.otherOrigin}/never`, timeoutMs: 1000 });
    await expectToGetAway(session.call, goodPage(server));
  });

  test("a page that crashes when it is loaded, which it is not again", async ({ server }) => {
    await using drover = ownDrover();
    await drover.call("navigate", { url: goodPage(server) });
    const [browser] = loadDescriptors(drover.home);
    server.route("/die", (_, response) => {
      for (const pid of renderersOf(browser!.pid)) process.kill(pid, "SIGKILL");
      response.end();
    });
    const url = server.html("/crashes", page(`<script>const request = new XMLHttpRequest(); request.open("GET", "/die", false); request.send()</script>`));
    expect(await drover.call("navigate", { url, timeoutMs: 10_000 })).toMatchObject({ ok: false });
    const loads = () => server.requests.filter((request) => request === "GET /crashes").length;
    const before = loads();
    expect(await drover.call("navigate", { url: goodPage(server) })).toMatchObject({ ok: true, title: "Good" });
    expect(loads()).toBe(before);
  });
});

test("a click that opens forty windows says so", async ({ session, server }) => {
  server.html("/window", "<title>Window</title>");
  await session.call("navigate", { url: server.html("/many", page(`<button onclick="for (let i = 0; i < 40; i++) window.open('/window?' + i)">Open</button>`)) });
  const opened = await session.call("click", { selector: "button", timeoutMs: 60_000 });
  expect(opened.structure.newTabs).toHaveLength(40);
  expect(new Set(opened.structure.newTabs.map(({ url }: Data) => url)).size).toBe(40);
});

/** A Drover of its own on the engine under test. */
const ownDrover = () => ownHome(engine === "firefox" ? { DROVER_BROWSER: "firefox" } : {});

/** The processes in which a browser runs pages. */
function renderersOf(browserPid: number): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== browserPid && groupOf(pid) === browserPid && /--type=renderer|-isForBrowser.*\btab\b/.test(commandLine(pid)));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

describe.concurrent("closing a session", () => {
  const opened = async (drover: TestHome, input: Record<string, unknown>) => {
    expect(await drover.call("open_session", { session: "s", ...input })).toMatchObject({ ok: true });
    return loadDescriptors(drover.home)[0]!;
  };

  test.for(["incognito", "persistent"])("whose browser is stopped ends and leaves nothing (%s)", async (mode) => {
    await using drover = ownDrover();
    const browser = await opened(drover, { mode });
    process.kill(browser.pid, "SIGSTOP");
    const began = Date.now();
    expect(await drover.call("close_session", { session: "s" })).toMatchObject({ ok: true });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(isRunning(browser.pid)).toBe(false);
    expect(loadDescriptors(drover.home)).toEqual([]);
    expect(readdirSync(drover.home.temporary)).toEqual([]);
    expect(await drover.call("list_sessions")).toMatchObject({ sessions: [] });
  });

  test("beside another one in a browser that is stopped leaves the browser to that one", async () => {
    await using drover = ownDrover();
    const browser = await opened(drover, { mode: "incognito" });
    await drover.call("open_session", { session: "other", mode: "incognito" });
    await drover.call("eval_js", { session: "other", expr: "window.kept = 1" });
    process.kill(browser.pid, "SIGSTOP");
    const closed = await drover.call("close_session", { session: "s" });
    process.kill(browser.pid, "SIGCONT");
    expect(closed).toMatchObject({ ok: true, warnings: [expect.stringContaining("does not answer")] });
    expect(await drover.call("eval_js", { session: "other", expr: "kept" })).toMatchObject({ ok: true, value: 1 });
  });

  ofTheDaemon("whose folder cannot be removed ends its browser and names the folder", async () => {
    await using drover = ownDrover();
    const browser = await opened(drover, { mode: "incognito" });
    await drover.call("artifact_save", { session: "s", name: "kept.txt", content: "kept" });
    const artifacts = path.join(drover.workspace, ".artifacts");
    renameSync(artifacts, `${artifacts}.aside`);
    writeFileSync(artifacts, "a file in the folder's place refuses to have its contents removed");
    const closed = await drover.call("close_session", { session: "s" });
    expect(closed).toMatchObject({ ok: true, warnings: [expect.stringContaining(artifacts)] });
    expect(isAlive(browser)).toBe(false);
    rmSync(artifacts);
    mkdirSync(artifacts);
    expect(await drover.call("list_sessions")).toMatchObject({ sessions: [] });
  });
});

describe.concurrent("a click that timed out", () => {
  test("says that the press was sent", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/sent", page(`<button onclick="document.title = 'Pressed'; ${busyFor(2000)}">Press</button>`)) });
    const late = await session.call("click", { selector: "button", timeoutMs: 1000 });
    expect(late).toMatchObject({ ok: false, error: "timeout", inputSent: true, message: expect.stringContaining("had been sent") });
    expect(await session.call("eval_js", { expr: "document.title", timeoutMs: 60_000 })).toMatchObject({ value: "Pressed" });
  });

  test("says that it was not, and then it never is", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/unsent", page(`<button onclick="document.title = 'Pressed'">Press</button><p>Apart</p>`)) });
    await session.call("eval_js", { expr: `setTimeout(() => { ${busyFor(2000)} }), 1` });
    const late = await session.call("click", { selector: "button", timeoutMs: 1000 });
    expect(late).toMatchObject({ ok: false, error: "timeout", inputSent: false, message: expect.stringContaining("not sent") });
    // Input comes in its order: a press that was still on its way would be there before this one.
    expect(await session.call("click", { selector: "p", timeoutMs: 60_000 })).toMatchObject({ ok: true });
    expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ value: "Stuck" });
  });
});

describe.concurrent("wait_for", () => {
  test("does not hold up other calls of its session", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/wait", page(`<button onclick="document.body.append('Here it is')">Bring</button>`)) });
    const waiting = session.call("wait_for", { text: "Here it is", timeoutMs: 60_000 });
    const clicked = await session.call("click", { selector: "button" });
    expect(clicked).toMatchObject({ ok: true, snapshotDelta: { tree: expect.stringContaining("Here it is") } });
    expect(await waiting).toMatchObject({ ok: true, snapshotDelta: { tree: expect.stringContaining("Here it is") } });
  });

  test("sees what a navigation during the wait brings", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/waitHere", page("Here")) });
    const waiting = session.call("wait_for", { text: "Good", timeoutMs: 60_000 });
    expect(await session.call("navigate", { url: goodPage(server) })).toMatchObject({ ok: true });
    expect(await waiting).toMatchObject({ ok: true });
  });

  test("comes after the calls that were made before it", async ({ session, server }) => {
    await session.call("navigate", { url: server.html("/after", page(`<p>Old</p><button onclick="document.querySelector('p').remove()">Clear</button>`)) });
    const clicking = session.call("click", { selector: "button" });
    const waiting = session.call("wait_for", { text: "Old", timeoutMs: 500 });
    expect(await clicking).toMatchObject({ ok: true });
    expect(await waiting).toMatchObject({ ok: false, error: "timeout" });
  });
});
