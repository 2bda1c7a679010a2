/** A guarded session reaches nothing that its rules are against, by any spelling and any way that a page has. */
import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect } from "vitest";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { engine, test as base } from "./support/session.ts";

interface Inner {
  port: number;
  /** Each path that was asked for. */
  hits: string[];
}

/** A server that only this machine should reach, on every address of it. */
const test = base.extend<{ inner: Inner }>({
  // oxlint-disable-next-line no-empty-pattern
  inner: async ({}, use) => {
    const hits: string[] = [];
    const server = http.createServer((request, response) => {
      hits.push(request.url ?? "");
      response.setHeader("access-control-allow-origin", "*").end("inner");
    });
    server.on("upgrade", (request, socket) => {
      hits.push(request.url ?? "");
      socket.destroy();
    });
    await once(server.listen(0, "::"), "listening");
    await use({ port: (server.address() as AddressInfo).port, hits });
    server.closeAllConnections();
    server.close();
  },
});

/** Names of this machine, as nobody expects them. */
const spellings = [
  "127.0.0.1", "127.1", "127.0.1", "127.0.0.1.", "127.255.255.254", "2130706433", "0x7f000001", "0x7F.1", "0x7f.0x0.0x0.0x1", "017700000001",
  "0177.0.0.1", "0177.0x0.1", "0.0.0.0", "0", "0x0", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "127。0。0。1", "127．0．0．1", "127｡0｡0｡1", "①②⑦.⓪.⓪.①",
  "localhost", "LOCALHOST", "localhost.", "ⓛocalhost", "deep.below.localhost", "[::1]", "[0:0:0:0:0:0:0:1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
  "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "user@127.0.0.1", "public.example@127.0.0.1",
];

/** Ways in which a page asks for something. Each resolves when it has come or failed. */
const channels: Record<string, string> = {
  fetch: "(url) => fetch(url, { mode: 'no-cors' })",
  redirect: "(url) => fetch('/hop?to=' + encodeURIComponent(url), { mode: 'no-cors' })",
  image: "(url) => new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = url; })",
  frame: "(url) => new Promise((done) => { const frame = document.createElement('iframe'); const end = () => { frame.remove(); done(); }; frame.onload = end; frame.src = url; document.body.append(frame); setTimeout(end, 1500); })",
  socket: "(url) => new Promise((done) => { try { const socket = new WebSocket(url.replace('http:', 'ws:')); socket.onclose = socket.onerror = done; } catch { done(); } })",
  worker: "(url) => new Promise((done) => { const worker = new Worker(URL.createObjectURL(new Blob([`fetch(${JSON.stringify(url)}, { mode: 'no-cors' }).catch(() => 0).then(() => postMessage(1))`]))); worker.onmessage = worker.onerror = done; })",
};

/** Redirects to wherever it is told, in whatever letters. */
function hop(request: http.IncomingMessage, response: http.ServerResponse): void {
  const to = new URL(request.url ?? "", "http://localhost").searchParams.get("to") ?? "";
  response.writeHead(302, { location: Buffer.from(to).toString("latin1") }).end();
}

interface Case {
  name: string;
  channel: string;
  url: string;
}

function casesFor(port: number): Case[] {
  return Object.keys(channels).flatMap((channel) =>
    spellings.map((spelling, index) => ({ name: `${channel} ${spelling}`, channel, url: `http://${spelling}:${port}/${channel}/${index}` })),
  );
}

const script = (cases: Case[]) => `(async () => {
  const channels = { ${Object.entries(channels).map(([name, body]) => `${name}: ${body}`).join(", ")} };
  const cases = ${JSON.stringify(cases)};
  while (cases.length) await Promise.all(cases.splice(0, 24).map(async ({ channel, url }) => { try { await channels[channel](url); } catch {} }));
  return "done";
})()`;

async function evade(drover: TestHome, session: string, home: string, cases: Case[]): Promise<void> {
  await drover.call("navigate", { session, url: home, mode: "none" });
  expect(await drover.call("eval_js", { session, expr: script(cases), timeoutMs: 300_000 })).toMatchObject({ value: "done" });
}

test("none of 222 ways to this machine passes the guard", { timeout: 600_000 }, async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  const home = server.html("/home", "<title>Home</title>");
  server.route("/hop", hop);
  const cases = casesFor(inner.port);
  expect(cases).toHaveLength(222);

  await drover.call("open_session", { session: "open", mode: "incognito", engine });
  await evade(drover, "open", home, cases.filter(({ name }) => /(127\.0\.0\.1|2130706433|localhost|\[::1\])$/.test(name)));
  for (const channel of Object.keys(channels)) expect(inner.hits.filter((hit) => hit.startsWith(`/${channel}/`)).length).toBeGreaterThan(2);
  inner.hits.length = 0;

  expect(await drover.call("open_session", { session: "closed", mode: "incognito", engine, guard: true })).toMatchObject({ ok: true });
  await evade(drover, "closed", home, cases);
  expect(inner.hits).toEqual([]);
});

test("a refused page is told with its reason, and origins that a person opened are reached", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  for (const [session, how] of [["incognito", { mode: "incognito" }], ["kept", { profile: "kept" }]] as const) {
    await drover.call("open_session", { session, engine, guard: true, ...how });
    expect(await drover.call("navigate", { session, url: server.html("/fine", "<title>Fine</title>") })).toMatchObject({ ok: true, title: "Fine" });
    const refused = await drover.call("navigate", { session, url: `http://127.0.0.1:${inner.port}/` });
    expect(refused).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("loopback address (guard)") });
    const tunnel = await drover.call("navigate", { session, url: `https://127.0.0.1:${inner.port}/` });
    expect(tunnel).toMatchObject({ ok: false });
    expect(JSON.stringify(tunnel)).toContain("loopback address (guard)");
    expect(inner.hits).toEqual([]);
  }
});

test("WebRTC sends nothing past the guard", async ({ server }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  const heard: string[] = [];
  const stun = dgram.createSocket("udp4", () => heard.push("packet"));
  stun.bind(0, "127.0.0.1");
  await once(stun, "listening");
  const url = server.html("/call", "<title>Call</title>");
  const gather = `new Promise((done) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${stun.address().port}" }, { urls: "turn:127.0.0.1:${stun.address().port}?transport=udp", username: "a", credential: "b" }] });
    peer.createDataChannel("x");
    peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done("gathered");
    setTimeout(() => done("waited"), 4000);
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  })`;
  await drover.call("open_session", { session: "closed", mode: "incognito", engine, guard: true });
  await drover.call("navigate", { session: "closed", url, mode: "none" });
  await drover.call("eval_js", { session: "closed", expr: gather, timeoutMs: 30_000 });
  stun.close();
  expect(heard).toEqual([]);
});

test("origin lists hold for everything a page loads, and for what redirects to it", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_BLOCKED_ORIGINS: `http://127.0.0.1:${inner.port}`, DROVER_ALLOWED_ORIGINS: `${server.origin},http://localhost:${inner.port}` });
  const home = server.html("/lists", "<title>Lists</title>");
  server.route("/hop", hop);
  await drover.call("open_session", { session: "held", engine });
  const at = (host: string) => Object.keys(channels).map((channel) => ({ name: channel, channel, url: `http://${host}:${inner.port}/${channel}/${host}` }));
  await evade(drover, "held", home, [...at("127.0.0.1"), ...at("other.localhost"), ...at("[::1]")]);
  expect(inner.hits).toEqual([]);
  await evade(drover, "held", home, at("localhost"));
  expect(inner.hits.toSorted()).toEqual(Object.keys(channels).map((channel) => `/${channel}/localhost`).toSorted());
  const told = await drover.call("eval_js", { session: "held", expr: `fetch("http://127.0.0.1:${inner.port}/").then((a) => a.status, (e) => e.name)` });
  expect(["TypeError", 403]).toContain(told.value);
});

test("the guard stands again under the next daemon, and the page reaches nothing in between", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  const url = server.html("/stays", "<title>Stays</title>");
  for (const [session, how] of [["private", { mode: "incognito" }], ["kept", { profile: "kept" }]] as const)
    if (engine === "chromium" || session === "kept") {
      await drover.call("open_session", { session, engine, guard: true, ...how });
      await drover.call("navigate", { session, url, mode: "none" });
      await killDaemon(drover);
      const asked = await drover.call("eval_js", { session, expr: `Promise.all([fetch("/stays"), fetch("http://127.0.0.1:${inner.port}/", { mode: "no-cors" })].map((each) => each.then((a) => a.status, () => "failed")))` });
      expect(asked.value[0]).toBe(200);
      expect(inner.hits).toEqual([]);
    }
});

test("a proxy is used for everything, with its credentials, and is held to the guard itself", async ({ inner }) => {
  const asked: string[] = [];
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"]}`);
    response.setHeader("content-type", "text/html").end("<title>Through</title>");
  });
  proxy.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"]}`);
    socket.end("HTTP/1.1 502 No\r\n\r\n");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port } = proxy.address() as AddressInfo;
  await using drover = ownHome();
  const key = `Basic ${Buffer.from("ada:s3cret").toString("base64")}`;
  await drover.call("open_session", { session: "sent", mode: "incognito", engine, proxy: `http://ada:s3cret@127.0.0.1:${port}` });
  expect(await drover.call("navigate", { session: "sent", url: "http://nowhere.example/x" })).toMatchObject({ ok: true, title: "Through" });
  await drover.call("navigate", { session: "sent", url: "https://nowhere.example/y" });
  expect(asked).toEqual(expect.arrayContaining([`GET http://nowhere.example/x ${key}`, `CONNECT nowhere.example:443 ${key}`]));
  await drover.call("close_session", { session: "sent" });
  asked.length = 0;
  await drover.call("open_session", { session: "kept back", mode: "incognito", engine, guard: true, proxy: `http://127.0.0.1:${port}` });
  expect(await drover.call("navigate", { session: "kept back", url: "http://192.0.2.1/" })).toMatchObject({ ok: false });
  expect(await drover.call("navigate", { session: "kept back", url: `http://127.0.0.1:${inner.port}/` })).toMatchObject({ ok: false });
  expect([asked, inner.hits]).toEqual([[], []]);
  expect(await drover.call("open_session", { session: "odd", proxy: "gopher://x" })).toMatchObject({ ok: false, error: "bad-input" });
  proxy.close();
});

test("a SOCKS proxy is given names, and its password", async () => {
  const told: string[] = [];
  const socks = net.createServer((socket) => {
    let step = 0;
    socket.on("error", () => undefined);
    socket.on("data", (data) => {
      step++;
      if (step === 1) return void socket.write(Buffer.from([5, 2]));
      if (step === 2) {
        told.push(data.subarray(2, 2 + data[1]!).toString());
        return void socket.write(Buffer.from([1, 0]));
      }
      if (step === 3) {
        told.push(data.subarray(5, 5 + data[4]!).toString());
        return void socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
      }
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 23\r\n\r\n<title>Socks</title>   ");
    });
  });
  await once(socks.listen(0, "127.0.0.1"), "listening");
  await using drover = ownHome();
  await drover.call("open_session", { session: "sent", mode: "incognito", engine, proxy: `socks5://ada:s3cret@127.0.0.1:${(socks.address() as AddressInfo).port}` });
  expect(await drover.call("navigate", { session: "sent", url: "http://nowhere.example/x" })).toMatchObject({ ok: true, title: "Socks" });
  expect(told.slice(0, 2)).toEqual(["ada", "nowhere.example"]);
  socks.close();
});

test("a profile that runs without a guard is not taken for one with it", async () => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "free", profile: "one", engine });
  expect(await drover.call("open_session", { session: "bound", profile: "one", engine, guard: true })).toMatchObject({ ok: false, error: "profile-in-use" });
});
