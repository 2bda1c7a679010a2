import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { CheckedClient } from "./support/checkedClient.ts";
import { resolveHome } from "../../src/config/home.ts";
import { connectOnStdio, dataOf, environment, mcpCommand } from "./support/mcp.ts";
import { startFixtureServer } from "./support/fixtureServer.ts";

const PATIENCE = { timeout: 60_000, interval: 20 };

function newHome(): string {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-mcp-"));
  onTestFinished(async () => {
    const client = new CheckedClient({ client: "sdk", home: resolveHome({ DROVER_HOME: home }) });
    await client.call("close_sessions", { all: true });
    await client.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return home;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("after its daemon was killed or replaced the server goes on with the same page", async () => {
  const home = newHome();
  const server = await startFixtureServer();
  onTestFinished(() => server.close());
  const client = await connectOnStdio({ env: { DROVER_HOME: home, DROVER_CAPABILITIES: "read,navigation,action,eval" } });
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}) => dataOf(await client.callTool({ name, arguments: input }));
  await call("navigate", { url: server.html("/kept", "<title>Kept</title>") });
  await call("eval_js", { expr: "globalThis.counter = 41" });

  const daemon = new CheckedClient({ client: "sdk", home: resolveHome({ DROVER_HOME: home }) });
  const { pid } = await daemon.status();
  process.kill(pid, "SIGKILL");
  await daemon.closed().catch(() => undefined);
  expect(await call("eval_js", { expr: "++globalThis.counter" })).toMatchObject({ ok: true, value: 42 });

  await daemon.stop();
  expect(await call("eval_js", { expr: "++globalThis.counter" })).toMatchObject({ ok: true, value: 43 });
  daemon.close();
});

test.each(["asked for nothing", "asked for something"] as const)("the daemon loads while the client introduces itself; one that was %s", async (what) => {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-mcp-"));
  const places = resolveHome({ DROVER_HOME: home });
  const client = await connectOnStdio({ env: { DROVER_HOME: home } });
  await vi.waitUntil(() => existsSync(places.pidFile), PATIENCE);
  const pid = Number(readFileSync(places.pidFile, "utf8"));
  const daemon = new CheckedClient({ client: "sdk", home: places, start: false });
  onTestFinished(async () => {
    if (isRunning(pid)) await daemon.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  if (what === "asked for something") await client.callTool({ name: "list_sessions", arguments: {} });
  await client.close();
  if (what === "asked for nothing") await vi.waitUntil(() => !isRunning(pid), PATIENCE);
  else expect(await daemon.status()).toMatchObject({ pid, clients: 1 });
});

test("the server ends with its client's pipe", async () => {
  const child = spawn(process.execPath, mcpCommand, { env: environment(), stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end();
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
});

/** A client that starts the server through a shell, while another process keeps the server's input open for ever. */
const clientBehindShell = `
const { spawn } = require("node:child_process");
const server = spawn("sh", ["-c", "node \\"$0\\" \\"$1\\"; true", ...process.argv.slice(1)], { stdio: ["pipe", "pipe", "inherit"] });
const holder = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: ["ignore", server.stdin, "ignore"], detached: true });
holder.unref();
server.stdout.once("data", () => console.log(JSON.stringify({ shell: server.pid, holder: holder.pid })));
server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c", version: "1" } } }) + "\\n");
`;

test.each(["client", "shell"] as const)("the server ends when the %s of a wrapped start is killed, though its input stays open", async (victim) => {
  const client: ChildProcess = spawn(process.execPath, ["-e", clientBehindShell, ...mcpCommand], {
    env: environment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: client.stdout! }), "line")) as [string];
  const { shell, holder } = JSON.parse(line) as { shell: number; holder: number };
  onTestFinished(() => {
    process.kill(holder, "SIGKILL");
    client.kill("SIGKILL");
  });
  const server = await childOf(shell);
  expect(isRunning(server)).toBe(true);
  process.kill(victim === "client" ? client.pid! : shell, "SIGKILL");
  await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false);
  expect(isRunning(holder)).toBe(true);
});

async function childOf(pid: number): Promise<number> {
  const { readFileSync } = await import("node:fs");
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return Number(first);
}
