import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { readExactly } from "./readExactly.ts";
import { Gate } from "./gate.ts";
import type { GateRules, Refusal } from "./gateRules.ts";
import type { ResolveName } from "./resolveName.ts";

const hits: string[] = [];
const inner = http.createServer((request, response) => {
  hits.push(`${request.headers.host}${request.url}`);
  request.pipe(response.setHeader("x-answer", "inner"));
});
await once(inner.listen(0, "127.0.0.1"), "listening");
const { port } = inner.address() as AddressInfo;
afterAll(() => inner.close());

const free: GateRules = { guard: false, allowPrivate: [], allowedOrigins: [], blockedOrigins: [] };

async function opened(rules: Partial<GateRules>, resolve?: ResolveName): Promise<{ gate: Gate; refusals: Refusal[] }> {
  const gate = await Gate.open({ ...free, ...rules }, resolve && { resolve });
  const refusals: Refusal[] = [];
  gate.events.on("refused", (refusal) => refusals.push(refusal));
  return { gate, refusals };
}

/** A connection as a browser asks its proxy for one, in SOCKS 5; undefined when there is none. */
async function socket(gate: Gate, host: string, to: number): Promise<net.Socket | undefined> {
  const made = net.connect(gate.port, "127.0.0.1");
  made.write(Buffer.from([5, 1, 0]));
  expect((await readExactly(made, 2))?.[1]).toBe(0);
  made.write(Buffer.concat([Buffer.from([5, 1, 0, 3, host.length]), Buffer.from(host, "latin1"), Buffer.from([to >> 8, to & 255])]));
  const answer = await readExactly(made, 10);
  if (answer?.[1] === 0) return made;
  made.destroy();
  return undefined;
}

interface Asked {
  method?: string;
  body?: string;
}

/** A request in a connection through the gate, or to it where it takes plain requests. */
async function get(gate: Gate, url: string, { method = "GET", body = "" }: Asked = {}): Promise<{ status: number | undefined; text: string } | undefined> {
  const { hostname, port: to, host, pathname, search } = new URL(url);
  const direct = gate.address.startsWith("http:");
  const made = direct ? undefined : await socket(gate, hostname.replace(/^\[|\]$/g, ""), Number(to || 80));
  if (!direct && !made) return undefined;
  const request = http.request({ host: "127.0.0.1", port: gate.port, path: direct ? url : pathname + search, method, headers: { host }, ...(made ? { createConnection: () => made } : { agent: false }) });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: response.statusCode, text: (await response.toArray()).join("") };
}

const connects = async (gate: Gate, host: string, to = port): Promise<boolean> => {
  const made = await socket(gate, host, to);
  made?.destroy();
  return made !== undefined;
};

async function httpTunnel(gate: Gate, place: string): Promise<string> {
  const made = net.connect(gate.port, "127.0.0.1");
  made.write(`CONNECT ${place} HTTP/1.1\r\n\r\n`);
  const [data] = (await once(made, "data")) as [Buffer];
  made.destroy();
  return data.toString().split("\r\n")[0]!;
}

test("what is allowed comes whole, with its name and its body", async () => {
  const { gate } = await opened({});
  expect(gate.address).toBe(`socks5://127.0.0.1:${gate.port}`);
  expect(await get(gate, `http://shop.localhost:${port}/cart?x=1`, { method: "POST", body: "sent" })).toEqual({ status: 200, text: "sent" });
  expect(hits).toContain(`shop.localhost:${port}/cart?x=1`);
  gate.close();
});

test("what a server sends before it closes reaches a slow reader to the last byte", async () => {
  const size = 8_000_000;
  const server = net.createServer((made) => made.end(Buffer.alloc(size, "x")));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { gate } = await opened({});
  const made = await socket(gate, "localhost", (server.address() as AddressInfo).port);
  let read = 0;
  for await (const chunk of made!) {
    read += (chunk as Buffer).length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(read).toBe(size);
  gate.close();
  server.close();
});

test("a name is asked for once in a moment, and only what it answered then is connected to", async () => {
  const answers = [["127.0.0.1"], ["203.0.113.7"]];
  let asked = 0;
  const { gate } = await opened({ blockedOrigins: ["http://never.test"] }, async () => (answers[asked++] ?? []).map((address) => ({ address, family: 4 })));
  expect((await get(gate, `http://changes.test:${port}/`))?.status).toBe(200);
  expect((await get(gate, `http://changes.test:${port}/`))?.status).toBe(200);
  expect(asked).toBe(1);
  gate.close();
});

test("a name that was not found is asked for again", async () => {
  let asked = 0;
  const { gate } = await opened({ guard: true, allowPrivate: ["late.test"] }, async () => {
    if (asked++ === 0) throw new Error("not found");
    return [{ address: "127.0.0.1", family: 4 }];
  });
  expect([await connects(gate, "late.test"), await connects(gate, "late.test")]).toEqual([false, true]);
  gate.close();
});

test("a name with one private address among public ones is refused", async () => {
  const { gate, refusals } = await opened({ guard: true }, async () => [{ address: "93.184.216.34", family: 4 }, { address: "10.0.0.7", family: 4 }]);
  expect(await connects(gate, "mixed.test")).toBe(false);
  expect(refusals).toEqual([{ at: expect.any(Number), place: `mixed.test:${port}`, because: "rules", reason: "10.0.0.7 is a private address (guard)" }]);
  gate.close();
});

test.each(["127.0.0.1", "2130706433", "0x7f.1", "0177.1", "127.1", "::1", "::ffff:7f00:1", "localhost", "LOCALHOST.", "a.localhost", "%31%32%37.1", "0", "169.254.169.254", "fd00:ec2::254"])(
  "a connection to %s is refused",
  async (host) => {
    const { gate } = await opened({ guard: true });
    expect(await connects(gate, host)).toBe(false);
    gate.close();
  },
);

test.each([
  ["an address of version 4", [5, 1, 0, 1, 127, 0, 0, 1, 0, 80], 4],
  ["an address of version 6", [5, 1, 0, 4, ...Array<number>(15).fill(0), 1, 0, 80], 4],
  ["a port to be listened on", [5, 2, 0, 1, 127, 0, 0, 1, 0, 80], 7],
  ["packets to be sent", [5, 3, 0, 1, 0, 0, 0, 0, 0, 0], 7],
  ["a kind of address that there is not", [5, 1, 0, 9, 1, 1], 4],
])("%s is answered by the protocol", async (_, wish, code) => {
  const { gate } = await opened({ guard: true });
  const made = net.connect(gate.port, "127.0.0.1");
  made.write(Buffer.from([5, 2, 2, 0]));
  expect(await readExactly(made, 2)).toEqual(Buffer.from([5, 0]));
  made.end(Buffer.from(wish));
  expect((await readExactly(made, 10))?.[1]).toBe(code);
  gate.close();
});

test("an origin that was opened is reached at its port only", async () => {
  const { gate } = await opened({ guard: true, allowPrivate: [`http://localhost:${port}`] });
  expect((await get(gate, `http://localhost:${port}/`))?.status).toBe(200);
  expect(await connects(gate, "127.0.0.1")).toBe(false);
  expect(await connects(gate, "localhost", 1)).toBe(false);
  gate.close();
});

test("lists hold for what is spoken; an approval opens one origin", async () => {
  const { gate, refusals } = await opened({ allowedOrigins: [`https://localhost:${port}`] });
  const made = await socket(gate, "localhost", port);
  made!.write("GET /told HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(made!, "close");
  expect(hits).not.toContain("localhost/told");
  expect(refusals).toMatchObject([{ place: `localhost:${port}`, reason: "it is not on the allowlist (allowedOrigins)" }]);
  // The server does not speak TLS, and says so: it was reached.
  const secret = await socket(gate, "localhost", port);
  secret!.write(Buffer.from([22, 3, 1, 0, 1, 0]));
  expect((await readExactly(secret!, 12))?.toString()).toBe("HTTP/1.1 400");
  expect(await connects(gate, "127.0.0.1")).toBe(false);
  gate.admit(new URL(`http://127.0.0.1:${port}/any`));
  expect((await get(gate, `http://127.0.0.1:${port}/`))?.status).toBe(200);
  gate.close();
});

test("whoever takes it for a server, or cannot be reached, hears so", async () => {
  const { gate } = await opened({});
  await expect(fetch(`http://127.0.0.1:${gate.port}/`)).rejects.toThrow();
  expect(await connects(gate, "127.0.0.1", 1)).toBe(false);
  gate.close();
});

test.each(["http", "socks5", "socks4"] as const)("what goes on through a proxy (%s) comes back, and is judged before", async (scheme) => {
  const asked: string[] = [];
  const proxy = proxies[scheme](asked);
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const { gate } = await opened({ proxy: `${scheme}://ada:s3cret@127.0.0.1:${proxyPort}`, blockedOrigins: ["bad.test"] });
  for (const _ of [1, 2]) expect(await get(gate, `http://good.test:${port}/x`, { method: "POST", body: "sent" })).toEqual({ status: 200, text: "sent" });
  const refused = await get(gate, `http://bad.test:${port}/`);
  if (scheme === "http") {
    expect(refused).toMatchObject({ status: 403, text: expect.stringContaining("it is on the blocklist (blockedOrigins)") });
    expect(await httpTunnel(gate, `good.test:${port}`)).toMatch(/ 200 /);
    expect(await httpTunnel(gate, `bad.test:${port}`)).toMatch(/ 403 /);
    expect(await httpTunnel(gate, "good.test")).toMatch(/ 400 /);
    expect((await fetch(`http://127.0.0.1:${gate.port}/`)).status).toBe(400);
  } else expect(refused).toBeUndefined();
  expect(new Set(asked)).toEqual(new Set([`good.test:${port}`]));
  gate.close();
  proxy.close();
});

test("a guarded session's proxy is a destination as any other, and gets addresses", async () => {
  const asked: string[] = [];
  const proxy = httpProxy(asked);
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const rules = { guard: true, proxy: `http://ada:s3cret@127.0.0.1:${proxyPort}` };
  const resolve: ResolveName = async (host) => [{ address: net.isIP(host) ? host : "93.184.216.34", family: 4 }];
  const closed = await opened(rules, resolve);
  expect(await connects(closed.gate, "far.test", 80)).toBe(false);
  const { gate } = await opened({ ...rules, allowPrivate: [`http://127.0.0.1:${proxyPort}`] }, resolve);
  expect(await connects(gate, "far.test", 443)).toBe(true);
  expect(asked).toEqual(["93.184.216.34:443"]);
  for (const each of [closed.gate, gate]) each.close();
  proxy.close();
});

test("a connection that is not made is told of with its reason, whether the place or the proxy is at fault", async () => {
  const nobody = net.createServer();
  await once(nobody.listen(0, "127.0.0.1"), "listening");
  const { port: left } = nobody.address() as AddressInfo;
  nobody.close();
  const unknown: ResolveName = async (host) => (net.isIP(host) ? [{ address: host, family: 4 }] : Promise.reject(new Error(`nobody knows ${host}`)));
  const straight = await opened({ guard: true, allowPrivate: [`http://127.0.0.1:${left}`] }, unknown);
  expect(await connects(straight.gate, "127.0.0.1", left)).toBe(false);
  expect(await connects(straight.gate, "gone.test", 80)).toBe(false);
  expect(straight.refusals).toMatchObject([
    { place: `127.0.0.1:${left}`, because: "place", reason: expect.stringContaining("ECONNREFUSED") },
    { place: "gone.test:80", because: "place", reason: "nobody knows gone.test" },
  ]);
  const through = await opened({ guard: true, proxy: `http://127.0.0.1:${left}`, allowPrivate: [`http://127.0.0.1:${left}`] });
  expect(await connects(through.gate, "93.184.216.34", 80)).toBe(false);
  expect(through.refusals).toMatchObject([{ place: "93.184.216.34:80", because: "proxy", reason: expect.stringMatching(/^the proxy 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/) }]);
  for (const { gate } of [straight, through]) gate.close();
});

test("a proxy that cannot prove its name gets nothing", async () => {
  const asked: string[] = [];
  const pem = readFileSync("test/fixtures/guard/localhost.pem");
  const proxy = https.createServer({ key: pem, cert: pem }, (request, response) => response.end(asked.push(request.url ?? "")));
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { gate } = await opened({ proxy: `https://ada:s3cret@localhost:${(proxy.address() as AddressInfo).port}` });
  expect(await get(gate, "http://good.test/")).toMatchObject({ status: 502 });
  expect(asked).toEqual([]);
  gate.close();
  proxy.close();
});

/** Sends everything to the inner server, whatever its name. */
function httpProxy(asked: string[]): http.Server {
  const authorized = `Basic ${Buffer.from("ada:s3cret").toString("base64")}`;
  const proxy = http.createServer((request, response) => {
    const { host, pathname } = new URL(request.url ?? "");
    if (request.headers["proxy-authorization"] !== authorized) return response.writeHead(407).end();
    asked.push(host);
    const onward = http.request({ host: "127.0.0.1", port, path: pathname, method: request.method }, (answer) => answer.pipe(response));
    return request.pipe(onward);
  });
  proxy.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.end(`HTTP/1.1 ${request.headers["proxy-authorization"] === authorized ? "200 Fine" : "407 No"}\r\n\r\n`);
  });
  return proxy;
}

/** Version 4 with a name (4a): an address that cannot be, then the user, then the name. */
function oldSocksProxy(asked: string[]): net.Server {
  return net.createServer(async (socket) => {
    socket.on("error", () => socket.destroy());
    const [wish] = (await once(socket, "data")) as [Buffer];
    const [user, name] = wish.subarray(8).toString().split("\0");
    if (user === "ada") asked.push(`${name}:${wish.readUInt16BE(2)}`);
    const far = net.connect(port, "127.0.0.1");
    socket.write(Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
    socket.pipe(far).pipe(socket);
  });
}

function socksProxy(asked: string[]): net.Server {
  return net.createServer(async (socket) => {
    socket.on("error", () => socket.destroy());
    const next = async () => ((await once(socket, "data")) as [Buffer])[0];
    await next();
    socket.write(Buffer.from([5, 2]));
    const login = await next();
    socket.write(Buffer.from([1, login.subarray(2, 2 + login[1]!).toString() === "ada" ? 0 : 1]));
    const wish = await next();
    asked.push(`${wish.subarray(5, 5 + wish[4]!).toString()}:${wish.readUInt16BE(wish.length - 2)}`);
    const far = net.connect(port, "127.0.0.1");
    socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 80]));
    socket.pipe(far).pipe(socket);
  });
}

const proxies = { http: httpProxy, socks5: socksProxy, socks4: oldSocksProxy };
