import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { expect } from "vitest";
import { CheckedClient } from "./support/checkedClient.ts";
import { startFixtureServer, type FixtureServer } from "./support/fixtureServer.ts";
import { ownHome } from "./support/home.ts";
import { engine, test, type Data, type TestSession } from "./support/session.ts";

const workspace = () => process.env["DROVER_WORKSPACE"]!;
const har = (file: string): Data => JSON.parse(readFileSync(file, "utf8"));
const urls = (archive: Data) => archive.log.entries.map((entry: Data) => new URL(entry.request.url).pathname);
const value = async (session: Pick<TestSession, "call">, expr: string) => (await session.call("eval_js", { expr, timeoutMs: 20_000 })).value;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A small shop whose answers change, so that a replay is told from the real thing. */
function shop(server: FixtureServer): string {
  let count = 0;
  server.route("/api/count", (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ count: ++count }));
  });
  server.route("/api/echo", (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      response.setHeader("set-cookie", ["a=1; Path=/", "b=2"]);
      response.end(`echo ${body}`);
    });
  });
  server.route("/image.png", (_, response) => {
    response.setHeader("content-type", "image/png");
    response.end(Buffer.from(PIXEL, "base64"));
  });
  server.route("/old", (_, response) => {
    response.statusCode = 302;
    response.setHeader("location", "/shop");
    response.end();
  });
  return server.html("/shop", `<title>Shop</title><img src="/image.png"><script>
    window.counts = []; window.done = (async () => {
      for (let i = 0; i < 2; i++) counts.push((await (await fetch("/api/count")).json()).count);
      counts.push(await (await fetch("/api/echo", { method: "POST", body: "one" })).text());
      counts.push(await (await fetch("/api/echo", { method: "POST", body: "two" })).text());
      return counts;
    })();
  </script>`);
}

async function visit(session: Pick<TestSession, "call">, server: FixtureServer): Promise<unknown> {
  await session.call("navigate", { url: `${server.origin}/old` });
  return value(session, "done");
}

test("a recording is written by stop_har, and replayed without the server", async ({ session, client }) => {
  const server = await startFixtureServer();
  shop(server);
  const started = await session.call("start_har", { path: `har/${session.id}.har` });
  expect(started).toMatchObject({ ok: true, session: session.id, mode: "full", content: "embed", replacedPrior: false, finalizesOn: "stop_har" });
  expect(await visit(session, server)).toEqual([1, 2, "echo one", "echo two"]);
  const stopped = await session.call("stop_har");
  expect(stopped).toMatchObject({ ok: true, wasActive: true, finalized: true, nativeRecord: false, path: started.path, entries: 7 });
  const archive = har(started.path);
  expect(archive.log).toMatchObject({ version: "1.2", creator: { name: "Drover" } });
  expect(urls(archive)).toEqual(expect.arrayContaining(["/old", "/shop", "/image.png", "/api/count", "/api/echo"]));
  const echo = archive.log.entries.find((entry: Data) => entry.request.postData?.text === "one");
  expect(echo.response.headers.filter(({ name }: Data) => name.toLowerCase() === "set-cookie")).toHaveLength(2);
  expect(archive.log.entries.find((entry: Data) => entry.request.url.endsWith(".png")).response.content).toMatchObject({ encoding: "base64", text: PIXEL });
  expect(existsSync(`${started.path}.recording`)).toBe(false);
  // Inline it is redacted like everything else that leaves; the file is not.
  expect(urls(stopped.har)).toEqual(urls(archive));
  await server.close();
  const id = `${session.id}-replay`;
  const opened = await client.call("open_session", { session: id, mode: "incognito", engine: session.engine, hars: [`har/${session.id}.har`] });
  expect(opened.ok).toBe(true);
  const replay = { call: async (tool: string, input = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data };
  expect(await visit(replay, server)).toEqual([1, 2, "echo one", "echo two"]);
  expect(await replay.call("list_targets")).toMatchObject([{ title: "Shop", url: `${server.origin}/shop` }]);
  await client.call("close_session", { session: id });
});

test("what the archive does not have goes to the network", async ({ session, server, client }) => {
  server.route("/live", (_, response) => response.end("live"));
  const file = path.join(workspace(), `${session.id}.har`);
  mkdirSync(workspace(), { recursive: true });
  const entry = (pathname: string, text: string) => ({
    request: { method: "GET", url: server.origin + pathname },
    response: { status: 200, headers: [{ name: "Content-Type", value: "text/plain" }, { name: "Content-Encoding", value: "gzip" }], content: { text } },
  });
  writeFileSync(file, JSON.stringify({ log: { entries: [entry("/canned", "canned")] } }));
  const second = path.join(workspace(), `${session.id}-2.har`);
  writeFileSync(second, JSON.stringify({ log: { entries: [entry("/canned", "never"), entry("/more", "more")] } }));
  const id = `${session.id}-mixed`;
  await client.call("open_session", { session: id, mode: "incognito", engine: session.engine, hars: [path.basename(file), path.basename(second)] });
  const mixed = { call: async (tool: string, input = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data };
  await mixed.call("navigate", { url: server.html("/mixed", "<title>Mixed</title>") });
  const texts = `Promise.all(["/canned", "/live", "/more"].map((path) => fetch(path).then((r) => r.text())))`;
  expect(await value(mixed, texts)).toEqual(["canned", "live", "more"]);
  // A route is asked before the archives.
  await mixed.call("route", { urlPattern: "**/canned", body: "routed" });
  expect(await value(mixed, texts)).toEqual(["routed", "live", "more"]);
  await client.call("close_session", { session: id });
});

test("open_session records from the start, and close_session writes the file", async ({ session, server, client }) => {
  shop(server);
  const id = `${session.id}-rec`;
  const opened = await client.call("open_session", { session: id, mode: "persistent", engine: session.engine, har: { path: `${id}.har`, mode: "minimal", urlFilter: "**/api/**" } });
  expect((opened.data as Data).har).toEqual({ path: path.join(workspace(), `${id}.har`), mode: "minimal", content: "embed", finalizesOn: "close_session" });
  const recorded = { call: async (tool: string, input = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data };
  expect(await recorded.call("start_har")).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("close_session") });
  expect(await recorded.call("stop_har")).toMatchObject({ ok: true, wasActive: true, finalized: false, nativeRecord: true, path: path.join(workspace(), `${id}.har`) });
  await visit(recorded, server);
  await client.call("close_session", { session: id });
  const archive = har(path.join(workspace(), `${id}.har`));
  expect(new Set(urls(archive))).toEqual(new Set(["/api/count", "/api/echo"]));
  expect(archive.log).not.toHaveProperty("pages");
});

test("bodies are attached beside the file or packed into a zip, and replayed from there", async ({ session, client }) => {
  const server = await startFixtureServer();
  shop(server);
  const started = await session.call("start_har", { path: `${session.id}/a.har`, content: "attach" });
  await visit(session, server);
  const swapped = await session.call("start_har", { path: `${session.id}/b.zip`, content: "attach" });
  expect(swapped).toMatchObject({ replacedPrior: true });
  await visit(session, server);
  const stopped = await session.call("stop_har");
  expect(stopped).not.toHaveProperty("har");
  const attached = har(started.path).log.entries.map((entry: Data) => entry.response.content._file).filter(Boolean);
  for (const name of attached) expect(existsSync(path.join(path.dirname(started.path), name))).toBe(true);
  expect(attached.length).toBeGreaterThan(3);
  await server.close();
  for (const [file, counts] of [["a.har", [1, 2]], ["b.zip", [3, 4]]] as const) {
    const id = `${session.id}-${file}`;
    await client.call("open_session", { session: id, mode: "incognito", engine: session.engine, hars: [`${session.id}/${file}`] });
    const replay = { call: async (tool: string, input = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data };
    expect(await visit(replay, server)).toEqual([...counts, "echo one", "echo two"]);
    await client.call("close_session", { session: id });
  }
});

test("a secret in a body is masked in the archive, beside it and in a zip", async ({ server }) => {
  const key = 'correct "horse" battery';
  await using drover = ownHome({ DROVER_STATE_KEY: key });
  await drover.call("auth_list");
  const bodies: Record<string, [type: string, body: Buffer]> = {
    "/secret/text": ["text/plain", Buffer.from(`text ${key}`)],
    "/secret/bytes": ["application/octet-stream", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(key), Buffer.from([0x80])])],
  };
  for (const [pathname, [type, body]] of Object.entries(bodies)) server.route(pathname, (_, response) => response.setHeader("content-type", type).end(body));
  const url = server.html("/secret", "<title>secret</title>");
  await drover.call("open_session", { session: "har", mode: "incognito", engine });
  await drover.call("navigate", { session: "har", url, mode: "none" });
  for (const [file, content] of [["in.har", "embed"], ["beside.har", "attach"], ["packed.zip", "attach"]] as const) {
    await drover.call("start_har", { session: "har", path: `${content}/${file}`, content });
    await drover.call("eval_js", { session: "har", expr: `Promise.all(${JSON.stringify(Object.keys(bodies))}.map((path) => fetch(path).then((answer) => answer.arrayBuffer()))).then(() => 0)` });
    const { path: written } = await drover.call("stop_har", { session: "har" });
    const folder = path.dirname(written as string);
    const files = file.endsWith(".zip") ? Object.values(unzipSync(readFileSync(written))) : readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
    const texts = files.map((bytes) => Buffer.from(bytes).toString("latin1"));
    const decoded = texts.flatMap((text) => [text, ...[...text.matchAll(/"text":"([^"]+)","encoding":"base64"/g)].map(([, body]) => Buffer.from(body!, "base64").toString("latin1"))]).join("\n");
    expect(decoded, file).toContain("text <DROVER_STATE_KEY>");
    expect(decoded, file).toContain("\xff\xfe<DROVER_STATE_KEY>\x80");
    for (const form of [key, JSON.stringify(key).slice(1, -1)]) expect(decoded, file).not.toContain(form);
  }
});

test("omit leaves bodies out; agents without network-body get no bodies inline", async ({ session, server }) => {
  shop(server);
  const started = await session.call("start_har", { content: "omit" });
  expect(path.dirname(started.path)).toBe(path.join(workspace(), "har"));
  await visit(session, server);
  await session.call("stop_har");
  expect(har(started.path).log.entries.every((entry: Data) => entry.response.content.text === undefined)).toBe(true);
  await session.call("start_har");
  await visit(session, server);
  const agent = new CheckedClient({ client: "mcp" });
  const inline = (await agent.call("stop_har", { session: session.id })).data as Data;
  expect(JSON.stringify(inline.har)).not.toContain("echo one");
  expect(JSON.stringify(har(inline.path))).toContain("echo one");
  agent.close();
  expect(await session.call("stop_har")).toMatchObject({ ok: true, wasActive: false, finalized: false });
});

test("paths outside of the workspace, missing and broken files are refused", async ({ session, client }) => {
  mkdirSync(workspace(), { recursive: true });
  const opened = async (hars: string[]) => (await client.call("open_session", { session: `${session.id}-x`, mode: "incognito", engine: session.engine, hars })).data;
  expect(await session.call("start_har", { path: "../outside.har" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("start_har", { path: "/etc/outside.har" })).toMatchObject({ ok: false, error: "bad-path" });
  symlinkSync("/tmp", path.join(workspace(), `${session.id}-link`));
  expect(await session.call("start_har", { path: `${session.id}-link/x.har` })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("start_har", { urlFilter: "**/{a" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await opened(["../outside.har"])).toMatchObject({ ok: false, error: "bad-path" });
  expect(await opened(["nowhere.har"])).toMatchObject({ ok: false, error: "not-found" });
  writeFileSync(path.join(workspace(), `${session.id}-broken.har`), "{");
  expect(await opened([`${session.id}-broken.har`])).toMatchObject({ ok: false, error: "bad-input" });
  writeFileSync(path.join(workspace(), `${session.id}-broken.zip`), "no zip");
  expect(await opened([`${session.id}-broken.zip`])).toMatchObject({ ok: false, error: "bad-input" });
});
