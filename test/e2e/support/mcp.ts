import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport, type CallToolResult, type ClientCapabilities } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Data } from "./session.ts";

/** The 2025 revisions that clients speak today, and the one of 2026 in which every request stands alone. */
export const revisions = ["2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof revisions)[number];

/** As people start it: `drover mcp`. */
export const mcpCommand = [path.resolve(import.meta.dirname, "../../../dist/drover.cjs"), "mcp"];

export interface McpOptions {
  revision?: Revision;
  args?: string[];
  /** For Node, instead of `drover mcp`. */
  command?: string[];
  env?: Record<string, string>;
  cwd?: string;
  onToolsChanged?: () => void;
  /** What the client says that it can do. */
  capabilities?: ClientCapabilities;
}

export const environment = (extra: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  ...extra,
});

function newClient({ revision = "2025-11-25", onToolsChanged, capabilities }: McpOptions): Client {
  return new Client(
    { name: "drover-tests", version: "1.0.0" },
    {
      ...(capabilities && { capabilities }),
      versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
      ...(onToolsChanged && { listChanged: { tools: { autoRefresh: false, onChanged: onToolsChanged } } }),
    },
  );
}

export async function connectOnStdio(options: McpOptions = {}): Promise<Client & { serverPid: number }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...(options.command ?? mcpCommand), ...(options.args ?? [])],
    env: environment(options.env),
    ...(options.cwd && { cwd: options.cwd }),
  });
  const client = newClient(options);
  await client.connect(transport);
  return Object.assign(client, { serverPid: transport.pid ?? 0 });
}

export interface HttpServerProcess {
  url: string;
  token: string;
  stop(): Promise<void>;
}

/** `drover mcp --http`, ready when it has said where it listens. */
export async function startHttpServer({ args = [], env }: McpOptions = {}): Promise<HttpServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [...mcpCommand, "--http", ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const url = /http:\S+/.exec(String((await lines.next()).value))?.[0] ?? "";
  const token = /Bearer (\S+)/.exec(String((await lines.next()).value))?.[1] ?? "";
  return {
    url,
    token,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export async function connectOverHttp(server: HttpServerProcess, options: McpOptions = {}): Promise<Client> {
  const client = newClient(options);
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  return client;
}

/** The text of a result, as an agent reads it. */
export const textOf = (result: CallToolResult): string =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("");

export const dataOf = (result: CallToolResult): Data => JSON.parse(textOf(result));
