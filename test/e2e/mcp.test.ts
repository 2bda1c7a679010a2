import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { ownHome } from "./support/home.ts";
import {
  connectOnStdio,
  connectOverHttp,
  dataOf,
  environment,
  mcpCommand,
  revisions,
  startHttpServer,
  textOf,
  type HttpServerProcess,
  type McpOptions,
} from "./support/mcp.ts";
import { test } from "./support/session.ts";

const withEval = { DROVER_CAPABILITIES: "read,navigation,action,human,eval" };
const opened: Client[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.close()));
});

let http: HttpServerProcess;

beforeAll(async () => {
  http = await startHttpServer({ env: withEval });
});
afterAll(() => http.stop());

const transports = {
  stdio: (options: McpOptions) => connectOnStdio({ env: withEval, ...options }),
  HTTP: (options: McpOptions) => connectOverHttp(http, options),
};

const cases = Object.entries(transports).flatMap(([transport, connect]) =>
  revisions.map((revision) => ({
    transport,
    revision,
    connect: async (options: McpOptions = {}) => {
      const client = await connect({ revision, ...options });
      opened.push(client);
      return client;
    },
  })),
);

describe.each(cases)("over $transport, revision $revision", ({ connect }) => {
  test("an agent drives a page and reads results as compact JSON and pictures", async ({ server, session }) => {
    const client = await connect();
    const call = (name: string, input: Record<string, unknown> = {}) =>
      client.callTool({ name, arguments: { session: session.id, ...input } });
    const url = server.html("/mcp", "<title>Herd</title><h1>Sheep</h1>");
    const went = await call("navigate", { url });
    expect(dataOf(went)).toMatchObject({ ok: true });
    expect(textOf(went)).not.toContain("\n");
    expect(dataOf(await call("eval_js", { expr: "document.querySelector('h1').textContent" }))).toMatchObject({ value: "Sheep" });
    const picture = await call("screenshot", { format: "jpeg" });
    expect(picture.content).toContainEqual(expect.objectContaining({ type: "image", mimeType: "image/jpeg" }));
    expect(picture._meta).toMatchObject({ "drover/untrusted": true });
  });

  test("what a page may have written is marked, and what Drover says of itself is not", async ({ server, session }) => {
    const client = await connect();
    const marked = async (name: string, input: Record<string, unknown> = {}) =>
      (await client.callTool({ name, arguments: { session: session.id, ...input } }))._meta?.["drover/untrusted"] === true;
    const url = server.html("/marked", "<title>Herd</title><h1>Sheep</h1>");
    const tellingOfPages = { navigate: { url }, snapshot: {}, find: { query: "sheep" }, eval_js: { expr: "document.title" }, click: { selector: "h1" } };
    for (const [name, input] of Object.entries(tellingOfPages)) expect(await marked(name, input), name).toBe(true);
    for (const name of ["get_config", "list_approvals", "enable_tools"]) expect(await marked(name), name).toBe(false);
  });

  test("refusals are results with a hint, never protocol errors", async ({ session }) => {
    const client = await connect();
    const thrown = await client.callTool({ name: "eval_js", arguments: { session: session.id, expr: "null.x" } });
    expect(thrown.isError).toBe(true);
    expect(dataOf(thrown)).toMatchObject({ ok: false, error: "script-error" });
    const unknown = await client.callTool({ name: "navigat", arguments: {} });
    expect(unknown.isError).toBe(true);
    expect(dataOf(unknown)).toMatchObject({ error: "unknown-tool", hint: expect.stringContaining("navigate") });
    const named = { dblclick: "Use double_click", browser_click: "Use click.", goto: "Use navigate.", check: "Use fill with value:true.", tabs: "list_targets", title: "snapshot", evaluate_script: "eval_js" };
    for (const [name, hint] of Object.entries(named)) expect(dataOf(await client.callTool({ name, arguments: {} })), name).toMatchObject({ error: "unknown-tool", hint: expect.stringContaining(hint) });
    const wrong = await client.callTool({ name: "navigate", arguments: { uri: "x" } });
    expect(dataOf(wrong)).toMatchObject({ error: "bad-input", hint: expect.stringContaining('"url"') });
  });

  test("a cancelled call ends, and the session goes on at once", async ({ session }) => {
    const client = await connect();
    const cancel = new AbortController();
    const waiting = client.callTool(
      { name: "eval_js", arguments: { session: session.id, expr: "globalThis.began = true, new Promise(() => {})", timeoutMs: 100_000 } },
      { signal: cancel.signal },
    );
    const ended = expect(waiting).rejects.toThrow();
    cancel.abort();
    await ended;
    expect(dataOf(await client.callTool({ name: "eval_js", arguments: { session: session.id, expr: "6 * 7" } }))).toMatchObject({ value: 42 });
  });
});

describe.each(cases)("the tool list over $transport, revision $revision", ({ connect, transport, revision }) => {
  test("starts with the core and grows by enable_tools, and the client is told", async () => {
    const own = transport === "HTTP" ? await startHttpServer() : undefined;
    try {
      let changed: () => void = () => undefined;
      const told = new Promise<void>((resolve) => {
        changed = resolve;
      });
      const client = own
        ? await connectOverHttp(own, { revision, onToolsChanged: changed })
        : await connect({ onToolsChanged: changed });
      if (own) opened.push(client);
      const names = async () => (await client.listTools()).tools.map(({ name }) => name);
      const core = await names();
      expect(core).toContain("navigate");
      expect(core).toContain("enable_tools");
      expect(core).not.toContain("get_config");
      const enabled = await client.callTool({ name: "enable_tools", arguments: { families: ["config"] } });
      expect(Object.keys(dataOf(enabled).added)).toContain("get_config");
      await told;
      expect(await names()).toContain("get_config");
      const wrong = await client.callTool({ name: "enable_tools", arguments: { families: ["cofnig"] } });
      expect(dataOf(wrong)).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("config") });
    } finally {
      await own?.stop();
    }
  });
});

test("a tool that is not listed answers by name, and a capability that is off is named", async ({ session }) => {
  const client = await connectOnStdio();
  opened.push(client);
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).not.toContain("list_approvals");
  const approvals = await client.callTool({ name: "list_approvals", arguments: { session: session.id } });
  expect(dataOf(approvals)).toMatchObject({ ok: true, approvals: [] });
  const refused = await client.callTool({ name: "eval_js", arguments: { session: session.id, expr: "1" } });
  expect(refused.isError).toBe(true);
  expect(dataOf(refused)).toMatchObject({ error: "capability-disabled", requiredCapability: "eval" });
});

test("long messages come in, and an answer that a client would hang up on is refused instead", async ({ session }) => {
  const client = await connectOnStdio({ env: withEval });
  opened.push(client);
  const call = async (name: string, input: Record<string, unknown>) => dataOf(await client.callTool({ name, arguments: { session: session.id, ...input } }));
  const content = "x".repeat(11 * 1024 * 1024);
  expect(await call("artifact_save", { name: "long.txt", content })).toMatchObject({ ok: true });
  expect(await call("artifact_get", { name: "long.txt" })).toMatchObject({ ok: false, error: "too-large" });
  expect(await call("artifact_list", {})).toMatchObject({ ok: true });
});

test("--tools chooses families, and annotations say what a tool does", async () => {
  const client = await connectOnStdio({ args: ["--tools", "sessions,config"] });
  opened.push(client);
  const { tools } = await client.listTools();
  const annotations = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
  expect(annotations["list_sessions"]).toMatchObject({ readOnlyHint: true, openWorldHint: false });
  expect(annotations["close_session"]).toMatchObject({ destructiveHint: true });
  expect(annotations["open_session"]).toMatchObject({ destructiveHint: false });
  expect(annotations).toHaveProperty("get_config");
  expect(annotations).not.toHaveProperty("navigate");
  expect(client.getInstructions()).toContain("never instructions");
});

describe("the HTTP endpoint", () => {
  const post = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });

  test("needs its token", async () => {
    expect((await post(http.url, {})).status).toBe(401);
    expect((await post(http.url, { authorization: `Bearer ${randomBytes(24).toString("base64url")}` })).status).toBe(401);
  });

  test("says so when its port is taken, and how it is used", async () => {
    const { port } = new URL(http.url);
    expect(await refusalOf(["--http", port])).toMatchObject({ code: 2, stderr: expect.stringContaining(`port ${port}`) });
    expect(await refusalOf(["--http", "many"])).toMatchObject({ code: 2, stderr: expect.stringContaining("Usage: drover mcp") });
    expect(await refusalOf(["--tools", "nonsense"])).toMatchObject({ code: 2, stderr: expect.stringContaining("Families:") });
  });

  test("refuses web pages and names that were made to resolve to loopback", async () => {
    const authorization = `Bearer ${http.token}`;
    expect((await post(http.url, { authorization, origin: "https://evil.example" })).status).toBe(403);
    const { hostname, port } = new URL(http.url);
    expect(hostname).toBe("127.0.0.1");
    const status = await statusWithHost(Number(port), "evil.example", authorization);
    expect(status).toBe(403);
  });
});

test("its start says loudly what it allows beyond the usual", async () => {
  await using drover = ownHome();
  expect(await firstWords({ ...drover.env, ...withEval })).toMatch(/^WARNING: .*"eval" is ENABLED/);
  await drover.call("set_config", { scope: "user", patch: { capabilities: ["read", "network-body"] } });
  expect(await firstWords(drover.env)).toMatch(/^WARNING: .*"network-body" is ENABLED/);
});

/** The first line on standard error of a server that nobody talks to. */
async function firstWords(env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(process.execPath, mcpCommand, { env, stdio: ["pipe", "ignore", "pipe"] });
  const ended = once(server, "exit");
  const [line] = await once(createInterface({ input: server.stderr }), "line");
  server.stdin.end();
  await ended;
  return String(line);
}

/** How a start that cannot work ends. */
function refusalOf(args: string[]): Promise<{ code: number; stderr: string }> {
  return promisify(execFile)(process.execPath, [...mcpCommand, ...args], { env: environment() }).then(
    () => Promise.reject(new Error("it started")),
    (failure: { code: number; stderr: string }) => failure,
  );
}

/** `fetch` would not let a caller choose the Host header. */
async function statusWithHost(port: number, host: string, authorization: string): Promise<number | undefined> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: "/mcp", method: "POST", headers: { host, authorization } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject);
    asked.end("{}");
  });
}
