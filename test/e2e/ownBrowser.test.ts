/** A browser that a person has open: found by its profile, driven where they allow it, and left as it is. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import WebSocket from "ws";
import { expect } from "vitest";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { resolveHome } from "../../src/config/home.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { drover } from "./support/drover.ts";
import { electronFront } from "./support/electronFront.ts";
import { sendRaw, upgrading } from "./support/sendRaw.ts";
import { type Data, test } from "./support/session.ts";

/** A person's Chromium on the profile where Chromium looks for one, with tabs that have loaded. */
async function personsBrowser(tabs: { url: string; title: string }[]) {
  const [first, ...others] = tabs;
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-person-"));
  const profile = path.join(home, ".config", "chromium");
  mkdirSync(profile, { recursive: true });
  const browser: ChildProcess = spawn(findBrowser(resolveHome(), "chromium")!.path, ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0", `--user-data-dir=${profile}`, first!.url], { stdio: "ignore" });
  const file = path.join(profile, "DevToolsActivePort");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").includes("/devtools/"), { timeout: 30_000 }).toBe(true);
  const port = readFileSync(file, "utf8").split("\n")[0];
  for (const { url } of others) await fetch(`http://127.0.0.1:${port}/json/new?${url}`, { method: "PUT" });
  // Chromium lets nobody know a tab that waits for its server.
  const titles = async () => ((await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { title: string }[]).map(({ title }) => title);
  await expect.poll(titles, { timeout: 30_000 }).toEqual(expect.arrayContaining(tabs.map(({ title }) => title)));
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  return {
    home,
    profile,
    file,
    browser,
    [Symbol.asyncDispose]: async () => {
      browser.kill();
      await ended;
      // Its children still write for a moment.
      rmSync(home, { recursive: true, force: true, maxRetries: 30 });
    },
  };
}

/** In front of a browser: WebSockets go through, and no question over HTTP is answered, as after chrome://inspect/#remote-debugging. */
async function silentFront(port: number) {
  const server = http.createServer((_, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => {
    const behind = net.connect(port, "127.0.0.1", () => {
      const headers = request.rawHeaders.reduce((text, word, at) => text + word + (at % 2 === 0 ? ": " : "\r\n"), "");
      behind.write(`GET ${request.url} HTTP/1.1\r\n${headers}\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    for (const each of [behind, socket]) each.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as net.AddressInfo).port, close: () => server.close() };
}

test("attach finds a person's browser by its profile, drives the tab that is meant, and leaves the browser running", async ({ server, session }) => {
  const [one, two] = [server.html("/one", "<title>First tab</title>"), server.html("/two", "<title>Second tab</title><h1>Here</h1>")];
  await using person = await personsBrowser([{ url: one, title: "First tab" }, { url: two, title: "Second tab" }]);
  const env = { ...process.env, HOME: person.home, XDG_CONFIG_HOME: undefined };
  const id = `${session.id}-own`;
  const [port = "", socketPath = ""] = readFileSync(person.file, "utf8").split("\n");
  const front = await silentFront(Number(port));
  writeFileSync(person.file, `${front.port}\n${socketPath}\n`);
  const found = (await drover(["attach", "--list", "--json"], { env })).json as { browsers: Record<string, unknown>[] };
  expect(found.browsers).toMatchObject([{ kind: "chromium", title: "Chromium", endpoint: `ws://127.0.0.1:${front.port}${socketPath}` }]);
  const attached = await drover(["attach", "chromium", "--tab", "Second", "--session", id, "--json"], { env });
  expect(attached.json).toMatchObject({ ok: true, session: id, pages: [{}, {}] });
  expect((await drover(["snapshot", "--session", id], { env })).stdout).toContain("Here");
  await drover(["close", id], { env });
  expect(person.browser.exitCode).toBeNull();
  front.close();
});

test("an app that embeds Chromium is attached to by its port: its windows and what they embed are its pages, and what it has not is said", async ({ server, session, client }) => {
  const [url, guest] = [server.html("/app", `<title>App</title><button onclick="document.title = 'Pressed'">Press</button>`), server.html("/guest", `<title>Guest</title><button onclick="document.title = 'Inside'">Go</button>`)];
  await using person = await personsBrowser([{ url, title: "App" }, { url: guest, title: "Guest" }]);
  await using app = await electronFront(Number(readFileSync(person.file, "utf8").split("\n")[0]));
  const id = `${session.id}-app`;
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data;
  const attached = (await drover(["attach", String(app.port), "--tab", "App", "--session", id, "--json"])).json as { pages: { title: string }[] };
  expect(attached.pages.map(({ title }) => title).toSorted()).toEqual(["App", "Guest"]);
  expect(await call("click", { selector: "text=Press" })).toMatchObject({ ok: true });
  expect(await call("target", { query: "Guest" })).toMatchObject({ ok: true });
  expect(await call("click", { selector: "text=Go" })).toMatchObject({ ok: true });
  expect((await call("list_targets")).map(({ title }: Data) => title).toSorted()).toEqual(["Inside", "Pressed"]);
  expect(await call("tab_open", { url })).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("opens no tab") });
  await drover(["endpoint", "add", id, `http://127.0.0.1:${app.port}`]);
  expect((await client.call("open_session", { session: `${id}-apart`, on: id, mode: "incognito" })).data).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("attached") });
  await drover(["endpoint", "remove", id]);
  await call("close_session");
  expect(person.browser.exitCode).toBeNull();
});

test("attach says how to allow it where it is not allowed, and where nothing runs", async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-person-"));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined };
  expect(await drover(["attach"], { env })).toMatchObject({ code: 1, stderr: expect.stringMatching(/no browser of yours runs[^]*chrome:\/\/inspect\/#remote-debugging/) });
  rmSync(home, { recursive: true });
});

/** `drover bridge`, as a person runs it. */
async function runBridge(session: string) {
  const running = spawn(process.execPath, ["dist/drover.cjs", "bridge", "--session", session, "--json"], { stdio: ["ignore", "pipe", "ignore"] });
  const told: Data = JSON.parse(await new Promise((resolve) => readline.createInterface({ input: running.stdout }).once("line", resolve)));
  const ended = new Promise((resolve) => running.once("exit", resolve));
  return {
    ...told,
    [Symbol.asyncDispose]: async () => {
      running.kill("SIGINT");
      await ended;
    },
  } as { code: string; endpoint: string; extension: string } & AsyncDisposable;
}

test("tabs that a person shares with the extension are driven, frames of other sites too, and no others, until they stop", async ({ server, session }) => {
  const [host, mine] = [`${session.id}-host`, `${session.id}-shared`];
  await using bridge = await runBridge(mine);
  const client = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_CAPABILITIES: "read,navigation,action,eval,extensions,file-io,byob-attach" } });
  const on = (id: string) => async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data;
  const [person, driver] = [on(host), on(mine)];
  const extension = path.join(process.env["DROVER_WORKSPACE"]!, "extensions", host);
  cpSync(bridge.extension, extension, { recursive: true });
  await person("open_session", { mode: "persistent", profile: host });
  const inner = server.html("/bridge-inner", "<button onclick=\"document.body.append('pressed')\">Inner</button>").replace(server.origin, server.otherOrigin);
  await person("navigate", { url: server.html("/bridge-tab", `<title>Shared</title><input aria-label=Name><button onclick="document.title = document.querySelector('input').value">Go</button><iframe src="${inner}"></iframe>`) });
  await person("tab_open", { url: server.html("/bridge-private", "<title>Private</title>") });
  const { installed } = await person("extensions_install", { path: extension });
  // In a tab: over the page it goes as soon as another tab is used.
  await person("extensions_trigger", { id: installed.id, open: "popup" });
  await person("fill", { selector: "#code", value: `${bridge.code}x` });
  await person("click", { selector: "text=Connect" });
  expect(await person("wait_for", { text: "Nobody answers to that code" })).toMatchObject({ ok: true });
  await person("fill", { selector: "#code", value: bridge.code });
  await person("click", { selector: "text=Connect" });
  expect(await person("wait_for", { text: "Nothing is shared yet" })).toMatchObject({ ok: true });
  await person("click", { selector: 'role=button[name="Share: Shared"]' });
  expect(await person("wait_for", { text: "Drover drives one tab" })).toMatchObject({ ok: true });

  await expect.poll(async () => (await client.call("list_sessions", {})).data as Data, { timeout: 20_000 }).toMatchObject({ sessions: expect.arrayContaining([expect.objectContaining({ id: mine })]) });
  await expect.poll(async () => await driver("list_targets")).toMatchObject([{ title: "Shared" }]);
  await driver("fill", { selector: "input", value: "Driven" });
  expect(await driver("click", { selector: "text=Go" })).toMatchObject({ ok: true });
  expect((await driver("snapshot")).tree).toContain("Inner");
  const ref = /button "Inner" \[ref=(e\d+)\]/.exec((await driver("snapshot")).tree)?.[1];
  expect(await driver("click", { ref })).toMatchObject({ ok: true });
  expect(await driver("wait_for", { text: "pressed" })).toMatchObject({ ok: true });
  expect(await driver("tab_open", { url: server.html("/bridge-more", "x") })).toMatchObject({ ok: false, error: "refused" });
  expect((await person("list_targets")).map(({ title }: Data) => title)).toContain("Driven");

  // Neither a page nor a program that does not know the way in gets in.
  for (const [url, origin] of [[bridge.endpoint, server.origin], [bridge.endpoint.replace(/.$/, "_"), undefined], [`ws://127.0.0.1:${bridge.code.split("-")[0]}/extension?token=x`, "chrome-extension://x"]] as const) {
    const refused = new Promise((resolve) => new WebSocket(url, origin === undefined ? {} : { origin }).once("open", () => resolve("open")).once("error", (error) => resolve(error.message)));
    expect(await refused).toContain("403");
  }
  const door = new URL(bridge.endpoint.replace("ws:", "http:"));
  for (const path of ["//", "//[", "http://[/", "*"]) expect(await sendRaw(door, [`GET ${path} HTTP/1.1`, `Host: ${door.host}`, ...upgrading]), path).toMatch(/^HTTP\/1.1 403 /);
  expect(await driver("snapshot")).toMatchObject({ ok: true });

  await person("click", { selector: 'role=button[name="Stop: Driven"]' });
  await expect.poll(async () => await driver("snapshot")).toMatchObject({ ok: false });
  expect((await person("list_targets")).length).toBe(3);
  for (const id of [mine, host]) await client.call("close_session", { session: id });
  client.close();
});

test.each(["chromium", "firefox"])("import takes the cookies of one site from a profile of %s, and of no other", async (kind) => {
  const { startFixtureServer } = await import("./support/fixtureServer.ts");
  const server = await startFixtureServer();
  const client = new CheckedClient({ client: "sdk" });
  const call = async (session: string, tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session, ...input })).data;
  const [theirs, ours] = [`import-from-${kind}`, `import-to-${kind}`];
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-theirs-"));
  await call(theirs, "open_session", { mode: "persistent", engine: kind, profile: folder });
  await call(theirs, "navigate", { url: server.html("/cookies", "<title>Cookies</title>") });
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  await call(theirs, "cookies_set", { name: "sid", value: "known to nobody else ✓".replace("✓", "1"), domain: "127.0.0.1", path: "/", httpOnly: true, sameSite: "Lax", expires });
  await call(theirs, "cookies_set", { name: "other", value: "x", domain: "other.example", path: "/", expires });
  await call(theirs, "close_session");
  await call(ours, "open_session", { mode: "incognito" });
  const done = await drover(["import", "--from", kind, "--folder", folder, "--domain", "127.0.0.1", "--session", ours, "--json"]);
  expect(done.json).toMatchObject({ ok: true, imported: 1, locked: 0, names: ["sid"] });
  expect((await call(ours, "cookies_list")).cookies).toMatchObject([{ name: "sid", value: "known to nobody else 1", httpOnly: true, sameSite: "Lax", expires }]);
  expect(await drover(["import", "--from", kind, "--folder", folder, "--domain", "nowhere.example", "--session", ours])).toMatchObject({ code: 1, stderr: expect.stringContaining("has no cookies of nowhere.example") });
  expect(await drover(["import", "--from", kind, "--folder", folder])).toMatchObject({ code: 2, stderr: expect.stringContaining("--domain") });
  await call(ours, "close_session");
  client.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  await server.close();
});
