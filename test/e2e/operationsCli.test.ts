import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { drover, type Ran } from "./support/drover.ts";
import { test as base } from "./support/session.ts";

const test = base.extend<{ folder: string; run: (args: string[], stdin?: string | Uint8Array) => Promise<Ran> }>({
  // oxlint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "drover-operations-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  run: async ({ session, folder }, use) => {
    await use((args, stdin) => drover(args, { cwd: folder, ...(stdin && { stdin }), env: { ...process.env, DROVER_SESSION: session.id } }));
  },
});

test("drover cookies --format netscape -o writes a 0600 file that curl takes", async ({ run, folder, session, server }) => {
  const url = server.route("/jar", (request, response) => response.end(request.headers.cookie));
  await session.call("cookies_set", { name: "sid", value: "7", url: server.origin, httpOnly: true });
  const jar = path.join(folder, "cookies.txt");
  writeFileSync(jar, "an older file, readable by everybody", { mode: 0o644 });
  expect(await run(["cookies", "--format", "netscape", "-o", jar])).toMatchObject({ code: 0, stdout: "" });
  expect(statSync(jar).mode & 0o777).toBe(0o600);
  const { output } = await session.call("cookies", { format: "netscape" });
  expect(readFileSync(jar, "utf8")).toBe(output);
  expect((await run(["cookies", "--format", "netscape"])).stdout).toBe(output);
  const { stdout } = await promisify(execFile)("curl", ["-s", "-b", jar, url]);
  expect(stdout).toBe("sid=7");
  expect(await run(["cookies", "--format", "header", "--urls", url])).toMatchObject({ code: 0, stdout: "Cookie: sid=7\n" });
  const table = await run(["cookies"]);
  expect(table.stdout).toMatch(/^NAME +DOMAIN/);
  expect(JSON.parse((await run(["cookies", "--format", "json"])).stdout)).toMatchObject([{ name: "sid" }]);
});

test("a cookie without a name, which Firefox refuses, is in the header as Chromium sends it", async ({ run, session, server }) => {
  const url = server.route("/nameless", (request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(request.headers.cookie);
  });
  await session.call("navigate", { url });
  await session.call("eval_js", { expr: `document.cookie = "=noname"` });
  expect(await session.call("fetch", { url })).toMatchObject({ body: "noname" });
  expect(await run(["cookies", "--format", "header"])).toMatchObject({ stdout: "Cookie: noname\n" });
});

test("drover fetch prints text, writes bytes, and shows the head with -i", async ({ run, folder, session, server }) => {
  const bytes = Buffer.from([0, 1, 254, 255, 10]);
  server.route("/raw", (_, response) => response.end(bytes));
  server.route("/echo", (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => response.end(`${request.method} ${request.headers["x-a"]} ${body}`));
  });
  await session.call("navigate", { url: server.html("/fetch-cli", "x") });
  expect(await run(["fetch", "/echo", "-X", "PUT", "-H", "X-A: 1", "-d", "hello"])).toMatchObject({ code: 0, stdout: "PUT 1 hello" });
  expect((await run(["fetch", "/echo", "-i"])).stdout).toMatch(/^HTTP 200 OK\n[\s\S]*\n\nGET undefined $/);
  const file = path.join(folder, "raw.bin");
  expect(await run(["fetch", "/echo", "-o", file])).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(file, "utf8")).toBe("GET undefined ");
  expect((await run(["fetch", "/echo", "--path", "kept.txt"])).stdout).toMatch(/kept\.txt\n$/);
  expect(await run(["fetch", "/raw", "-o", file])).toMatchObject({ code: 0 });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(await run(["fetch"])).toMatchObject({ code: 2, stderr: expect.stringContaining("fetch needs <url>") });
  const failed = await run(["fetch", "/raw", "-X", "GET", "-d", "x"]);
  expect(failed.code).toBe(2);
});

test("drover fetch sends bytes as they are; storage, which holds text, refuses them", async ({ run, folder, session, server }) => {
  const bytes = Buffer.from([255, 254, 0, 1]);
  const bodies: Buffer[] = [];
  server.route("/bytes", (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks));
      response.end();
    });
  });
  writeFileSync(path.join(folder, "raw.bin"), bytes);
  await session.call("navigate", { url: server.html("/bytes-cli", "x") });
  expect(await run(["fetch", "/bytes", "-d", "@raw.bin"])).toMatchObject({ code: 0 });
  expect(await run(["fetch", "/bytes", "-d", "-"], bytes)).toMatchObject({ code: 0 });
  expect(bodies).toEqual([bytes, bytes]);
  expect(await run(["storage", "set", "raw", "@raw.bin"])).toMatchObject({ code: 2, stderr: expect.stringContaining("raw.bin is not text") });
  expect((await run(["storage", "get", "raw", "--json"])).json).toMatchObject({ value: null });
});

test("a body that fetch had to cut does not pass for a whole one", async ({ run, folder, session, server }) => {
  const most = 32 * 1024 * 1024;
  server.route("/huge", (_, response) => response.end(Buffer.alloc(most + 1, "x")));
  await session.call("navigate", { url: server.html("/huge-cli", "x") });
  const file = path.join(folder, "huge");
  const cut = await run(["fetch", "/huge", "-o", file]);
  expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining("the most that fetch can give") });
  expect(cut.stderr).not.toContain("for more");
  expect(statSync(file).size).toBe(most);
  expect(await run(["fetch", "/huge", "-o", file, "--max-bytes", "10"])).toMatchObject({ code: 0, stderr: expect.stringContaining("maxBytes") });
  expect(statSync(file).size).toBe(10);
});

test("drover storage get, set, list, rm and clear", async ({ run, folder, session, server }) => {
  await session.call("navigate", { url: server.html("/storage-cli", "x") });
  expect(await run(["storage", "set", "token", "abc"])).toMatchObject({ code: 0, stdout: "" });
  expect(await run(["storage", "get", "token"])).toMatchObject({ code: 0, stdout: "abc" });
  const file = path.join(folder, "token");
  expect(await run(["storage", "get", "token", "-o", file])).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toBe("abc");
  expect(await run(["storage", "set", "token", "s", "--area", "session"])).toMatchObject({ code: 0 });
  expect((await run(["storage", "list", "--area", "session"])).stdout).toMatch(/^KEY +VALUE\ntoken +s\n$/);
  expect(await run(["storage", "rm", "token"])).toMatchObject({ code: 0 });
  expect(await run(["--target", "storage-cli", "storage", "get", "token"])).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining('no "token" in its localStorage') });
  for (const help of [["storage", "--help"], ["storage", "-h"], ["help", "storage"]])
    expect(await run(help), help.join(" ")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^drover storage get\|set\|list\|rm\|clear\n[^]*storage get +Read a key/) });
  const { tools } = (await run(["storage", "--help", "--json"])).json as { tools: { tool: string }[] };
  expect(tools.map(({ tool }) => tool).slice(0, 6), "its verbs, then the family of that name").toEqual(["storage_get", "storage_set", "storage_list", "storage_rm", "storage_clear", expect.not.stringMatching(/^storage_/)]);
  expect(await run(["nothing", "--help"])).toMatchObject({ code: 2 });
  expect(await run(["storage", "frob"])).toMatchObject({ code: 2, stderr: expect.stringContaining("storage needs one of get, set, list, rm, clear") });
  expect(await run(["storage", "get", "token", "-o", path.join(folder, "none")])).toMatchObject({ code: 1 });
  expect(existsSync(path.join(folder, "none"))).toBe(false);
  expect(await run(["storage", "set", "empty", ""])).toMatchObject({ code: 0 });
  expect(await run(["storage", "get", "empty"])).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect((await run(["storage", "get", "token", "--json"])).json).toMatchObject({ value: null });
  expect((await run(["storage", "clear", "--area", "session"])).stdout).toContain("Removed 1 entry of");
});

test("drover wait and drover wait-for-cookie end with the outcome", async ({ run, session, server }) => {
  await session.call("navigate", { url: server.html("/wait-cli", `<p class="now">Here</p>`) });
  await session.call("cookies_set", { name: "sid", value: "7", url: server.origin });
  for (const args of [[".now"], ["--text", "here"], ["--url", "wait-cli$"], ["--js", "1 + 1"], ["--state", "load"]])
    expect(await run(["wait", ...args, "--timeout", "20s"]), args.join(" ")).toMatchObject({ code: 0 });
  expect(await run(["wait-for-cookie", "sid", "--domain", "127.0.0.1"])).toMatchObject({ code: 0, stdout: "sid=7\n" });
  const late = await run(["wait-for-cookie", "never", "--timeout", "200ms"]);
  expect(late.code).toBe(1);
  expect(late.stderr).toContain('waited 200 ms for a cookie "never"');
  expect(await run(["wait", "--text", "never", "--timeout", "200"])).toMatchObject({ code: 1 });
});
