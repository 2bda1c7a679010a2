import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { statSync } from "node:fs";
import net from "node:net";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { type BrowserDescriptor, loadDescriptors } from "../../src/browser/descriptor.ts";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { test } from "./support/session.ts";
import { until } from "./support/until.ts";

const pageIds = async (drover: TestHome, session: string): Promise<string[]> =>
  (await drover.call("list_targets", { session })).map(({ id }: { id: string }) => id);

test("kill -9 of the daemon keeps Firefox's pages, each with its session", async ({ server }) => {
  await using drover = ownHome();
  // All on one address, so that nothing but the documents themselves tells them apart.
  const url = server.html("/same", "<title>Same</title>");
  const sessions = {
    first: { profile: "shared" },
    second: { profile: "shared" },
    alone: { mode: "incognito" },
  };
  for (const [session, options] of Object.entries(sessions)) {
    expect(await drover.call("open_session", { session, engine: "firefox", ...options })).toMatchObject({ ok: true });
    await drover.call("navigate", { session, url });
    await drover.call("tab_open", { session, url });
    const [front, back] = await pageIds(drover, session);
    for (const page of [front, back]) await drover.call("eval_js", { session, page, expr: `window.mine = "${session} ${page}"; document.cookie = "of=${session}"` });
  }
  const before = await Promise.all(Object.keys(sessions).map((session) => pageIds(drover, session)));
  await killDaemon(drover);
  for (const [index, session] of Object.keys(sessions).entries()) {
    const ids = await pageIds(drover, session);
    expect(ids.toSorted()).toEqual(before[index]?.toSorted());
    for (const page of ids) expect(await drover.call("eval_js", { session, page, expr: "window.mine" })).toMatchObject({ value: `${session} ${page}` });
  }
  expect(await drover.call("eval_js", { session: "alone", expr: "document.cookie" })).toMatchObject({ value: "of=alone" });
});

test("a page that moved on while no daemon ran is found again", async ({ server }) => {
  await using drover = ownHome();
  const elsewhere = server.html("/elsewhere", "<title>Elsewhere</title>");
  let leave: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  server.route("/when", (_, response) => void gone.then(() => response.end("now")));
  const start = server.html("/start", `<script>fetch("/when").then(() => { location.href = "/elsewhere" })</script>`);
  await drover.call("open_session", { session: "moves", engine: "firefox", mode: "persistent" });
  await drover.call("navigate", { session: "moves", url: start, timeoutMs: 60_000 });
  const [id] = await pageIds(drover, "moves");
  await killDaemon(drover);
  leave();
  await expect.poll(() => server.requests.includes("GET /elsewhere"), { timeout: 30_000 }).toBe(true);
  const result = await drover.call("eval_js", { session: "moves", expr: "document.title" });
  expect(result).toMatchObject({ ok: true, value: "Elsewhere" });
  expect(result.warnings).toBeUndefined();
  expect(await drover.call("list_targets", { session: "moves" })).toMatchObject([{ id, url: elsewhere }]);
});

test("somebody else's Firefox is attached to, by one client at a time, and left running", async () => {
  await using drover = ownHome();
  const browser = findBrowser(drover.home, "firefox");
  if (!browser) throw new Error("this test needs firefox: run `drover install firefox`");
  const { descriptor } = await launchBrowser({ home: drover.home, browser, profile: { temporary: true }, headless: true });
  try {
    const request = { engine: "firefox", mode: "attached", endpoint: descriptor.endpoint };
    expect(await drover.call("open_session", { session: "attached", ...request })).toMatchObject({ ok: true, engine: "firefox", mode: "attached" });
    expect(await drover.call("eval_js", { session: "attached", expr: "navigator.webdriver" })).toMatchObject({ value: true });
    await using other = ownHome();
    const refused = await other.call("open_session", { session: "late", ...request });
    expect(refused).toMatchObject({ ok: false, error: "not-attachable", message: expect.stringContaining("another client") });
    await drover.call("close_session", { session: "attached" });
    const { port } = new URL(descriptor.endpoint);
    expect(await other.call("open_session", { session: "next", mode: "attached", endpoint: port })).toMatchObject({ ok: true, engine: "firefox", browser: "firefox" });
  } finally {
    await stopBrowser(drover.home, descriptor);
  }
});

/** What somebody gets who knows the ports and asks without pause, until he is stopped. */
function stranger({ endpoint, marionettePort }: BrowserDescriptor) {
  const asked = { refusals: new Set<string>(), sessions: 0, greetings: 0 };
  const socket = new WebSocket(`${endpoint}/session`);
  const ask = () => socket.send(JSON.stringify({ id: 1, method: "session.new", params: { capabilities: {} } }));
  socket.on("open", ask);
  socket.on("message", (data) => {
    const answer = JSON.parse(String(data)) as { type: string; error: string };
    if (answer.type === "success") asked.sessions++;
    else asked.refusals.add(answer.error);
    ask();
  });
  let knocking = true;
  const knock = () => {
    const connection = net.connect(marionettePort!, "127.0.0.1").on("data", () => asked.greetings++);
    connection.on("error", () => undefined).on("close", () => knocking && setImmediate(knock));
  };
  knock();
  return {
    asked,
    [Symbol.dispose]: () => {
      knocking = false;
      socket.terminate();
    },
  };
}

test("whoever finds the ports of a Firefox is refused, while a daemon has it and when none has", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "ours", engine: "firefox", profile: "mine" });
  await drover.call("navigate", { session: "ours", url: server.html("/held", "<title>Held</title>"), mode: "none" });
  await drover.call("route", { session: "ours", urlPattern: "/api", body: "mocked" });
  await drover.call("eval_js", { session: "ours", expr: "void (window.kept = 7)" });
  const descriptor = loadDescriptors(drover.home)[0]!;
  const folder = fileURLToPath(descriptor.keeper!.replace("pipe:", "file:"));
  expect([folder, `${folder}/commands`, `${folder}/answers`].map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  const keepers = () => execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).split("\n").filter((line) => line.includes(`drover-keeper ${folder}/`)).length;
  expect(keepers()).toBeGreaterThan(0);
  {
    using hammering = stranger(descriptor);
    await expect.poll(() => hammering.asked.refusals).toContain("session not created");
    await drover.call("eval_js", { session: "ours", expr: "void setTimeout(() => fetch('/api').then((a) => a.text()).then((t) => { window.late = t; }, () => { window.late = 'failed'; }), 50)" });
    await killDaemon(drover);
    hammering.asked.refusals.clear();
    await expect.poll(() => hammering.asked.refusals).toContain("session not created");
    expect(hammering.asked).toEqual({ refusals: new Set(["session not created"]), sessions: 0, greetings: 0 });
  }
  const guessed = new WebSocket(`${descriptor.endpoint}/session/${randomUUID()}`);
  const [refusal] = (await once(guessed, "error")) as [Error];
  expect(refusal.message).toContain("404");
  expect(await drover.call("eval_js", { session: "ours", expr: "[document.title, window.kept]" })).toMatchObject({ ok: true, value: ["Held", 7] });
  expect(loadDescriptors(drover.home)[0]!.pid).toBe(descriptor.pid);
  // What a route held while nobody drove goes on.
  expect(await drover.call("poll_eval", { session: "ours", expr: "window.late" })).toMatchObject({ ok: true });
  await drover.call("close_session", { session: "ours" });
  await expect.poll(keepers).toBe(0);
});

test("what BiDi cannot do is refused before anything happens, and the rest of it works", async ({ server }) => {
  await using drover = ownHome();
  const call = (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "fox", ...input });
  await call("open_session", { engine: "firefox", mode: "incognito" });
  const refusal = { ok: false, error: "unsupported-engine", hint: expect.any(String) };
  expect(await call("worker_message_send", { workerId: "ww-1", message: "x" })).toMatchObject(refusal);
  expect(await call("worker_messages_read")).toMatchObject(refusal);
  expect(await call("sw_intercept_fetch", { pattern: "**", response: {} })).toMatchObject(refusal);
  expect(await call("cpu_emulate", { throttleRate: 2 })).toMatchObject(refusal);
  expect(await call("network_emulate", { latencyMs: 100 })).toMatchObject(refusal);
  expect(await call("tab_open")).toMatchObject({ ok: true });
  await call("navigate", { url: server.html("/fox", `<script>new Worker(URL.createObjectURL(new Blob(["setInterval(() => 0, 1000)"])))</script>`) });
  expect(await until(() => call("workers_list"), (list) => list.length === 1)).toMatchObject([{ workerId: "ww-1", type: "web", url: expect.stringMatching(/^blob:/) }]);
  expect(await call("network_emulate", { offline: true })).toMatchObject({ ok: true, applied: { offline: true } });
  const reach = { expr: `fetch("/fox").then(() => "reached", () => "offline")` };
  expect(await call("eval_js", reach)).toMatchObject({ value: "offline" });
  expect(await call("network_emulate")).toMatchObject({ ok: true, reset: true });
  expect(await call("eval_js", reach)).toMatchObject({ value: "reached" });
});
