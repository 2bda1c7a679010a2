import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
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

/** A plain request as a browser sends it to its proxy. */
async function get(gate: Gate, url: string, options: http.RequestOptions = {}, body = ""): Promise<{ status: number | undefined; text: string }> {
  const request = http.request({ host: "127.0.0.1", port: gate.port, path: url, headers: { host: new URL(url).host, ...options.headers }, ...options, agent: false });
  request.end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: response.statusCode, text: (await response.toArray()).join("") };
}

async function tunnel(gate: Gate, place: string): Promise<string> {
  const socket = net.connect(gate.port, "127.0.0.1");
  socket.write(`CONNECT ${place} HTTP/1.1\r\n\r\n`);
  const [data] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return data.toString().split("\r\n")[0]!;
}

test("what is allowed comes whole, with its name and its body", async () => {
  const { gate } = await opened({});
  expect(await get(gate, `http://shop.localhost:${port}/cart?x=1`, { method: "POST" }, "sent")).toEqual({ status: 200, text: "sent" });
  expect(hits).toContain(`shop.localhost:${port}/cart?x=1`);
  expect(await tunnel(gate, `localhost:${port}`)).toMatch(/^HTTP\/1\.1 200/);
  gate.close();
});

test("a name is asked for once for each connection, and only what it answered then is connected to", async () => {
  const answers = [["127.0.0.1"], ["203.0.113.7"]];
  let asked = 0;
  const { gate } = await opened({ blockedOrigins: ["http://never.test"] }, async () => (answers[asked++] ?? []).map((address) => ({ address, family: 4 })));
  expect((await get(gate, `http://changes.test:${port}/`)).status).toBe(200);
  expect(asked).toBe(1);
  gate.close();
});

test("a name with one private address among public ones is refused, by plain request and by tunnel", async () => {
  const { gate, refusals } = await opened({ guard: true }, async () => [{ address: "93.184.216.34", family: 4 }, { address: "10.0.0.7", family: 4 }]);
  const answer = await get(gate, `http://mixed.test:${port}/`);
  expect(answer).toMatchObject({ status: 403, text: expect.stringContaining("10.0.0.7 is a private address (guard)") });
  expect(await tunnel(gate, `mixed.test:${port}`)).toMatch(/^HTTP\/1\.1 403/);
  expect(refusals).toHaveLength(2);
  gate.close();
});

test.each(["127.0.0.1", "2130706433", "0x7f.1", "0177.1", "127.1", "[::1]", "[::ffff:7f00:1]", "localhost", "LOCALHOST.", "a.localhost", "%31%32%37.1", "0", "169.254.169.254", "[fd00:ec2::254]"])(
  "CONNECT %s is refused",
  async (host) => {
    const { gate } = await opened({ guard: true });
    expect(await tunnel(gate, `${host}:${port}`)).toMatch(/^HTTP\/1\.1 40[03]/);
    gate.close();
  },
);

test("an origin that was opened is reached at its port only", async () => {
  const { gate } = await opened({ guard: true, allowPrivate: [`http://localhost:${port}`] });
  expect((await get(gate, `http://localhost:${port}/`)).status).toBe(200);
  expect((await get(gate, `http://127.0.0.1:${port}/`)).status).toBe(403);
  expect((await get(gate, "http://localhost:1/")).status).toBe(403);
  gate.close();
});

test("lists are judged for tunnels by every scheme that they could hold; an approval opens one origin", async () => {
  const { gate } = await opened({ allowedOrigins: [`wss://localhost:${port}`] });
  expect(await tunnel(gate, `localhost:${port}`)).toMatch(/ 200 /);
  expect(await tunnel(gate, `127.0.0.1:${port}`)).toMatch(/ 403 /);
  gate.admit(new URL(`http://127.0.0.1:${port}/any`));
  expect((await get(gate, `http://127.0.0.1:${port}/`)).status).toBe(200);
  gate.close();
});

test("whoever takes it for a server, or cannot be reached, hears so", async () => {
  const { gate } = await opened({});
  const answer = await fetch(`http://127.0.0.1:${gate.port}/`);
  expect(answer.status).toBe(400);
  expect((await get(gate, "http://127.0.0.1:1/")).status).toBe(502);
  expect(await tunnel(gate, "127.0.0.1:1")).toMatch(/ 502 /);
  gate.close();
});

test.each(["http", "socks5"])("what goes on through a proxy (%s) comes back, by request and by tunnel, and is judged before", async (scheme) => {
  const asked: string[] = [];
  const proxy = scheme === "http" ? httpProxy(asked) : socksProxy(asked);
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const { gate } = await opened({ proxy: `${scheme}://ada:s3cret@127.0.0.1:${proxyPort}`, blockedOrigins: ["bad.test"] });
  expect(await get(gate, `http://good.test:${port}/x`, { method: "POST" }, "sent")).toEqual({ status: 200, text: "sent" });
  expect(await tunnel(gate, `good.test:${port}`)).toMatch(/ 200 /);
  expect((await get(gate, `http://bad.test:${port}/`)).status).toBe(403);
  expect(asked).toEqual([`good.test:${port}`, `good.test:${port}`]);
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
  expect((await get(closed.gate, "http://far.test/")).status).toBe(502);
  const { gate } = await opened({ ...rules, allowPrivate: [`http://127.0.0.1:${proxyPort}`] }, resolve);
  expect(await tunnel(gate, "far.test:443")).toMatch(/ 200 /);
  expect(asked).toEqual(["93.184.216.34:443"]);
  for (const each of [closed.gate, gate]) each.close();
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
