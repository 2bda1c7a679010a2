/** A browser that a person has open: found by its profile, driven where they allow it, and left as it is. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { resolveHome } from "../../src/config/home.ts";
import { drover } from "./support/drover.ts";
import { test } from "./support/session.ts";

/** A person's Chromium on the profile where Chromium looks for one, with two tabs. */
async function personsBrowser([first, ...others]: string[]) {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-person-"));
  const profile = path.join(home, ".config", "chromium");
  mkdirSync(profile, { recursive: true });
  const browser: ChildProcess = spawn(findBrowser(resolveHome(), "chromium")!.path, ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0", `--user-data-dir=${profile}`, first!], { stdio: "ignore" });
  const file = path.join(profile, "DevToolsActivePort");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").includes("/devtools/"), { timeout: 30_000 }).toBe(true);
  const port = readFileSync(file, "utf8").split("\n")[0];
  for (const url of others) await fetch(`http://127.0.0.1:${port}/json/new?${url}`, { method: "PUT" });
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  return {
    home,
    profile,
    file,
    browser,
    [Symbol.asyncDispose]: async () => {
      browser.kill();
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
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
  await using person = await personsBrowser([server.html("/one", "<title>First tab</title>"), server.html("/two", "<title>Second tab</title><h1>Here</h1>")]);
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

test("attach says how to allow it where it is not allowed, and where nothing runs", async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-person-"));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined };
  expect(await drover(["attach"], { env })).toMatchObject({ code: 1, stderr: expect.stringMatching(/no browser of yours runs[^]*chrome:\/\/inspect\/#remote-debugging/) });
  rmSync(home, { recursive: true });
});
