import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { Cable } from "./support/cable.ts";
import { carryingProxy, doorTo } from "./support/door.ts";
import { drover } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { connectOnStdio, dataOf } from "./support/mcp.ts";
import { test } from "./support/session.ts";
import { until } from "./support/until.ts";

const KEY = "k3y-of-the-lab-41x9";
const certificate = path.join(import.meta.dirname, "..", "fixtures", "guard", "localhost.pem");

/** Another machine, as far as the tests can tell: a Drover of its own, whose browsers have ports. */
let far: TestHome;
let here: TestHome;
let port: number;

beforeAll(async () => {
  far = ownHome();
  here = ownHome();
  await far.call("open_session", { session: "far", mode: "incognito", port: 0 });
  port = Number(new URL((await far.call("list_sessions")).sessions[0].endpoint).port);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await far[Symbol.asyncDispose]();
});

let count = 0;
/** Names an endpoint and gives back its name. */
async function named(endpoint: Record<string, unknown>): Promise<string> {
  const name = `lab${++count}`;
  expect(await here.call("set_config", { scope: "user", patch: { endpoints: { [name]: endpoint } } })).toMatchObject({ ok: true });
  return name;
}

const inHome = (args: string[], stdin = "") => drover(args, { env: here.env, stdin });
const opened = async (on: string, session = on, more: Record<string, unknown> = {}) => here.call("open_session", { session, on, mode: "incognito", ...more });

describe("a named endpoint", () => {
  test("is named by a person, tried, opened, listed without its secrets and forgotten", async ({ server }) => {
    await using door = await doorTo(port);
    door.admits = ({ headers }) => headers.authorization === `Bearer ${KEY}`;
    const url = server.html("/far", "<title>Far away</title>");
    expect(await inHome(["endpoint", "add", "lab", `http://127.0.0.1:${door.port}`, "--header", "Authorization: Bearer <KEY>", "--key"], KEY)).toMatchObject({ code: 0 });
    expect((await inHome(["endpoint", "test", "lab"])).stdout).toMatch(/Chrome\/.* by CDP/);
    const open = await inHome(["open", "--on", "lab", "--incognito", "--session", "shown", url]);
    expect(open).toMatchObject({ code: 0, stdout: expect.stringContaining("Far away") });

    const told = await Promise.all([["endpoint", "list", "--json"], ["get-config"], ["browsers"], ["status"], ["doctor", "--report"], ["session", "status", "shown"]].map((args) => inHome(args)));
    for (const { stdout, stderr } of told) expect(stdout + stderr).not.toContain(KEY);
    expect(told[0]?.json).toMatchObject({ endpoints: { lab: { key: "…", headers: { Authorization: "…" } } } });
    expect(told[2]?.stdout).toContain("by CDP");
    expect((await here.call("eval_js", { session: "shown", expr: JSON.stringify(`it is ${KEY}`) })).value).not.toContain(KEY);
    expect(readFileSync(here.home.logFile, "utf8")).not.toContain(KEY);
    await inHome(["close", "shown"]);
    expect((await inHome(["endpoint", "remove", "lab"])).code).toBe(0);
    expect(await opened("lab")).toMatchObject({ error: "not-found", hint: expect.stringContaining("drover endpoint add") });
  });

  test("may be used by an agent, and named by none", async () => {
    const on = await named({ address: `http://127.0.0.1:${port}` });
    const agent = await connectOnStdio({ env: here.env as Record<string, string> });
    const call = async (name: string, input: Record<string, unknown>) => dataOf(await agent.callTool({ name, arguments: input }));
    expect(await call("open_session", { session: "agents", on, mode: "incognito" })).toMatchObject({ ok: true, on });
    expect(await call("set_config", { scope: "user", patch: { endpoints: { mine: { address: "http://127.0.0.1:1" } } } })).toMatchObject({ error: "refused", message: expect.stringContaining("endpoints") });
    expect(await call("set_config", { scope: "project", patch: { endpoint: "http://127.0.0.1:1" } })).toMatchObject({ error: "refused" });
    expect(await call("open_session", { session: "other", on: "nowhere" })).toMatchObject({ error: "not-found" });
    await call("close_session", { session: "agents" });
    await agent.close();
  });

  test("is found by a token in its address, a password, a header, without discovery, through a proxy and by certificates", async () => {
    const tls = { key: readFileSync(certificate), cert: readFileSync(certificate), ca: readFileSync(certificate), requestCert: true, rejectUnauthorized: false };
    await using token = await doorTo(port);
    await using basic = await doorTo(port);
    await using secure = await doorTo(port, { tls });
    await using bare = await doorTo(port, { withoutDiscovery: true });
    await using proxy = await carryingProxy();
    const { webSocketDebuggerUrl } = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as { webSocketDebuggerUrl: string };
    const { pathname } = new URL(webSocketDebuggerUrl);
    token.admits = ({ url = "" }) => url.includes(`token=${KEY}`);
    basic.admits = ({ headers }) => headers.authorization === `Basic ${Buffer.from("ada:p@ss").toString("base64")}`;
    secure.admits = ({ socket }) => (socket as TLSSocket).authorized;
    const ways = {
      query: { address: `http://127.0.0.1:${token.port}/?token=<KEY>`, key: KEY },
      password: { address: `http://ada:p%40ss@127.0.0.1:${basic.port}` },
      socket: { address: `ws://127.0.0.1:${basic.port}${pathname}`, headers: { authorization: `Basic ${Buffer.from("ada:p@ss").toString("base64")}` } },
      undiscovered: { address: `http://127.0.0.1:${bare.port}${pathname}` },
      certificate: { address: `https://127.0.0.1:${secure.port}`, ca: certificate, cert: certificate, certKey: certificate },
      proxy: { address: `https://localhost:${secure.port}`, ca: certificate, cert: certificate, certKey: certificate, proxy: `http://127.0.0.1:${proxy.port}` },
    };
    for (const [way, endpoint] of Object.entries(ways)) {
      const on = await named(endpoint);
      expect(await opened(on), way).toMatchObject({ ok: true, engine: "chromium" });
      expect(await here.call("eval_js", { session: on, expr: "6 * 7" }), way).toMatchObject({ value: 42 });
      await here.call("close_session", { session: on });
    }
    expect(proxy.carried).toContain(`localhost:${secure.port}`);
    expect(secure.requests).toContainEqual(expect.stringMatching(/^SOCKET /));
    const untrusted = await named({ address: `https://127.0.0.1:${secure.port}` });
    expect(await opened(untrusted)).toMatchObject({ error: "not-attachable", hint: expect.stringContaining("--ca") });
    const unproven = await named({ address: `https://127.0.0.1:${secure.port}`, ca: certificate });
    expect(await opened(unproven)).toMatchObject({ error: "refused", message: expect.stringContaining("401") });
  });

  test("refuses a wrong token as that, and one that expires in the middle of a session too", async () => {
    await using door = await doorTo(port);
    let valid = "another";
    door.admits = ({ headers }) => headers["x-key"] === valid;
    await using cable = await Cable.to(door.port);
    const on = await named({ address: `http://127.0.0.1:${cable.port}`, headers: { "X-Key": "<KEY>" }, key: KEY });
    expect(await opened(on)).toMatchObject({ error: "refused", message: expect.stringContaining("401"), hint: expect.stringContaining(`drover endpoint add ${on}`) });
    valid = KEY;
    expect(await opened(on)).toMatchObject({ ok: true });
    valid = "renewed";
    expect(await here.call("eval_js", { session: on, expr: "1" })).toMatchObject({ value: 1 });
    cable.cut({ repaired: true });
    expect(await here.call("eval_js", { session: on, expr: "2" })).toMatchObject({ error: "refused", message: expect.not.stringContaining(KEY) });
    await here.call("set_config", { scope: "user", patch: { endpoints: { [on]: { address: `http://127.0.0.1:${cable.port}`, headers: { "X-Key": "renewed" } } } } });
    expect(await here.call("eval_js", { session: on, expr: "3" })).toMatchObject({ value: 3 });
    await here.call("close_session", { session: on });
  });

  test("is where sessions open that say nothing else, if the environment says so", async () => {
    const client = here.client("sdk", { DROVER_ENDPOINT: `http://127.0.0.1:${port}` });
    const { data } = await client.call("open_session", { session: "usual" });
    expect(data).toMatchObject({ ok: true, mode: "attached", on: "DROVER_ENDPOINT" });
    expect((await client.call("open_session", { session: "at-home", mode: "incognito" })).data).not.toHaveProperty("on");
    await client.call("close_session", { session: "at-home" });
    await client.call("close_session", { session: "usual" });
  });

  test("lets one client have as many sessions as it may", async () => {
    const on = await named({ address: `http://127.0.0.1:${port}`, maxSessions: 1 });
    expect(await opened(on)).toMatchObject({ ok: true });
    expect(await opened(on, "second")).toMatchObject({ error: "quota-exceeded" });
    await here.call("close_session", { session: on });
    expect(await opened(on, "second")).toMatchObject({ ok: true });
    await here.call("close_session", { session: "second" });
  });

  test("can be a Firefox, by WebDriver BiDi, found out by what answers", async () => {
    const browser = findBrowser(far.home, "firefox");
    if (!browser) throw new Error("no Firefox here");
    const { descriptor } = await launchBrowser({ home: far.home, browser, profile: { temporary: true }, headless: true });
    try {
      const on = await named({ address: descriptor.endpoint.replace("ws:", "http:") });
      expect(await here.call("open_session", { session: on, on })).toMatchObject({ ok: true, engine: "firefox", mode: "attached" });
      expect(await here.call("eval_js", { session: on, expr: "6 * 7" })).toMatchObject({ value: 42 });
      expect(await here.call("open_session", { session: "chrome", on, engine: "chromium" })).toMatchObject({ error: "bad-input" });
      await here.call("close_session", { session: on });
    } finally {
      await stopBrowser(far.home, descriptor);
    }
  });
});

describe("over a long line", () => {
  test("everything works with 200 ms there and back, and a click with its result takes at most four trips", async ({ server }) => {
    await using cable = await Cable.to(port);
    const url = server.html("/long", `<title>Long</title><button onclick="this.textContent = 'Pressed'">Press</button><label>Name <input></label>`);
    const on = await named({ address: `http://127.0.0.1:${cable.port}` });
    expect(await opened(on)).toMatchObject({ ok: true, on });
    const call = (tool: string, input: Record<string, unknown> = {}) => here.call(tool, { session: on, ...input });
    cable.delayMs = 100;
    expect(await call("navigate", { url })).toMatchObject({ ok: true, title: "Long" });
    const [{ ref }] = (await call("find", { query: "Press" })).candidates;
    cable.startCounting();
    expect(await call("click", { ref })).toMatchObject({ ok: true, snapshotDelta: expect.anything() });
    expect(cable.trips).toBeLessThanOrEqual(4);
    expect(await call("fill", { selector: "input", value: "Ada" })).toMatchObject({ ok: true });
    expect(await call("eval_js", { expr: "[document.querySelector('input').value, document.querySelector('button').textContent]" })).toMatchObject({ value: ["Ada", "Pressed"] });
    expect(await call("screenshot")).toMatchObject({ ok: true });
    cable.delayMs = 0;
    await call("close_session");
  });

  test("a cut cable is told as that in every call, and the session goes on when it is mended", async ({ server }) => {
    await using cable = await Cable.to(port);
    const url = server.html("/cut", `<title>Cut</title><button onclick="this.textContent = 'Pressed'">Press</button><input>`);
    server.route("/never", () => undefined);
    const on = await named({ address: `http://127.0.0.1:${cable.port}` });
    expect(await opened(on)).toMatchObject({ ok: true, on });
    const call = (tool: string, input: Record<string, unknown> = {}) => here.call(tool, { session: on, ...input });
    await call("navigate", { url });
    await call("eval_js", { expr: "window.kept = 'kept'" });
    const calls: [tool: string, input: Record<string, unknown>][] = [
      ["eval_js", { expr: "new Promise(() => undefined)" }],
      ["click", { selector: "button" }],
      ["fill", { selector: "input", value: "x" }],
      ["snapshot", {}],
      ["screenshot", {}],
      ["navigate", { url: `${server.origin}/never` }],
      ["wait_for", { text: "never" }],
      ["cookies", {}],
      ["tab_open", { url }],
      // Those that give a refusal words of their own, or pass it over.
      ["set_locale", { locale: "de-CH" }],
      ["grant_permissions", { permissions: ["geolocation"] }],
      ["set_permission_policy", { mode: "deny", perPermission: { geolocation: "allow" } }],
      ["start_video", {}],
    ];
    for (const [tool, input] of calls) {
      // The line is held, so that it is cut while the call is under way.
      cable.held = true;
      const underWay = call(tool, input);
      await cable.carrying();
      cable.held = false;
      cable.cut({ repaired: true });
      expect(await underWay, tool).toMatchObject({ ok: false, error: "connection-lost", message: expect.stringContaining(`"${on}"`) });
      expect(await call("eval_js", { expr: "window.kept" }), tool).toMatchObject({ value: "kept", warnings: [expect.stringContaining("had been lost; it was made again")] });
    }
    cable.cut({ repaired: false });
    expect(await call("eval_js", { expr: "1" })).toMatchObject({ error: "not-attachable" });
    cable.repair();
    expect(await call("eval_js", { expr: "window.kept" })).toMatchObject({ value: "kept" });
    await call("close_session");
  });

  test("files cross to a browser that shares no disk: uploads, downloads, HAR and video", async ({ server }) => {
    const body = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    server.route("/report.bin", (request, response) => void response.writeHead(200, { "content-disposition": 'attachment; filename="report.bin"', "content-type": "application/octet-stream" }).end(request.method === "POST" ? body : "another"));
    const url = server.html("/files", `<title>Files</title><input type="file"><p></p><form method="post" action="/report.bin"><button>Download</button></form>
      <script>document.querySelector("input").onchange = async ({ target }) => { document.querySelector("p").textContent = target.files[0].name + " " + (await target.files[0].text()); };</script>`);
    const on = await named({ address: `http://127.0.0.1:${port}`, folder: path.join(far.home.dir, "unseen") });
    expect(await opened(on, on, { har: { path: "far.har" } })).toMatchObject({ ok: true, on });
    const call = (tool: string, input: Record<string, unknown> = {}) => here.call(tool, { session: on, ...input });
    expect(await call("start_video", { path: "far.webm" })).toMatchObject({ ok: true });
    await call("navigate", { url });
    mkdirSync(here.workspace, { recursive: true });
    writeFileSync(path.join(here.workspace, "note.txt"), "from here");
    expect(await call("upload_file", { selector: "input", path: "note.txt" })).toMatchObject({ ok: true, mode: "path", fileCount: 1 });
    expect(await call("wait_for", { text: "note.txt from here" })).toMatchObject({ ok: true });

    await call("downloads_capture", { on: true });
    expect(await call("click", { selector: "button" })).toMatchObject({ ok: true });
    const download = await until(() => call("download_get", { id: "d1", pathOnly: true }), ({ ok }) => ok);
    expect(readFileSync(download.path)).toEqual(body);

    await call("stop_video");
    expect(readFileSync(path.join(here.workspace, "far.webm")).length).toBeGreaterThan(1000);
    await call("close_session");
    expect(readFileSync(path.join(here.workspace, "far.har"), "utf8")).toContain("/files");
    expect(existsSync(path.join(far.home.dir, "unseen"))).toBe(true);
  });
});
