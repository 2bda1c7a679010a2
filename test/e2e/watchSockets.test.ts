import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { engine, type Data } from "./support/session.ts";
import { test } from "./support/socketPeer.ts";
import { until } from "./support/until.ts";

const page = (url: string, more = "") =>
  `<title>Sockets</title><script>
    window.got = [];
    window.first = new WebSocket(${JSON.stringify(url)});
    first.onmessage = ({ data }) => got.push(data);
    ${more}
  </script>`;

const openSockets = (data: Data) => data.sockets.filter((socket: Data) => socket.readyState === 1);

test("ws_read shows frames of both directions, binary ones too, and the sockets", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/ws", page(peer.url("/rt?token=abc"), "first.onopen = () => { first.send('hello'); first.send(new Uint8Array([1, 2, 255])) };")) });
  await until(async () => peer.received, (received) => received.length === 2);
  peer.sockets[0]!.send("welcome");
  peer.sockets[0]!.send("x".repeat(5000));
  const data = await until(() => session.call("ws_read"), ({ frames }) => frames.length === 4);
  expect(data.total).toBe(4);
  expect(data.sockets).toMatchObject([{ wsId: "ws-1", url: `${peer.url("/rt")}?…`, readyState: 1, frames: 4 }]);
  expect(data.frames).toMatchObject([
    { wsId: "ws-1", dir: "sent", kind: "ws", opcode: 1, payload: "hello" },
    { dir: "sent", opcode: 2, binary: true, payload: "AQL/" },
    { dir: "recv", payload: "welcome" },
    { dir: "recv", truncated: true, size: 5000 },
  ]);
  expect(data.frames[3].payload).toHaveLength(2000);
  expect((await session.call("ws_read", { urlPattern: "token=abc" })).total).toBe(4);
  expect((await session.call("ws_read", { urlPattern: "elsewhere" })).total).toBe(0);
  expect((await session.call("ws_read", { limit: 1 })).frames).toHaveLength(1);
  expect(await session.call("ws_read", { urlPattern: "/[/" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("server-sent events are frames too", async ({ session, server }) => {
  server.route("/events", (_, response) => {
    response.setHeader("content-type", "text/event-stream");
    response.write("event: price\ndata: 42\n\n");
  });
  await session.call("navigate", { url: server.html("/sse", `<script>new EventSource("/events").addEventListener("price", () => 0)</script>`) });
  const { frames } = await until(() => session.call("ws_read"), (data) => data.frames.length > 0);
  expect(frames).toMatchObject([{ url: `${server.origin}/events`, dir: "recv", kind: "sse", event: "price", payload: "42" }]);
});

test("ws_send reaches the very socket that is named, text and binary", async ({ session, server, peer }) => {
  // Two sockets of one address in the page and one more in its frame: only their order tells them apart.
  const url = peer.url("/same");
  server.html("/inner", `<script>new WebSocket(${JSON.stringify(url)})</script>`);
  await session.call("navigate", { url: server.html("/send", page(url, `window.second = new WebSocket(${JSON.stringify(url)}); second.onopen = () => document.body.append(Object.assign(document.createElement("iframe"), { src: "/inner" }));`) + "<body>") });
  const { sockets } = await until(() => session.call("ws_read"), (data) => openSockets(data).length === 3);
  expect(sockets.map((socket: Data) => socket.wsId)).toEqual(["ws-1", "ws-2", "ws-3"]);
  expect(JSON.parse((await session.call("eval_js", { expr: "JSON.stringify(window.__droverWs.list())" })).value)).toEqual(["ws-1", "ws-2", "ws-3"].map((wsId) => ({ wsId, url, readyState: 1 })));
  // The page tells which is which by what each sends itself.
  await session.call("eval_js", { expr: "first.send('I am first'), second.send('I am second'), null" });
  await until(async () => peer.received, (received) => received.length === 2);
  const numberOf = (name: string) => peer.received.find((line) => line.endsWith(name))!.split(":")[0];
  const [first, second] = [numberOf("first"), numberOf("second")];
  const third = ["1", "2", "3"].find((number) => number !== first && number !== second);
  expect(await session.call("ws_send", { wsId: "ws-2", message: "to second" })).toMatchObject({ ok: true, wsId: "ws-2", bytes: 9 });
  expect(await session.call("ws_send", { wsId: "ws-3", message: "to third" })).toMatchObject({ ok: true });
  expect(await session.call("ws_send", { wsId: "ws-1", message: Buffer.from([7, 8]).toString("base64"), base64: true })).toMatchObject({ ok: true, bytes: 2 });
  await until(async () => peer.received, (received) => received.length === 5);
  expect(peer.received).toEqual(expect.arrayContaining([`${second}: to second`, `${third}: to third`, `${first}: binary 0708`]));
  expect(await session.call("eval_js", { expr: "got.length" })).toMatchObject({ value: 0 });
});

test("ws_send says why it cannot", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/closing", page(peer.url("/closing"))) });
  await until(() => session.call("ws_read"), (data) => openSockets(data).length === 1);
  expect(await session.call("ws_send", { wsId: "ws-9", message: "x" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("ws_send", { wsId: "ws-1", message: "not base64!", base64: true })).toMatchObject({ ok: false, error: "bad-input" });
  peer.sockets[0]!.close();
  await until(() => session.call("ws_read"), (data) => data.sockets[0].readyState === 3);
  expect(await session.call("ws_send", { wsId: "ws-1", message: "x" })).toMatchObject({ ok: false, error: "not-found", readyState: 3 });
});

test("a socket from before a daemon's restart is not sent on, and the answer says why", async ({ server, peer }) => {
  await using drover = ownHome();
  const call = (tool: string, input: Record<string, unknown> = {}) => drover.call(tool, { session: "kept", ...input });
  await call("open_session", { mode: "incognito", engine });
  await call("navigate", { url: server.html("/kept", page(peer.url("/kept"))) });
  await until(() => call("ws_read"), (data) => openSockets(data).length === 1);
  await drover.client().stop();
  const refused = await call("ws_send", { wsId: "ws-1", message: "x" });
  expect(refused).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("reload the page") });
  await call("eval_js", { expr: "location.reload(), null" });
  await until(() => call("ws_read"), (data) => openSockets(data).length === 1);
  expect(await call("ws_send", { wsId: "ws-1", message: "again" })).toMatchObject({ ok: true });
  expect(await until(async () => peer.received, (received) => received.length === 1)).toEqual(["2: again"]);
});

test("ws_intercept drops, replaces and echoes, on sockets that were open before and on new ones", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/rules", page(peer.url("/rules"), "first.addEventListener('message', ({ data }) => got.push('listener ' + data));")) });
  await until(() => session.call("ws_read"), (data) => openSockets(data).length === 1);
  const got = async () => (await session.call("eval_js", { expr: "got" })).value;
  expect(await session.call("ws_intercept", { pattern: "**/rules", response: { data: "replaced" } })).toMatchObject({ ok: true, replaced: false });
  peer.sockets[0]!.send("original");
  expect(await until(got, (list) => list.length === 2)).toEqual(["replaced", "listener replaced"]);
  expect(await session.call("ws_intercept", { pattern: "**/rules", response: "echo" })).toMatchObject({ replaced: true });
  peer.sockets[0]!.send("sound");
  expect(await until(async () => peer.received, (received) => received.length === 1)).toEqual(["1: sound"]);
  expect(await got()).toContain("sound");
  await session.call("ws_intercept", { pattern: "**/rules", response: "drop" });
  await session.call("eval_js", { expr: "got.length = 0" });
  peer.sockets[0]!.send("unheard");
  await until(() => session.call("ws_read"), (data) => data.frames.some((frame: Data) => frame.payload === "unheard"));
  expect(await got()).toEqual([]);
  // A new document and its new socket are under the same rule.
  await session.call("navigate", { url: server.html("/rules-again", page(peer.url("/rules"))) });
  await until(async () => peer.sockets, (sockets) => sockets.length === 2);
  peer.sockets[1]!.send("unheard too");
  await until(() => session.call("ws_read"), (data) => data.frames.some((frame: Data) => frame.payload === "unheard too"));
  expect(await got()).toEqual([]);
  expect(await session.call("ws_unintercept")).toMatchObject({ removed: ["**/rules"], active: [] });
  peer.sockets[1]!.send("heard");
  expect(await until(got, (list) => list.length === 1)).toEqual(["heard"]);
  expect(await session.call("ws_intercept", { pattern: "**/{a", response: "drop" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a socket that floods stays within the ring", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/ws-flood", page(peer.url("/flood"), "first.onmessage = () => 0;")) });
  await until(() => session.call("ws_read"), (data) => openSockets(data).length === 1);
  for (let index = 0; index < 20_000; index++) peer.sockets[0]!.send(`frame ${index}`);
  const { total, frames, sockets } = await until(() => session.call("ws_read", { limit: 500 }), (data) => data.frames.at(-1)?.payload === "frame 19999");
  expect(total).toBe(500);
  expect(frames.map((frame: Data) => frame.payload)).toEqual(Array.from({ length: 500 }, (_, index) => `frame ${19_500 + index}`));
  expect(sockets[0].frames).toBe(20_000);
});

test("the page's WebSocket looks and works as it always does", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/native", page(peer.url("/native"))) });
  const { value } = await session.call("eval_js", {
    expr: `(() => {
      class Mine extends WebSocket {}
      const mine = new Mine(${JSON.stringify(peer.url("/mine"))});
      let bad; try { new WebSocket("nonsense:") } catch (error) { bad = error.name }
      let called; try { WebSocket("x") } catch (error) { called = error.name }
      return {
        name: WebSocket.name, instance: first instanceof WebSocket, same: first.constructor === WebSocket, open: WebSocket.OPEN,
        native: /native code/.test(String(WebSocket)), mine: mine instanceof Mine && mine instanceof WebSocket, bad, called,
        keys: Object.keys(window).filter((key) => key.startsWith("_")),
      };
    })()`,
  });
  expect(value).toEqual({ name: "WebSocket", instance: true, same: true, open: 1, native: true, mine: true, bad: "SyntaxError", called: "TypeError", keys: [] });
});

test("frames that an action sets off are in its result", async ({ session, server, peer }) => {
  await session.call("navigate", { url: server.html("/act", page(peer.url("/act")) + `<button onclick="first.send('clicked')">Send</button>`) });
  await until(() => session.call("ws_read"), (data) => openSockets(data).length === 1);
  const { network } = await session.call("click", { selector: "button" });
  expect(network.wsFrames).toMatchObject([{ wsId: "ws-1", dir: "sent", payload: "clicked" }]);
});
