import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { ownHome, type TestHome } from "./support/home.ts";
import { test } from "./support/session.ts";
import { until } from "./support/until.ts";

const KEY = "api-key-of-a-test-77";

interface Asked {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

interface Rental {
  kind: string;
  /** Whether its key came where the provider wants it. */
  admits(asked: Asked): boolean;
  /** What its API is documented to answer; undefined is 404. */
  answer(asked: Asked, socket: string): unknown;
  /** How the end of a browser is asked for. */
  ends: string;
  liveView?: string;
  address?: string;
}

let running = true;

/** Providers as their documentation describes them, in front of a browser of this machine. */
const rentals: Rental[] = [
  {
    kind: "browserbase",
    admits: ({ headers }) => headers["x-bb-api-key"] === KEY,
    answer: ({ method, path, body }, socket) => {
      const session = { id: "s1", status: running ? "RUNNING" : "COMPLETED", connectUrl: socket, projectId: "p", region: "us-west-2" };
      if (path === "/v1/sessions?status=RUNNING") return [session];
      if (path === "/v1/sessions/s1/debug") return { debuggerFullscreenUrl: "https://live.example/s1", debuggerUrl: "", wsUrl: "", pages: [] };
      if (method === "POST" && path === "/v1/sessions") return body["keepAlive"] === true ? session : undefined;
      return path === "/v1/sessions/s1" ? session : undefined;
    },
    ends: "POST /v1/sessions/s1",
    liveView: "https://live.example/s1",
  },
  {
    kind: "steel",
    admits: ({ headers, path }) => headers["steel-api-key"] === KEY || path.includes(`apiKey=${KEY}`),
    answer: ({ path }, socket) => {
      const session = { id: "s1", status: running ? "live" : "released", websocketUrl: socket, debugUrl: "https://live.example/s1", sessionViewerUrl: "https://app.example/s1" };
      if (path === "/v1/sessions?status=live") return { sessions: [session], totalCount: 1 };
      return ["/v1/sessions", "/v1/sessions/s1", "/v1/sessions/s1/release"].includes(path) ? session : undefined;
    },
    ends: "POST /v1/sessions/s1/release",
    liveView: "https://live.example/s1",
  },
  {
    kind: "hyperbrowser",
    admits: ({ headers }) => headers["x-api-key"] === KEY,
    answer: ({ path }, socket) => {
      if (path === "/api/sessions?status=active") return { sessions: [], totalCount: 1, page: 1, perPage: 10 };
      if (path === "/api/session/s1/stop") return { success: true };
      return ["/api/session", "/api/session/s1"].includes(path) ? { id: "s1", teamId: "t", status: running ? "active" : "closed", wsEndpoint: socket, liveUrl: "https://live.example/s1", token: "t" } : undefined;
    },
    ends: "PUT /api/session/s1/stop",
    liveView: "https://live.example/s1",
  },
  {
    kind: "browser-use",
    admits: ({ headers }) => headers["x-browser-use-api-key"] === KEY,
    answer: ({ path }, socket) => {
      if (path === "/api/v3/browsers?filterBy=active") return { items: [], totalItems: 1, pageNumber: 1, pageSize: 10 };
      return ["/api/v3/browsers", "/api/v3/browsers/s1"].includes(path) ? { id: "s1", status: running ? "active" : "stopped", cdpUrl: socket, liveUrl: "https://live.example/s1", timeoutAt: "" } : undefined;
    },
    ends: "PATCH /api/v3/browsers/s1",
    liveView: "https://live.example/s1",
  },
  {
    kind: "cloudflare",
    address: "/client/v4/accounts/a1/browser-rendering",
    admits: ({ headers }) => headers.authorization === `Bearer ${KEY}`,
    answer: ({ method, path }, socket) => {
      if (path === "/client/v4/accounts/a1/browser-rendering/devtools/session") return running ? [{ sessionId: "s1" }] : [];
      if (method === "POST" && path.startsWith("/client/v4/accounts/a1/browser-rendering/devtools/browser?keep_alive=")) return { sessionId: "s1", webSocketDebuggerUrl: socket };
      return method === "DELETE" ? { status: "closing" } : undefined;
    },
    ends: "DELETE /client/v4/accounts/a1/browser-rendering/devtools/browser/s1",
  },
  {
    kind: "browserless",
    admits: ({ path }) => path.includes(`token=${KEY}`),
    answer: ({ path }) => (path.startsWith("/pressure") ? { pressure: { running: 1, maxConcurrent: 5, queued: 0, isAvailable: true } } : undefined),
    ends: "",
  },
];

let far: TestHome;
let here: TestHome;
let browser: URL;

beforeAll(async () => {
  far = ownHome();
  here = ownHome();
  await far.call("open_session", { session: "far", port: 0 });
  browser = new URL((await far.call("list_sessions")).sessions[0].endpoint);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await far[Symbol.asyncDispose]();
});

/** Serves the API, and the browser's socket at whatever address a provider gives it. */
async function serve(rental: Rental) {
  const asked: Asked[] = [];
  let broken: number | undefined;
  const ends = new Set<net.Socket>();
  const read = (request: http.IncomingMessage, body: string): Asked => ({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: body ? (JSON.parse(body) as Record<string, unknown>) : {} });
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const each = read(request, Buffer.concat(chunks).toString());
      asked.push(each);
      const found = rental.admits(each) ? rental.answer(each, `ws://127.0.0.1:${port}/socket?signed=${KEY}`) : undefined;
      const status = broken ?? (!rental.admits(each) ? 401 : found === undefined ? 404 : 200);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(status === 200 ? found : { message: `no, ${KEY}` }));
    });
  });
  server.on("upgrade", (request, near: net.Socket, head) => {
    asked.push({ ...read(request, ""), method: "SOCKET" });
    if (rental.kind === "cloudflare" ? !rental.admits(read(request, "")) : !request.url?.includes(KEY)) return void near.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    const to = net.connect(Number(browser.port), "127.0.0.1", () => {
      const { authorization: _, ...headers } = request.headers;
      to.write(`GET ${browser.pathname} HTTP/1.1\r\n${Object.entries({ ...headers, host: browser.host }).map(([name, value]) => `${name}: ${String(value)}`).join("\r\n")}\r\n\r\n`);
      to.write(head);
      near.pipe(to).pipe(near);
    });
    for (const [one, other] of [[near, to], [to, near]] as const) ends.add(one.on("error", () => other.destroy()).on("close", () => other.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    address: `http://127.0.0.1:${port}${rental.address ?? ""}`,
    breaks: (status: number | undefined) => {
      broken = status;
    },
    cut: () => ends.forEach((end) => end.destroy()),
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(rentals)("$kind, as it documents itself", (rental) => {
  const { kind } = rental;
  const name = (endpoint: Record<string, unknown>) => here.call("set_config", { scope: "user", patch: { endpoints: { [kind]: { kind, ...endpoint } } } });
  const open = () => here.call("open_session", { session: kind, on: kind });
  const evaluate = (expr: string) => here.call("eval_js", { session: kind, expr });

  test("opens a browser, shows where to watch it, keeps it over a cut, and gives it back", async () => {
    running = true;
    await using provider = await serve(rental);
    await name({ address: provider.address, key: KEY });
    const opened = await open();
    expect(opened).toMatchObject({ ok: true, mode: "incognito", on: kind, ...(rental.liveView && { liveView: rental.liveView }) });
    await evaluate("window.kept = 'kept'");
    provider.cut();
    const after = await until(() => evaluate("window.kept"), ({ error }) => error !== "connection-lost");
    if (kind === "browserless") expect(after).toMatchObject({ error: "session-lost" });
    else expect(after).toMatchObject({ value: "kept" });
    expect(await here.call("close_session", { session: kind })).toMatchObject({ ok: true });
    if (rental.ends) expect(provider.asked.map(({ method, path }) => `${method} ${path}`)).toContain(rental.ends);
  });

  test("that refuses, fails or has ended the browser is told as that, without its key", async () => {
    running = true;
    await using provider = await serve(rental);
    await name({ address: provider.address, key: "wrong-key-0815" });
    const refused = await open();
    expect(refused).toMatchObject({ error: "refused", message: expect.stringContaining("401") });
    expect(JSON.stringify(refused)).not.toContain("wrong-key-0815");
    await name({ address: provider.address, key: KEY });
    if (kind === "browserless") return;
    provider.breaks(500);
    const failed = await open();
    expect(failed).toMatchObject({ error: "provider-failed", message: expect.stringContaining("500") });
    expect(JSON.stringify(failed)).not.toContain(KEY);
    provider.breaks(429);
    expect(await open()).toMatchObject({ error: "quota-exceeded" });
    provider.breaks(undefined);
    expect(await open()).toMatchObject({ ok: true });
    running = false;
    provider.cut();
    expect(await until(() => evaluate("1"), ({ error }) => error !== "connection-lost")).toMatchObject({ error: "session-lost", message: expect.stringContaining(`endpoint "${kind}" has it no more`) });
    await here.call("close_session", { session: kind });
  });
});
