import http from "node:http";
import type { AddressInfo } from "node:net";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BrowserDescriptor } from "../../src/browser/descriptor.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { type Home, prepareHome, resolveHome } from "../../src/config/home.ts";
import { startFixtureServer, type FixtureServer } from "./support/fixtureServer.ts";

// What `npm run build` makes of it: the page code is bundled into it.
const built = path.resolve("dist/session.js");
const { listTargets, PageSession } = (await import(built)) as typeof import("../../src/sdk/session/index.ts");

let home: Home;
let server: FixtureServer;

beforeAll(async () => {
  home = resolveHome({ DROVER_HOME: mkdtempSync(path.join(os.tmpdir(), "drover-session-")) });
  prepareHome(home);
  server = await startFixtureServer();
});

afterAll(async () => {
  await server.close();
  rmSync(home.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

const refusal = (promise: Promise<unknown>) => promise.then(() => undefined, (error: unknown) => error);

describe.each(["chromium", "firefox"] as const)("%s", (engine) => {
  let descriptor: BrowserDescriptor;
  let endpoint: string;

  beforeAll(async () => {
    const browser = findBrowser(home, engine);
    if (!browser) throw new Error(`these tests need ${engine}: run \`drover install ${engine}\``);
    ({ descriptor } = await launchBrowser({ home, browser, profile: { temporary: true }, headless: true, port: 0 }));
    endpoint = `http://${new URL(descriptor.endpoint).host}`;
    // Drover's Chromium starts without a window.
    if (engine === "chromium") await fetch(`${endpoint}/json/new?about:blank`, { method: "PUT" });
  });

  afterAll(() => stopBrowser(home, descriptor));

  test("a command with a wrong parameter is a fault of Drover's, with the stack of who sent it, and nothing that the page did", async () => {
    await using page = await PageSession.attach(endpoint);
    const wrong = await refusal(page.evaluate(42 as never));
    expect(wrong).toMatchObject({ code: "internal", message: expect.stringMatching(/evaluate: .*expression/is) });
    expect((wrong as Error & { cause: Error }).cause.stack).toMatch(/at .*evaluate.*\(/i);
    expect(await page.evaluate("6 * 7")).toBe(42);
  });

  test("a page is used without a daemon", async () => {
    server.route("/library", (_, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader("set-cookie", "visited=yes; Path=/");
      response.end("<title>Library</title><h1>Hello</h1><script>setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { id: 'late', textContent: 'Arrived' })), 200)</script>");
    });
    server.route("/echo", (request, response) => {
      response.setHeader("content-type", "application/octet-stream");
      response.setHeader("x-cookie", request.headers.cookie ?? "");
      request.pipe(response);
    });
    await using page = await PageSession.attach(endpoint);
    expect(page.engine).toBe(engine);
    expect(await page.navigate(`${server.origin}/library`)).toEqual({ url: `${server.origin}/library` });
    expect(await page.evaluate("document.title")).toBe("Library");
    expect(await page.evaluate("await Promise.resolve({ sum: 1 + 1 })")).toEqual({ sum: 2 });
    await page.wait({ selector: "#late", text: "Arrived", url: /library$/, expression: "window.innerWidth > 0", state: "load", timeoutMs: 30_000 });
    for (const picture of [await page.screenshot(), await page.screenshot(true), await page.screenshot({ fullPage: true })])
      expect(Buffer.from(picture, "base64").subarray(1, 4).toString()).toBe("PNG");
    expect(await page.cookies()).toMatchObject([{ name: "visited", value: "yes" }]);
    await page.setCookies({ name: "added", value: "1", url: server.origin });
    await page.deleteCookies({ name: "visited" });
    expect((await page.cookies()).map(({ name }) => name)).toEqual(["added"]);
    await page.localStorage.set("kept", "value");
    expect(await page.evaluate("localStorage.kept")).toBe("value");
    expect(await page.localStorage.list()).toEqual({ kept: "value" });
    expect(await page.localStorage.remove("kept")).toBe(true);
    expect(await page.localStorage.get("kept")).toBe(null);
    const bytes = Uint8Array.from([0, 255, 10, 200]);
    const answer = await page.fetch("/echo", { body: bytes });
    expect(answer).toMatchObject({ status: 200, headers: { "x-cookie": "added=1" } });
    expect([...answer.body]).toEqual([...bytes]);
  });

  test("pages are listed and chosen by their address", async () => {
    const url = server.html("/chosen", "<title>Chosen</title>");
    await using first = await PageSession.attach(endpoint);
    await first.navigate(url);
    await first.close();
    expect(await listTargets(endpoint, { url: "/chosen$" })).toEqual([{ id: expect.any(String), url, title: "Chosen", kind: "page" }]);
    expect(await listTargets(endpoint, { url: "nowhere" })).toEqual([]);
    await using inARow = await PageSession.attach(endpoint, engine, "chosen$");
    expect(inARow.url).toBe(url);
    await inARow.close();
    await using page = await PageSession.attach(endpoint, { target: /chosen/ });
    expect(page.target).toMatchObject({ url, title: "Chosen" });
  });

  test("an expression that matches no page is told apart from one that is none", async () => {
    const nothing = await refusal(PageSession.attach(endpoint, { target: "not\\.there" }));
    expect(nothing).toMatchObject({ code: "not-found", message: expect.stringContaining("not\\.there"), fields: { targets: [expect.objectContaining({ kind: "page" })] } });
    expect(await refusal(PageSession.attach(endpoint, { target: "(" }))).toMatchObject({ code: "bad-input" });
  });

  test("what cannot be loaded or never comes is named", async () => {
    await using page = await PageSession.attach(endpoint);
    expect(await refusal(page.navigate("http://127.0.0.1:9/"))).toMatchObject({ code: "navigation-failed", message: expect.stringContaining("ERR_") });
    await page.navigate(server.html("/waiting", "<title>Waiting</title>"));
    expect(await refusal(page.wait({ selector: "#never", timeoutMs: 100 }))).toMatchObject({ code: "timeout", message: "waited 100 ms for selector #never" });
    expect(await refusal(page.setCookies({ name: "homeless", value: "1" }))).toMatchObject({ code: "bad-input" });
    await page.close();
    expect(await refusal(page.evaluate("1"))).toMatchObject({ code: "page-closed" });
  });

  test("a server that does not answer, or not to the end, costs no more than the given time", async () => {
    const silent = server.route("/silent", () => undefined);
    const endless = server.route("/endless", (_, response) => {
      response.setHeader("content-type", "text/html");
      response.write("<title>Endless</title>");
    });
    await using page = await PageSession.attach(endpoint);
    await page.navigate(server.html("/before", "<title>Before</title>"));
    for (const url of [silent, endless])
      expect(await refusal(page.navigate(url, { timeoutMs: 500 }))).toMatchObject({ code: "timeout", message: `${url} was not loaded within 500 ms` });
    await page.navigate(server.html("/after", "<title>After</title>"));
    expect(await page.evaluate("document.title")).toBe("After");
  });

  test("what makes no sense is refused as bad input, whatever the browser says of it", async () => {
    await using page = await PageSession.attach(endpoint);
    await page.navigate("about:blank");
    const senseless = [
      page.navigate("not a url"),
      page.navigate("/relative"),
      page.fetch("/relative"),
      page.screenshot({ format: "jpeg", quality: 500 }),
      page.cookies(["nonsense"]),
      page.setCookies({ name: "a", value: "b", url: "nonsense" }),
      page.setCookies({ name: "a", value: "b; c", url: server.origin }),
      page.deleteCookies({ name: "a", url: "nonsense" }),
      page.wait({ state: "networkidle" as "load" }),
    ];
    for (const refused of await Promise.all(senseless.map(refusal))) expect(refused).toMatchObject({ name: "DroverError", code: "bad-input" });
    expect(await page.navigate(server.html("/sense", ""))).toEqual({ url: `${server.origin}/sense` });
  });

  test("the example of docs/library.md runs as it is written, and with require", async () => {
    const url = server.html("/", "<title>Example</title><h1>Hello</h1>");
    await using page = await PageSession.attach(endpoint);
    await page.navigate("about:blank");
    await page.close();
    const example = /```js\n(import \{ listTargets[^]*?)```/.exec(readFileSync("docs/library.md", "utf8"))![1]!;
    const program = example.replace("http://127.0.0.1:9222", endpoint).replace("https://example.com/", url);
    const required = program.replace(/import (.*) from (.*);/, "const $1 = require($2);");
    const folder = mkdtempSync(path.join(home.dir, "consumer-"));
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(process.cwd(), path.join(folder, "node_modules", "drover"));
    for (const [name, code] of [["program.mjs", program], ["program.cjs", `(async () => {\n${required}})();`]] as const) {
      writeFileSync(path.join(folder, name), code);
      const { stdout } = await promisify(execFile)(process.execPath, [path.join(folder, name)]);
      expect(stdout).toMatch(/Example\n200 \d+\n$/);
      await using again = await PageSession.attach(endpoint);
      await again.navigate("about:blank");
    }
  });

  test("scripts that run at the same time have each their own value", async () => {
    await using page = await PageSession.attach(endpoint);
    await page.navigate(server.html("/together", "<body id=top>"));
    const scripts = ["new Date(0)", "({})", "new Map([[1, 2]])", "document.body", "6 * 7", "await (async () => [new Date(0)])()", "() => 'called'", "new Set([1])"];
    const date = "1970-01-01T00:00:00.000Z";
    expect(await Promise.all(scripts.map((script) => page.evaluate(script)))).toEqual([date, {}, [[1, 2]], "body#top", 42, [date], "called", [1]]);
    await page.evaluate("window.$_ = new Date(0); 0");
    expect(await page.evaluate("({})")).toEqual({});
  });

  test("two sessions of one program share the browser", async () => {
    await using one = await PageSession.attach(endpoint);
    await using other = await PageSession.attach(endpoint);
    expect((await listTargets(endpoint)).map(({ id }) => id)).toContain(one.target.id);
    await one.close();
    expect(await other.evaluate("6 * 7")).toBe(42);
  });
});

test("an endpoint that is not a browser is refused", async () => {
  const other = http.createServer((_, response) => response.end("hello"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  expect(await refusal(PageSession.attach(String(port)))).toMatchObject({ code: "not-attachable", message: expect.stringContaining(String(port)) });
  expect(await refusal(listTargets(`ws://127.0.0.1:${port}/session`))).toMatchObject({ code: "not-attachable" });
  expect(await refusal(listTargets(`ws://127.0.0.1:${port}/devtools/browser/x`))).toMatchObject({ code: "not-attachable", message: expect.stringContaining(String(port)) });
  expect(await refusal(PageSession.attach("http://192.0.2.1:9222"))).toMatchObject({ code: "not-loopback" });
  await new Promise((resolve) => other.close(resolve));
  expect(await refusal(PageSession.attach(`http://127.0.0.1:${port}`))).toMatchObject({ code: "not-attachable" });
});

test("a server that says it is a browser is not believed", async () => {
  const liar = http.createServer((_, response) => response.end(JSON.stringify({ webSocketDebuggerUrl: says })));
  await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
  const { port } = liar.address() as AddressInfo;
  let says = `ws://127.0.0.1:${port}/devtools/browser/x`;
  const refused = { code: "not-attachable", message: expect.stringContaining(String(port)) };
  expect(await refusal(listTargets(String(port)))).toMatchObject(refused);
  expect(await refusal(PageSession.attach(String(port)))).toMatchObject(refused);
  says = "nowhere";
  expect(await refusal(listTargets(String(port)))).toMatchObject(refused);
  await new Promise((resolve) => liar.close(resolve));
});

test("a second client of a Firefox of Drover's is told why it is refused, also while nobody drives it", async () => {
  const { descriptor } = await launchBrowser({ home, browser: findBrowser(home, "firefox")!, profile: { temporary: true }, headless: true });
  try {
    const { BidiConnection } = await import("../../src/engine/firefox/connection.ts");
    const first = await BidiConnection.open(descriptor);
    const driven = { code: "not-attachable", message: expect.stringContaining("another client") };
    expect(await refusal(PageSession.attach(descriptor.endpoint))).toMatchObject(driven);
    await first.end();
    expect(await refusal(PageSession.attach(descriptor.endpoint))).toMatchObject(driven);
    const next = await BidiConnection.open(descriptor);
    await next.end();
  } finally {
    await stopBrowser(home, descriptor);
  }
});
