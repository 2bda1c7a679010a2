import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished } from "vitest";
import { ToolError, connect } from "../../src/sdk/index.ts";
import { engine, test } from "./support/session.ts";

const newId = () => `sdk-${randomBytes(6).toString("hex")}`;

test("a program opens a session, drives it and leaves nothing behind", async ({ server }) => {
  const id = newId();
  const url = server.html("/sdk", "<title>Library</title>");
  await using drover = await connect();
  {
    await using session = await drover.session(id, { mode: "incognito", engine });
    expect(await session.navigate({ url })).toMatchObject({ ok: true });
    expect((await session.evalJs({ expr: "document.title" })).value).toBe("Library");
    const open = await drover.listSessions();
    expect(open.map((each) => each.id)).toContain(id);
    expect(open.sessions).toEqual([...open]);
  }
  expect((await drover.listSessions()).sessions.map((each) => each.id)).not.toContain(id);
});

test("a handle without options is anybody's session and stays open", async ({ session }) => {
  const drover = await connect();
  {
    await using same = await drover.session(session.id);
    await same.evalJs({ expr: "globalThis.shared = 5" });
  }
  await drover.close();
  expect(await session.call("eval_js", { expr: "shared" })).toMatchObject({ value: 5 });
});

test("the connection closes the sessions that were opened with it", async ({ client }) => {
  const id = newId();
  const drover = await connect();
  await drover.session(id, { mode: "incognito", engine });
  await drover.close();
  const { data } = await client.call("list_sessions", {});
  expect(JSON.stringify(data)).not.toContain(id);
});

test("a handle that is done opens no other session under its name", async ({ client }) => {
  const [id, other] = [newId(), newId()];
  const drover = await connect();
  const session = await drover.session(id, { mode: "incognito", engine });
  const left = await drover.session(other, { mode: "incognito", engine });
  await session.close();
  await session.close();
  await expect(session.evalJs({ expr: "1" })).rejects.toMatchObject({ code: "session-not-found" });
  await drover.close();
  await expect(left.evalJs({ expr: "1" })).rejects.toMatchObject({ code: "session-not-found" });
  expect(JSON.stringify((await client.call("list_sessions", {})).data)).not.toContain(id);
});

test("a tool that could not do it throws with its code, its hint and the whole result", async ({ session }) => {
  await using drover = await connect();
  const same = await drover.session(session.id);
  const failure = await same.evalJs({ expr: "null.x" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolError);
  expect(failure).toMatchObject({ code: "script-error", tool: "eval_js", result: { ok: false, error: "script-error" } });
  await expect(drover.session(session.id, { mode: "incognito" })).rejects.toMatchObject({ code: "session-exists", hint: expect.any(String) });
});

test("pictures come as bytes, and a call may be cancelled", async ({ session }) => {
  await using drover = await connect();
  const same = await drover.session(session.id);
  const { images } = await same.screenshot();
  expect(images?.[0]?.mimeType).toBe("image/png");
  expect(images?.[0]?.data.subarray(1, 4).toString()).toBe("PNG");
  const cancel = new AbortController();
  const waiting = same.evalJs({ expr: "new Promise(() => {})", timeoutMs: 100_000 }, { signal: cancel.signal });
  cancel.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
});

describe("events", () => {
  test("come in order from the moment they were asked for", async ({ session, server }) => {
    await using drover = await connect();
    const same = await drover.session(session.id);
    const events = same.events(["console", "navigated"]);
    const url = server.html("/talk", "<title>Talk</title><script>console.log('one'); console.warn('two')</script>");
    await same.navigate({ url });
    const seen: string[] = [];
    for await (const event of events) {
      seen.push(event.topic === "console" ? `${event.data.type} ${event.data.text}` : event.data.url);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([url, "log one", "warning two"]);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test("are the session's own", async ({ session, server, client }) => {
    await using drover = await connect();
    const same = await drover.session(session.id);
    const events = same.events(["console"]);
    const other = newId();
    await client.call("open_session", { session: other, mode: "incognito", engine });
    onTestFinished(async () => {
      await client.call("close_session", { session: other });
    });
    await drover.call("eval_js", { session: other, expr: "console.log('elsewhere')" });
    await same.navigate({ url: server.html("/here", "<script>console.log('here')</script>") });
    const { value } = await events.next();
    expect(value).toMatchObject({ session: session.id, data: { text: "here" } });
    await events.return();
  });
});

/** A program as a user writes it: ES module TypeScript that imports the package by its name. */
const program = `
import { connect, ToolError, type Drover } from "drover";
const drover: Drover = await connect({ start: false }).catch(() => connect());
await using session = await drover.session("typed", { mode: "incognito" });
const { value } = await session.evalJs({ expr: "1 + 1" });
const known: unknown = value;
try {
  await session.navigate({ url: "" });
} catch (error) {
  if (error instanceof ToolError) console.log(String(known), error.code);
}
for await (const event of session.events(["console"])) {
  const text: string = event.data.text;
  console.log(text);
}
// @ts-expect-error: a number is no address
await session.navigate({ url: 1 });
// @ts-expect-error: no such topic
session.events(["consol"]);
`;

test.each([["NodeNext", "NodeNext"], ["ESNext", "Bundler"]])("types are found by TypeScript with module %s", async (module, moduleResolution) => {
  const root = process.cwd();
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-consumer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "node_modules", "@types"), { recursive: true });
  symlinkSync(root, path.join(folder, "node_modules", "drover"));
  symlinkSync(path.join(root, "node_modules/@types/node"), path.join(folder, "node_modules/@types/node"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(path.join(folder, "program.ts"), program);
  const compilerOptions = { module, moduleResolution, target: "ES2022", lib: ["ES2023", "ESNext.Disposable"], strict: true, noEmit: true, types: ["node"] };
  writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});
