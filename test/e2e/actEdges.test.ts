import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test, type TestSession } from "./support/session.ts";

const value = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr })).value;

test("a page with an open WebSocket that chatters settles at once", async ({ session, server }) => {
  server.http.on("upgrade", (request, socket) => {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    const chatter = setInterval(() => socket.write(Buffer.from([0x81, 2, 0x68, 0x69])), 20);
    socket.on("close", () => clearInterval(chatter)).on("error", () => clearInterval(chatter));
  });
  const body = `<button onclick="this.textContent='Sent';ws.send('x')">Send</button><script>window.ws=new WebSocket(location.href.replace('http','ws').replace(/[^/]*$/,'ws'))</script>`;
  await session.call("navigate", { url: server.html("/chat", page(body)), mode: "none" });
  await session.call("poll_eval", { expr: "ws.readyState === 1" });
  const result = await session.call("click", { selector: "button" });
  expect(result).toMatchObject({ ok: true, warnings: [] });
  expect(result.snapshotDelta.tree).toContain("Sent");
});

test("a ref that is replaced by its like is used, with a word about it", async ({ session, server }) => {
  const body = `<div id=host><button onclick="window.said='old'">Save</button></div>`;
  await session.call("navigate", { url: server.html("/rebound", page(body)), mode: "none" });
  const { ref } = (await session.call("find", { query: "Save button" })).candidates[0];
  await session.call("eval_js", { expr: `host.innerHTML = '<button onclick="window.said=\\'new\\'">Save</button>'` });
  const result = await session.call("click", { ref });
  expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining("replaced")] });
  expect(await value(session, "said")).toBe("new");
});

test("an element that goes away while it is waited for is reported, and the session goes on", async ({ session, server }) => {
  const body = `<button disabled>Soon gone</button><script>setTimeout(()=>document.querySelector('button').remove(),150)</script><p>Left</p>`;
  await session.call("navigate", { url: server.html("/mid", page(body)), mode: "none" });
  const result = await session.call("click", { selector: "button" });
  expect(result).toMatchObject({ ok: false, action: { type: "click" } });
  expect(["not-found", "disabled", "detached"]).toContain(result.error);
  expect(await session.call("click", { selector: "p" })).toMatchObject({ ok: true });
});

test("a click whose handler removes its own element succeeds", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/removes", page(`<button onclick="this.remove()">Dismiss</button>`)), mode: "none" });
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true, element: { stillAttached: false } });
});

test("what a password field holds is not told, not even to who just typed it", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/password", page(`<input type=password value=hunter2>`)), mode: "none" });
  const clicked = await session.call("click", { selector: "input" });
  expect(JSON.stringify(clicked)).not.toContain("hunter2");
  expect(await session.call("fill", { selector: "input", value: "s3cret" })).toMatchObject({ action: { value: "•••" }, element: { value: "•••", valueRequested: "•••" } });
  await session.call("eval_js", { expr: "document.querySelector('input').addEventListener('input', e => e.target.value = 'other')" });
  const changed = await session.call("fill", { selector: "input", value: "again" });
  expect(changed.element.value).toBe("•••");
});

test("an address that does not answer is a failure of the app", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/before", page("<p>Before</p>")), mode: "none" });
  expect(await session.call("navigate", { url: "http://127.0.0.1:1/" })).toMatchObject({ ok: false, error: "navigation-failed", failure: { source: "app" }, action: { type: "navigate" } });
  expect(await session.call("navigate", { url: `${server.origin}/before` })).toMatchObject({ ok: true });
});

test("a page that never finishes loading is given back with a word about it", async ({ session, server }) => {
  server.route("/hanging.png", () => undefined);
  const url = server.html("/hanging", page(`<img src="/hanging.png"><h1>Readable</h1>`));
  const result = await session.call("navigate", { url, timeoutMs: 2500 });
  expect(result).toMatchObject({ ok: true, navigation: { changed: true } });
  expect(result.warnings.join()).toContain("still loading");
  expect(result.snapshotDelta.tree).toContain("Readable");
});

test("a download, which is told and not kept, and an empty answer leave the page where it is", async ({ session, server }) => {
  const file = `${session.id}.bin`;
  server.route("/file.bin", (_, response) => {
    response.setHeader("content-disposition", `attachment; filename=${file}`);
    response.end("bytes");
  });
  server.route("/nothing", (_, response) => {
    response.statusCode = 204;
    response.end();
  });
  await session.call("navigate", { url: server.html("/links", page(`<a id=d href="/file.bin">Download</a> <a id=n href="/nothing">Nothing</a>`)), mode: "none" });
  const offered = await session.call("click", { selector: "#d" });
  expect(offered).toMatchObject({ ok: true, navigation: { changed: false }, warnings: [expect.stringContaining(file)] });
  expect(existsSync(path.join(os.homedir(), "Downloads", file))).toBe(false);
  expect(await session.call("click", { selector: "#n" })).toMatchObject({ ok: true, navigation: { changed: false } });
});

test("a no-op click costs few tokens", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/noop", page(`<button>Nothing</button>`)), mode: "none" });
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  const result = await session.call("click", { selector: "button" });
  expect(encode(JSON.stringify(result)).length).toBeLessThanOrEqual(250);
});

test("hundreds of clicks in a row do not fail", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/many", page(`<button onclick="window.n=(window.n??0)+1">Count</button>`)), mode: "none" });
  const { ref } = (await session.call("find", { query: "Count button" })).candidates[0];
  // Firefox has one focused window: while a page of another test is stuck, a click waits for its turn.
  const batches = session.engine === "firefox" ? 4 : 10;
  for (let batch = 0; batch < batches; batch++) {
    const calls = Array.from({ length: 25 }, () => ({ tool: "click", args: { ref, mode: "none", timeoutMs: 30_000 } }));
    expect(await session.call("batch", { calls })).toMatchObject({ ok: true, completed: 25 });
  }
  expect(await value(session, "n")).toBe(batches * 25);
});
