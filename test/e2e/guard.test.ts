/** A guarded session reaches nothing that its rules are against, by any spelling and any way that a page has. */
import dgram from "node:dgram";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { readFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { findBrowser } from "../../src/browser/findBrowser.ts";
import { launchBrowser } from "../../src/browser/launchBrowser.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { Evasions } from "./support/evasions.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { engine, test as base } from "./support/session.ts";

interface Inner {
  port: number;
  /** Each path that was asked for. */
  hits: string[];
}

const certificate = path.join(import.meta.dirname, "..", "fixtures", "guard", "localhost.pem");

/** A server that only this machine should reach, on every address of it; and a Drover whose guard lets only the test's own server through. */
const test = base.extend<{ inner: Inner; drover: TestHome }>({
  drover: [
    async ({ server }, use) => {
      await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin, NODE_EXTRA_CA_CERTS: certificate });
      // Holds the browser that the sessions of all tests share, so that it is started once.
      await drover.call("open_session", { session: "holder", mode: "incognito", engine });
      await use(drover);
    },
    { scope: "file" },
  ],
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

/** What the daemon decides by itself. */
const whicheverBrowser = test.skipIf(engine === "firefox");

const ways = engine === "chromium" ? 264 : 239;

test(`none of ${ways} ways to this machine passes the guard`, async ({ server, inner, drover }) => {
  const evasions = new Evasions(server);
  const every = [...evasions.inEverySpelling(inner.port), ...evasions.inPlainSpellings(inner.port)];
  expect(every).toHaveLength(ways);

  await drover.call("open_session", { session: "open", mode: "incognito", engine });
  await evasions.run(drover, "open", every.filter(({ plain }) => plain));
  for (const channel of evasions.channels) expect(inner.hits.filter((hit) => hit.startsWith(`/${channel}/`)).length, channel).toBeGreaterThan(2);
  await drover.call("close_session", { session: "open" });
  inner.hits.length = 0;

  await drover.call("open_session", { session: "closed", mode: "incognito", engine, guard: true });
  await evasions.run(drover, "closed", every);
  expect(inner.hits).toEqual([]);
  await drover.call("close_session", { session: "closed" });
});

test("a refused page is told with its reason, and origins that a person opened are reached", async ({ server, inner, drover }) => {
  const inside = `http://127.0.0.1:${inner.port}`;
  server.route("/away", (_, response) => response.writeHead(302, { location: `${inside}/redirected` }).end());
  const fine = server.html("/fine", `<title>Fine</title><a href="${inside}/link">link</a><a href="${inside}/popup" target=_blank>popup</a><a href="${inside}/file" download>file</a><a href="/away">away</a>`);
  const told = (place: string) => ({ ok: false, error: "refused", message: expect.stringContaining(`${place} was not loaded: it is a loopback address (guard)`), hint: expect.stringContaining("allowPrivate") });
  const warned = [expect.stringContaining(`The connection to 127.0.0.1:${inner.port} was refused: it is a loopback address (guard).`)];
  const inOne = async (session: string, how: Record<string, string>) => {
    await drover.call("open_session", { session, engine, guard: true, ...how });
    const visit = () => drover.call("navigate", { session, url: fine });
    const clickOn = (text: string) => drover.call("click", { session, selector: `text=${text}` });
    expect(await visit()).toMatchObject({ ok: true, title: "Fine" });
    for (const scheme of ["http", "https"]) {
      const url = `${scheme}://127.0.0.1:${inner.port}/typed`;
      expect(await drover.call("navigate", { session, url })).toMatchObject({ ...told(url), warnings: warned });
      expect(await drover.call("tab_open", { session, url })).toMatchObject(told(url));
    }
    await visit();
    expect(await clickOn("link")).toMatchObject(told(`${inside}/link`));
    await visit();
    expect(await clickOn("away")).toMatchObject(told(`${inside}/redirected`));
    await visit();
    expect(await clickOn("popup")).toMatchObject({ ok: true, warnings: expect.arrayContaining(warned) });
    expect(await clickOn("file")).toMatchObject({ warnings: expect.arrayContaining(warned) });
    await drover.call("close_session", { session });
  };
  await Promise.all([inOne("incognito", { mode: "incognito" }), inOne("kept", { profile: "kept" })]);
  expect(inner.hits).toEqual([]);
});

/** This machine's address in its network: Firefox asks no server on loopback for its own. */
const ownAddress = Object.values(os.networkInterfaces()).flat().find((each) => each?.family === "IPv4" && !each.internal)?.address ?? "127.0.0.1";

/** Answers as a STUN server does, and says how often it was asked. */
async function stunServer() {
  let heard = 0;
  const socket = dgram.createSocket("udp4", (message, { port, address }) => {
    heard++;
    const cookie = message.readUInt32BE(4);
    const mapped = Buffer.alloc(12);
    mapped.writeUInt16BE(0x0020, 0);
    mapped.writeUInt16BE(8, 2);
    mapped.writeUInt8(1, 5);
    mapped.writeUInt16BE(port ^ (cookie >>> 16), 6);
    mapped.writeUInt32BE((Buffer.from(address.split(".").map(Number)).readUInt32BE() ^ cookie) >>> 0, 8);
    socket.send(Buffer.concat([Buffer.from([1, 1, 0, 12]), message.subarray(4, 20), mapped]), port, address);
  });
  socket.bind(0, ownAddress);
  await once(socket, "listening");
  return { port: socket.address().port, heard: () => heard, close: () => socket.close() };
}

test("WebRTC sends nothing past the guard, and would without it", async ({ server, inner, drover }) => {
  const stun = await stunServer();
  const url = server.html("/call", "<title>Call</title>");
  const gather = `new Promise((done) => {
    const candidates = [];
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:${ownAddress}:${stun.port}" }, { urls: "turn:${ownAddress}:${inner.port}?transport=tcp", username: "a", credential: "b" }] });
    peer.createDataChannel("x");
    peer.onicecandidate = ({ candidate }) => (candidate ? candidates.push(candidate.candidate) : done(candidates.filter(Boolean)));
    // Firefox begins nothing where a proxy is all there is.
    peer.oniceconnectionstatechange = () => peer.iceConnectionState === "failed" && done(candidates);
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  })`;
  const gathered = async (session: string, guard: boolean) => {
    await drover.call("open_session", { session, mode: "incognito", engine, guard });
    await drover.call("navigate", { session, url, mode: "none" });
    const { value } = await drover.call("eval_js", { session, expr: gather, timeoutMs: 60_000 });
    await drover.call("close_session", { session });
    return value as string[];
  };
  expect((await gathered("leaks", false)).join()).toContain("srflx");
  const leaked = stun.heard();
  expect(leaked).toBeGreaterThan(0);
  expect(await gathered("held", true)).toEqual([]);
  expect(stun.heard()).toBe(leaked);
  stun.close();
});

/** What a page sends without waiting for an answer, or has the browser get before anybody asks for it. */
const unawaited: Record<string, string> = {
  beacon: "navigator.sendBeacon(url, 'x')",
  keepalive: "fetch(url, { keepalive: true, mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})",
  preload: "document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: url }))",
  modulepreload: "document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: url }))",
  font: "document.fonts.add(new FontFace('f', `url(${url})`)); document.fonts.forEach((font) => font.load().catch(() => {}))",
  report: "const frame = document.createElement('iframe'); frame.src = '/reports?to=' + encodeURIComponent(url); document.body.append(frame)",
  // Firefox prefetches when it has nothing else to do, and knows no speculation rules.
  ...(engine === "chromium" && {
    prefetch: "document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: url }))",
    speculation: "document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [url], eagerness: 'immediate' }] }) }))",
  }),
};

test("nothing that a page sends without waiting for it passes the guard, and it would without", async ({ server, inner, drover }) => {
  server.route("/reports", (request, response) => {
    const to = new URL(request.url ?? "", server.origin).searchParams.get("to") ?? "";
    response.setHeader("content-security-policy", `img-src 'none'; report-uri ${to}`).setHeader("content-type", "text/html").end("<img src=/refused.png>");
  });
  const page = server.html("/unawaited", "<title>Unawaited</title>");
  const sending = (to: string) => Object.entries(unawaited).map(([way, script]) => `((url) => { ${script} })("http://127.0.0.1:${inner.port}/${to}/${way}")`).join(";");
  // The guarded one begins first, so that it has had its time when all of the other's have come.
  for (const [session, guard] of [["held", true], ["leaks", false]] as const) {
    await drover.call("open_session", { session, mode: "incognito", engine, guard });
    await drover.call("navigate", { session, url: page, mode: "none" });
    await drover.call("eval_js", { session, expr: `void (${sending(session).replaceAll(";((", ", ((")})` });
  }
  await expect.poll(() => [...new Set(inner.hits)].toSorted(), { timeout: 30_000 }).toEqual(expect.arrayContaining(Object.keys(unawaited).map((way) => `/leaks/${way}`)));
  expect(inner.hits.filter((hit) => hit.startsWith("/held"))).toEqual([]);
  for (const session of ["held", "leaks"]) await drover.call("close_session", { session });
});

test("origin lists hold for everything a page loads, and for what redirects to it", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_BLOCKED_ORIGINS: `http://127.0.0.1:${inner.port}`, DROVER_ALLOWED_ORIGINS: `${server.origin},http://localhost:${inner.port}` });
  const evasions = new Evasions(server);
  await drover.call("open_session", { session: "held", engine });
  await evasions.run(drover, "held", ["127.0.0.1", "other.localhost", "[::1]"].flatMap((host) => evasions.at(host, inner.port)));
  expect(inner.hits).toEqual([]);
  await evasions.run(drover, "held", evasions.at("localhost", inner.port));
  expect([...new Set(inner.hits.map((hit) => hit.split("/")[1]))].toSorted()).toEqual(evasions.channels.toSorted());
  const told = await drover.call("eval_js", { session: "held", expr: `fetch("http://127.0.0.1:${inner.port}/").then((a) => a.status, (e) => e.name)` });
  expect(told.value).toBe("TypeError");
});

test("the guard stands again under the next daemon, and the page reaches nothing in between", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  const url = server.html("/stays", "<title>Stays</title>");
  // Firefox ends an incognito session with its daemon.
  const sessions = { kept: { profile: "kept" }, ...(engine === "chromium" && { private: { mode: "incognito" } }) };
  for (const [session, how] of Object.entries(sessions)) {
    await drover.call("open_session", { session, engine, guard: true, ...how });
    await drover.call("navigate", { session, url, mode: "none" });
  }
  await killDaemon(drover);
  const ask = `Promise.all([fetch("/stays"), fetch("http://127.0.0.1:${inner.port}/", { mode: "no-cors" })].map((each) => each.then((a) => a.status, () => "failed")))`;
  for (const session of Object.keys(sessions)) expect(await drover.call("eval_js", { session, expr: ask })).toMatchObject({ value: [200, "failed"] });
  expect(inner.hits).toEqual([]);
});

test("a profile that was guarded reaches everything again when it is opened without", async ({ inner, drover }) => {
  const go = async (guard: boolean) => {
    await drover.call("open_session", { session: "again", profile: "again", engine, guard });
    const told = await drover.call("navigate", { session: "again", url: `http://127.0.0.1:${inner.port}/`, mode: "none" });
    await drover.call("close_session", { session: "again" });
    return told.ok as boolean;
  };
  expect([await go(true), await go(false)]).toEqual([false, true]);
});

interface Proxy {
  server: net.Server;
  /** What it was asked for, with the credentials that came along. */
  asked: string[];
}

const page = "<title>Through</title>";
const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${page.length}\r\n\r\n${page}`;

function httpProxy(): Proxy {
  const asked: string[] = [];
  const login = (given: string | undefined) => Buffer.from(given?.slice("Basic ".length) ?? "", "base64").toString();
  const pem = readFileSync(certificate);
  const handle: http.RequestListener = (request, response) => {
    asked.push(`${request.url} ${login(request.headers["proxy-authorization"])}`);
    response.setHeader("content-type", "text/html").end(page);
  };
  const server = https.createServer({ key: pem, cert: pem }, handle);
  // One port for both: the first byte tells.
  const plain = http.createServer(handle);
  for (const each of [server, plain])
    each.on("connect", (request, socket) => {
      asked.push(`CONNECT ${request.url} ${login(request.headers["proxy-authorization"])}`);
      socket.end("HTTP/1.1 502 No\r\n\r\n");
    });
  const both = net.createServer((socket) =>
    socket.on("error", () => socket.destroy()).once("readable", () => {
      const first = socket.read() as Buffer | null;
      if (!first) return socket.destroy();
      socket.unshift(first);
      return (first[0] === 22 ? server : plain).emit("connection", socket);
    }),
  );
  return { server: both, asked };
}

/** Versions 4 and 5; the page comes from the proxy itself. */
function socksProxy(): Proxy {
  const asked: string[] = [];
  const talk = async (socket: net.Socket): Promise<void> => {
    const next = async () => ((await once(socket, "data")) as [Buffer])[0];
    const first = await next();
    if (first[0] === 4) {
      const [user, host] = first.subarray(8).toString().split("\0");
      asked.push(`${host} ${user}`);
      socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
    } else {
      socket.write(Buffer.from([5, 2]));
      const login = await next();
      socket.write(Buffer.from([1, 0]));
      const wish = await next();
      const user = login.subarray(2, 2 + login[1]!).toString();
      asked.push(`${wish.subarray(5, 5 + wish[4]!)} ${user}:${login.subarray(3 + login[1]!)}`);
      socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
    }
    await next();
    socket.end(answer);
  };
  // A browser that closes may hang up in the middle of a talk.
  const server = net.createServer((socket) => void talk(socket).catch(() => socket.destroy()));
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  return { server, asked };
}

const proxies = [
  ["http", httpProxy, "http://nowhere.example/x ada:s3cret"],
  ["https", httpProxy, "http://nowhere.example/x ada:s3cret"],
  ["socks5", socksProxy, "nowhere.example ada:s3cret"],
  ["socks4", socksProxy, "nowhere.example ada"],
] as const;

test("a proxy of every kind is used for everything, with its credentials", async ({ drover }) => {
  const through = async ([scheme, make, plain]: (typeof proxies)[number]) => {
    const { server, asked } = make();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const session = `sent by ${scheme}`;
    const opened = await drover.call("open_session", { session, mode: "incognito", engine, proxy: `${scheme}://ada:s3cret@localhost:${port}` });
    expect(JSON.stringify([opened, await drover.call("list_sessions")]), scheme).not.toContain("s3cret");
    expect(await drover.call("navigate", { session, url: "http://nowhere.example/x" }), scheme).toMatchObject({ ok: true, title: "Through" });
    await drover.call("navigate", { session, url: "https://nowhere.example/y" });
    // Chromium asks its makers whether there is a network, by the same way.
    const mine = asked.filter((each) => each.includes("nowhere.example"));
    expect([mine[0], mine.at(-1)], scheme).toEqual([plain, scheme.startsWith("http") ? "CONNECT nowhere.example:443 ada:s3cret" : plain]);
    await drover.call("close_session", { session });
    server.close();
  };
  await Promise.all(proxies.map(through));
});

test("a guarded session's proxy is held to the guard itself", async ({ inner, drover }) => {
  const { server, asked } = httpProxy();
  await once(server.listen(0, "127.0.0.1"), "listening");
  await drover.call("open_session", { session: "kept back", mode: "incognito", engine, guard: true, proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  expect(await drover.call("navigate", { session: "kept back", url: "http://192.0.2.1/" })).toMatchObject({ ok: false });
  expect(await drover.call("navigate", { session: "kept back", url: `http://127.0.0.1:${inner.port}/` })).toMatchObject({ ok: false });
  expect([asked, inner.hits]).toEqual([[], []]);
  expect(await drover.call("open_session", { session: "odd", proxy: "gopher://x" })).toMatchObject({ ok: false, error: "bad-input" });
  await drover.call("close_session", { session: "kept back" });
  server.close();
});

whicheverBrowser("an agent that is to be guarded gets into no session without it, and takes no proxy that its lists do not have", async ({ inner, drover }) => {
  await drover.call("open_session", { session: "person's", mode: "incognito", engine });
  const guarded = drover.client("mcp", { DROVER_GUARD: "1" });
  const url = `http://127.0.0.1:${inner.port}/`;
  await drover.call("open_session", { session: "default", mode: "incognito", engine });
  expect((await guarded.call("call_log", {})).data).toMatchObject({ ok: true, calls: [] });
  expect((await guarded.call("navigate", { session: "person's", url })).data).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("session of your own") });
  for (const mode of ["fingerprint", "browser"])
    expect((await guarded.call("web_scrape", { url: "http://192.0.2.1/", mode, sessionId: "person's" })).data, mode).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("session of your own") });
  await guarded.call("open_session", { session: "agent's", mode: "incognito", engine, guard: false });
  expect((await guarded.call("navigate", { session: "agent's", url })).data).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("loopback address (guard)") });
  expect(inner.hits).toEqual([]);
  const listed = drover.client("mcp", { DROVER_ALLOWED_ORIGINS: "https://fine.test" });
  const proxy = "http://evil.test:8080";
  for (const [tool, input] of [["open_session", { session: "exit", mode: "incognito", engine, proxy }], ["web_scrape", { url: "https://fine.test/", proxy }], ["web_extract", { url: "https://fine.test/", proxy }]] as const)
    expect((await listed.call(tool, input)).data, tool).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("evil.test:8080") });
  for (const session of ["person's", "agent's", "default"]) await drover.call("close_session", { session });
});

whicheverBrowser("a profile that runs without a guard is not taken for one with it", async ({ drover }) => {
  await drover.call("open_session", { session: "free", profile: "one", engine });
  expect(await drover.call("open_session", { session: "bound", profile: "one", engine, guard: true })).toMatchObject({ ok: false, error: "profile-in-use" });
  await drover.call("close_session", { session: "free" });
});

test("in somebody else's browser each request of a page is judged, and what is not is said", async ({ server, inner }) => {
  await using owner = ownHome();
  const { descriptor } = await launchBrowser({ home: owner.home, browser: findBrowser(owner.home, engine)!, profile: { temporary: true }, headless: true, port: 0 });
  const { endpoint } = descriptor;
  await using drover = ownHome({ DROVER_BLOCKED_ORIGINS: `http://127.0.0.1:${inner.port}` });
  const attach = { session: "guest", mode: "attached", endpoint, engine };
  for (const more of [{ guard: true }, { proxy: "http://127.0.0.1:1" }]) expect(await drover.call("open_session", { ...attach, ...more })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("incognito") });
  expect(await drover.call("open_session", attach)).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining("sockets and some workers pass by")]) });
  const evasions = new Evasions(server);
  await evasions.run(drover, "guest", evasions.at("127.0.0.1", inner.port).filter(({ channel }) => ["fetch", "redirect", "image", "worker"].includes(channel)));
  expect(inner.hits).toEqual([]);
  await drover.call("close_session", { session: "guest" });
  await stopBrowser(owner.home, descriptor);
});

whicheverBrowser("a session without the guard that comes after a guarded one disturbs neither of them", async ({ server, inner }) => {
  await using drover = ownHome({ DROVER_ALLOW_PRIVATE: server.origin });
  const page = server.html("/both", "<title>Both</title>");
  const inside = `fetch("http://127.0.0.1:${inner.port}/").then(() => "reached", () => "refused")`;
  for (const [session, guard] of [["guarded", true], ["open", false]] as const) {
    expect(await drover.call("open_session", { session, mode: "incognito", engine, guard })).toMatchObject({ ok: true });
    expect(await drover.call("navigate", { session, url: page })).toMatchObject({ ok: true, title: "Both" });
  }
  expect(await drover.call("eval_js", { session: "guarded", expr: inside })).toMatchObject({ value: "refused" });
  expect(await drover.call("eval_js", { session: "open", expr: inside })).toMatchObject({ value: "reached" });
});
