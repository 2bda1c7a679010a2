import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import type { CallOptions } from "../client/connection.ts";
import type { DaemonClient } from "../client/daemonClient.ts";
import { DroverError } from "../protocol/errors.ts";
import type { Outcome } from "../protocol/messages.ts";
import { createServer, type ServerParts } from "./createServer.ts";
import { SessionViews } from "./sessionViews.ts";
import { ToolList } from "./toolList.ts";

/** A client on a server whose daemon is the given function. */
async function connected(call: (tool: string, input: unknown, options: CallOptions) => Promise<Outcome>, given: Pick<ServerParts, "session" | "expect"> = {}): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const daemon = { call } as unknown as DaemonClient;
  const server = createServer({ client: daemon, views: new SessionViews(daemon), viewFile: "", tools: new ToolList("core"), results: "brief", ...given });
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
  return client;
}

test("steps of a long call are told as progress that grows", async () => {
  const client = await connected(async (_tool, _input, { onProgress }) => {
    onProgress?.("looking");
    onProgress?.("half", 5, 10);
    return { ok: true, data: {} };
  });
  const told: unknown[] = [];
  await client.callTool({ name: "snapshot", arguments: {} }, { onprogress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { progress: 1, message: "looking" },
    { progress: 5, total: 10, message: "half" },
  ]);
});

test("a cancelled request cancels the call", async () => {
  const seen: string[] = [];
  const client = await connected((tool, _input, { signal }) => {
    seen.push(tool);
    signal?.addEventListener("abort", () => seen.push("cancelled"));
    return new Promise(() => undefined);
  });
  const cancel = new AbortController();
  const call = client.callTool({ name: "snapshot", arguments: {} }, { signal: cancel.signal });
  const ended = expect(call).rejects.toThrow();
  await expect.poll(() => seen).toEqual(["snapshot"]);
  cancel.abort();
  await ended;
  await expect.poll(() => seen).toEqual(["snapshot", "cancelled"]);
});

test("a daemon that cannot be reached is told like any other refusal", async () => {
  const client = await connected(() => Promise.reject(new DroverError("daemon-failed", "no daemon", { hint: "look at the log" })));
  const result = await client.callTool({ name: "snapshot", arguments: {} });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("look at the log") }] });
});

test("calls that name no session mean the server's", async () => {
  const inputs: unknown[] = [];
  const client = await connected(async (_tool, input) => {
    inputs.push(input);
    return { ok: true, data: {} };
  }, { session: "shop" });
  await client.callTool({ name: "snapshot", arguments: {} });
  await client.callTool({ name: "snapshot", arguments: { session: "other" } });
  expect(inputs).toEqual([{ session: "shop" }, { session: "other" }]);
});

test("which session a call opens is told before the call, and of others that they open none", async () => {
  const heard: unknown[] = [];
  const call = async (tool: string) => {
    heard.push(tool);
    return { ok: true, data: {} };
  };
  const client = await connected(call, { expect: (session) => heard.push(session) });
  await client.callTool({ name: "open_session", arguments: { session: "shop", mode: "incognito" } });
  await client.callTool({ name: "navigate", arguments: { url: "https://example.com" } });
  await client.callTool({ name: "list_sessions", arguments: {} });
  expect(heard).toEqual([{ id: "shop", session: "shop", mode: "incognito" }, "open_session", { id: "default", url: "https://example.com" }, "navigate", undefined, "list_sessions"]);
});
