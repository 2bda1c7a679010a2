import { once } from "node:events";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { resolveHome } from "../../src/config/home.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import type { Data, TestSession } from "./support/session.ts";
import { test as base } from "./support/socketPeer.ts";
import { until } from "./support/until.ts";

/** A fixture page with a worker and a service worker, in a browser that the test reaches besides the daemon. */
const test = base.extend<{ site: string; client: CheckedClient }>({
  client: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const client = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_DEBUGGING_PORT: "0" } });
      await use(client);
      client.close();
    },
    { scope: "file" },
  ],
  site: async ({ server }, use) => {
    const script = (path: string, body: string) =>
      server.route(path, (_, response) => {
        response.setHeader("content-type", "text/javascript");
        response.end(body);
      });
    script(
      "/worker.js",
      `postMessage("ready"); onmessage = ({ data, isTrusted }) => postMessage({ echo: data, isTrusted });`,
    );
    script(
      "/sw.js",
      `self.addEventListener("install", () => self.skipWaiting());
       self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
       self.addEventListener("message", (event) => event.source?.postMessage("sw got " + event.data + " " + event.isTrusted));
       self.addEventListener("fetch", (event) => {
         const { pathname } = new URL(event.request.url);
         if (pathname === "/api/cached") event.respondWith(new Response("from the cache"));
         if (pathname === "/api/network") event.respondWith(fetch("/api/behind"));
       });
       console.log("service worker up");`,
    );
    server.route("/api/behind", (_, response) => response.end("real"));
    server.route("/api/direct", (_, response) => response.end("direct"));
    await use(server.html("/workers", `<title>Workers</title><script>
      window.worker = new Worker("/worker.js"); window.other = new Worker("/worker.js");
      navigator.serviceWorker.register("/sw.js");
    </script>`));
  },
});

/** As the browser does by itself when a worker has been idle: over a connection of the test's own. */
async function stopServiceWorkers(targetId: string): Promise<void> {
  const home = resolveHome();
  for (const { endpoint } of loadDescriptors(home).filter(({ endpoint: where }) => where.includes("/devtools/"))) {
    const socket = new WebSocket(endpoint);
    await once(socket, "open");
    const send = async (message: Record<string, unknown>): Promise<Data> => {
      socket.send(JSON.stringify(message));
      for (;;) {
        const [data] = await once(socket, "message");
        const answer = JSON.parse(String(data));
        if (answer.id === message["id"]) return answer;
      }
    };
    const attached = await send({ id: 1, method: "Target.attachToTarget", params: { targetId, flatten: true } });
    const { sessionId } = attached.result ?? {};
    if (sessionId) {
      await send({ id: 2, method: "ServiceWorker.enable", sessionId });
      await send({ id: 3, method: "ServiceWorker.stopAllWorkers", sessionId });
    }
    socket.terminate();
  }
}

const running = async (session: TestSession) =>
  until(() => session.call("workers_list"), (list) => list.some((each: Data) => each.type === "service" && each.state === "running") && list.length === 3);

const text = async (session: TestSession, path: string) =>
  (await session.call("eval_js", { expr: `navigator.serviceWorker.ready.then(() => fetch("${path}")).then((r) => r.text())` })).value;

test("web and service workers are listed", async ({ session, server, site }) => {
  await session.call("navigate", { url: site });
  const workers = await running(session);
  expect(workers).toEqual([
    { workerId: "sw-1", type: "service", url: `${server.origin}/sw.js`, state: "running" },
    { workerId: "ww-1", type: "web", url: `${server.origin}/worker.js` },
    { workerId: "ww-2", type: "web", url: `${server.origin}/worker.js` },
  ]);
  expect(await session.call("workers_list", { type: "web" })).toHaveLength(2);
  expect(await session.call("workers_list", { type: "service" })).toHaveLength(1);
  await session.call("eval_js", { expr: "worker.terminate()" });
  expect(await until(() => session.call("workers_list", { type: "web" }), (list) => list.length === 1)).toMatchObject([{ workerId: "ww-2" }]);
});

test("messages go to the very worker that is named, and come back once", async ({ session, site }) => {
  await session.call("navigate", { url: site });
  await running(session);
  const ready = await until(() => session.call("worker_messages_read"), (list) => list.length > 0);
  expect(ready[0]).toMatchObject({ data: "ready", at: expect.any(Number) });
  expect(await session.call("worker_message_send", { workerId: "ww-2", message: "second" })).toMatchObject({ ok: true, workerId: "ww-2" });
  expect(await session.call("worker_message_send", { workerId: "ww-1", message: "first" })).toMatchObject({ ok: true });
  const collected: Data[] = [];
  await until(async () => collected.push(...(await session.call("worker_messages_read"))), () => collected.filter(({ data }) => data.includes("echo")).length === 2);
  const echoes = collected.filter(({ data }) => data.includes("echo"));
  expect(echoes.map(({ workerId, data }) => [workerId, JSON.parse(data)])).toEqual(
    expect.arrayContaining([
      ["ww-2", { echo: "second", isTrusted: true }],
      ["ww-1", { echo: "first", isTrusted: true }],
    ]),
  );
  expect(await session.call("worker_messages_read")).toEqual([]);
  expect(await session.call("worker_message_send", { workerId: "ww-7", message: "x" })).toMatchObject({ ok: false, error: "not-found" });
});

test("a service worker gets a real message, and what it posts is read", async ({ session, site }) => {
  await session.call("navigate", { url: site });
  await running(session);
  await text(session, "/api/direct");
  expect(await session.call("worker_message_send", { workerId: "sw-1", message: "hello" })).toMatchObject({ ok: true });
  const messages = await until(() => session.call("worker_messages_read", { workerId: "sw-1" }), (list) => list.length > 0);
  expect(messages).toMatchObject([{ workerId: "sw-1", data: "sw got hello true" }]);
});

test("a shared worker is listed, talked to and watched, and goes with its last page", async ({ session, server }) => {
  server.route("/api/shared", (_, response) => response.end("real"));
  server.route("/shared.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`onconnect = ({ ports: [port] }) => { port.onmessage = ({ data, isTrusted }) => port.postMessage("got " + data + " " + isTrusted); };
      console.log("shared up"); fetch("/api/shared");`);
  });
  const page = server.html("/sharing", `<title>Sharing</title><script>
    window.got = []; window.shared = new SharedWorker("/shared.js"); window.other = new SharedWorker("/shared.js", "other");
    for (const worker of [shared, other]) worker.port.onmessage = ({ data }) => got.push(data);
  </script>`);
  await session.call("navigate", { url: page });
  const workers = await until(() => session.call("workers_list"), (list) => list.length === 2);
  expect(workers).toEqual(["shw-1", "shw-2"].map((workerId) => ({ workerId, type: "shared", url: `${server.origin}/shared.js` })));
  expect(await session.call("workers_list", { type: "web" })).toEqual([]);
  expect(await session.call("worker_message_send", { workerId: "shw-2", message: "hello" })).toMatchObject({ ok: true, workerId: "shw-2" });
  const messages = await until(() => session.call("worker_messages_read"), (list) => list.length > 0);
  expect(messages).toMatchObject([{ workerId: "shw-2", data: "got hello true" }]);
  expect(await session.call("eval_js", { expr: "got" })).toMatchObject({ value: ["got hello true"] });
  expect((await session.call("console_read")).map((line: Data) => line.text)).toContain("shared up");
  const { requests } = await until(() => session.call("network_read", { url: "/api/shared" }), (data) => data.requests.length === 2 && data.requests.every((each: Data) => each.ms !== null));
  expect(requests.map((each: Data) => each.sharedWorker).toSorted()).toEqual(["shw-1", "shw-2"]);
  expect(await session.call("network_body", { requestId: requests[0].requestId })).toMatchObject({ body: "real" });
  await session.call("navigate", { url: "about:blank" });
  expect(await until(() => session.call("workers_list"), (list) => list.length === 0)).toEqual([]);
});

test("sw_intercept_fetch answers what the worker handles, and nothing else", async ({ session, server, site }) => {
  await session.call("navigate", { url: site });
  await running(session);
  expect(await text(session, "/api/cached")).toBe("from the cache");
  await session.call("sw_intercept_fetch", { pattern: "**/api/*", response: { status: 201, body: "canned", headers: { "x-by": "drover" } } });
  expect(await text(session, "/api/cached")).toBe("canned");
  expect(await text(session, "/api/network")).toBe("canned");
  expect(await text(session, "/api/direct")).toBe("direct");
  expect(await session.call("sw_intercept_fetch", { pattern: "**/api/*", response: { body: "again" } })).toMatchObject({ replaced: true });
  expect(await text(session, "/api/cached")).toBe("again");
  expect(await session.call("sw_unintercept_fetch")).toMatchObject({ ok: true, removed: ["**/api/*"] });
  expect(await text(session, "/api/cached")).toBe("from the cache");
  expect(await text(session, "/api/network")).toBe("real");
  // What the worker itself fetched and printed is shown with its page.
  const { requests } = await session.call("network_read", { url: "/api/behind", status: 200 });
  expect(requests).toMatchObject([{ url: `${server.origin}/api/behind`, serviceWorker: "sw-1" }]);
  expect((await session.call("console_read")).map((line: Data) => line.text)).toContain("service worker up");
});

test("a service worker that was stopped starts again, with its rules", async ({ session, site }) => {
  await session.call("navigate", { url: site });
  await running(session);
  await session.call("sw_intercept_fetch", { pattern: "**/api/cached", response: { body: "canned" } });
  expect(await text(session, "/api/cached")).toBe("canned");
  const [{ id }] = await session.call("list_targets");
  await stopServiceWorkers(id);
  expect(await until(() => session.call("workers_list", { type: "service" }), (list) => list[0].state === "stopped")).toMatchObject([{ workerId: "sw-1", state: "stopped" }]);
  expect(await text(session, "/api/cached")).toBe("canned");
  expect(await session.call("workers_list", { type: "service" })).toMatchObject([{ workerId: "sw-1", state: "running" }]);
});

test("a persistent session finds its service workers again", async ({ client, server, site, session }) => {
  const id = `${session.id}-kept`;
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data;
  await client.call("open_session", { session: id, mode: "persistent" });
  try {
    await call("navigate", { url: site });
    await until(() => call("workers_list", { type: "service" }), (list) => list[0]?.state === "running");
    await client.call("close_session", { session: id });
    await client.call("open_session", { session: id, mode: "persistent" });
    await call("navigate", { url: `${server.origin}/workers` });
    const [worker] = await until(() => call("workers_list", { type: "service" }), (list) => list.length === 1);
    expect(worker).toMatchObject({ workerId: "sw-1", type: "service", url: `${server.origin}/sw.js` });
  } finally {
    await client.call("close_session", { session: id });
  }
});

test("a worker's socket can be sent on", async ({ session, server, peer }) => {
  server.route("/socket-worker.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`new WebSocket(${JSON.stringify(peer.url("/worker"))})`);
  });
  await session.call("navigate", { url: server.html("/with-worker", `<script>window.worker = new Worker("/socket-worker.js")</script>`) });
  await until(() => session.call("ws_read"), (data) => data.sockets[0]?.readyState === 1);
  expect(await session.call("ws_send", { wsId: "ws-1", message: "through the worker" })).toMatchObject({ ok: true });
  expect(await until(async () => peer.received, (received) => received.length === 1)).toEqual(["1: through the worker"]);
});

test("frames of a shared worker's socket are read; it is out of reach of ws_send, which says so", async ({ session, server, peer }) => {
  server.route("/shared-socket.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`const socket = new WebSocket(${JSON.stringify(peer.url("/shared"))}); socket.onopen = () => socket.send("from the shared worker");`);
  });
  await session.call("navigate", { url: server.html("/with-shared", `<script>window.worker = new SharedWorker("/shared-socket.js")</script>`) });
  const { frames } = await until(() => session.call("ws_read"), (data) => data.frames.length === 1);
  expect(frames).toMatchObject([{ wsId: "ws-1", dir: "sent", payload: "from the shared worker", url: peer.url("/shared") }]);
  expect(await session.call("ws_send", { wsId: "ws-1", message: "x" })).toMatchObject({ ok: false, error: "not-found", message: expect.stringContaining("worker") });
});
