import { expect } from "vitest";
import { startFixtureServer } from "./support/fixtureServer.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const paths = (requests: Data[]) => requests.map((request) => new URL(request.url).pathname);

test("network_read lists requests, folds noise and filters", async ({ session, server }) => {
  server.route("/api/ok", (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(`{"id":1}`);
  });
  server.route("/api/missing", (_, response) => {
    response.statusCode = 404;
    response.end("none");
  });
  server.route("/pixel.png", (_, response) => response.end("png"));
  const closed = await startFixtureServer();
  await closed.close();
  await session.call("navigate", {
    url: server.html("/net", `<img src="/pixel.png"><script>fetch("/api/ok?token=secret"); fetch("/api/missing", { method: "POST", body: "a=1" }); fetch("${closed.origin}/refused").catch(() => 0)</script>`),
  });
  const all = await until(() => session.call("network_read"), ({ requests }) => requests.filter((each: Data) => each.ms !== null).length === 4);
  expect(paths(all.requests)).toEqual(["/net", "/api/ok", "/api/missing", "/refused"]);
  expect(all.summary).toMatchObject({ byType: { document: 1, xhr: 3 }, failed: 2 });
  expect(all.summary.byType.other).toBeGreaterThan(0);
  expect(all.requests[1]).toMatchObject({ method: "GET", url: `${server.origin}/api/ok?…`, status: 200, type: "Fetch" });
  expect(all.requests[3]).toMatchObject({ status: null, error: "net::ERR_CONNECTION_REFUSED" });
  const filtered = async (filter: Data) => paths((await session.call("network_read", filter)).requests);
  expect(await filtered({ everything: true })).toContain("/pixel.png");
  expect(await filtered({ type: "image" })).toEqual(["/pixel.png"]);
  expect(await filtered({ method: "post" })).toEqual(["/api/missing"]);
  expect(await filtered({ status: 404 })).toEqual(["/api/missing"]);
  expect(await filtered({ status: "4xx" })).toEqual(["/api/missing"]);
  expect(await filtered({ status: "failed" })).toEqual(["/api/missing", "/refused"]);
  expect(await filtered({ url: "token=secret" })).toEqual(["/api/ok"]);
  expect(await filtered({ url: "**/api/*" })).toEqual(["/api/ok", "/api/missing"]);
  expect(await filtered({ url: "/mis+ing$/" })).toEqual(["/api/missing"]);
  expect(await filtered({ limit: 1 })).toEqual(["/refused"]);
  expect(await session.call("network_read", { url: "/(/" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a request in detail has headers as they were sent and timing", async ({ session, server, client }) => {
  server.route("/detail", (_, response) => {
    response.setHeader("set-cookie", "sid=topsecret");
    response.setHeader("x-kind", "plain");
    response.end("hello");
  });
  await session.call("navigate", { url: server.html("/detail-page", `<script>document.cookie = "who=ann"; fetch("/detail", { method: "PUT", headers: { authorization: "Bearer abc" }, body: "sent" })</script>`) });
  const { requests } = await until(() => session.call("network_read", { url: "/detail" , method: "PUT" }), (data) => data.requests[0]?.ms != null);
  const { requestId } = requests[0];
  const { request } = await session.call("network_read", { requestId });
  expect(request).toMatchObject({ method: "PUT", status: 200, statusText: "OK", bodyBytes: 5, postData: "sent" });
  expect(request.requestHeaders).toMatchObject({ Cookie: expect.stringContaining("who=ann"), authorization: "Bearer abc" });
  expect(request.responseHeaders).toMatchObject({ "set-cookie": "sid=topsecret", "x-kind": "plain" });
  expect(request.timing.total).toBeGreaterThanOrEqual(0);
  expect(request.timing.wait).toBeGreaterThanOrEqual(0);
  expect(await session.call("network_body", { requestId })).toMatchObject({ ok: true, body: "hello", base64Encoded: false, truncated: false, bytes: 5 });
  expect(await session.call("network_body", { requestId, part: "request" })).toMatchObject({ body: "sent" });
  const { text } = await client.call("network_read", { session: session.id, requestId }, { form: "people", people: { columns: 100, color: false } });
  expect(text).toContain("Response headers");
});

test("redirects are hops of their own", async ({ session, server }) => {
  server.route("/hop", (_, response) => {
    response.statusCode = 302;
    response.setHeader("location", "/landed");
    response.end();
  });
  server.html("/landed", "<title>Landed</title>");
  await session.call("navigate", { url: `${server.origin}/hop` });
  const { requests } = await until(() => session.call("network_read"), (data) => data.requests.length === 2 && data.requests[1].ms !== null);
  expect(requests).toMatchObject([{ status: 302 }, { status: 200 }]);
  expect(paths(requests)).toEqual(["/hop", "/landed"]);
});

test("bodies: binary, too long, and gone", async ({ session, server }) => {
  server.route("/binary", (_, response) => {
    response.setHeader("content-type", "application/octet-stream");
    response.end(Buffer.from([0, 255, 128, 1]));
  });
  server.route("/long", (_, response) => response.end("x".repeat(300_000)));
  await session.call("navigate", { url: server.html("/bodies", `<script>fetch("/binary").then((r) => r.arrayBuffer()); fetch("/long").then((r) => r.text())</script>`) });
  const { requests } = await until(() => session.call("network_read", { type: "fetch" }), (data) => data.requests.filter((each: Data) => each.ms !== null).length === 2);
  const id = (path: string) => requests.find((each: Data) => each.url.endsWith(path)).requestId;
  expect(await session.call("network_body", { requestId: id("/binary") })).toMatchObject({ body: "AP+AAQ==", base64Encoded: true, bytes: 4 });
  const long = await session.call("network_body", { requestId: id("/long") });
  expect(long).toMatchObject({ truncated: true, bytes: 300_000 });
  expect(long.body).toHaveLength(256 * 1024);
  expect(await session.call("network_body", { requestId: "req-99999" })).toMatchObject({ ok: false, error: "not-found" });
  await session.call("navigate", { url: server.html("/elsewhere", "<title>Else</title>") });
  // Firefox keeps bodies beyond the document that asked for them.
  if (session.engine === "firefox") return;
  const gone = await session.call("network_body", { requestId: id("/long") });
  expect(gone).toMatchObject({ ok: false, error: "not-found" });
  expect(gone.hint).toContain("right after");
});

test("a response of 100 MB is not pulled through the daemon", async ({ session, server, client }) => {
  server.route("/huge", (_, response) => {
    const chunk = Buffer.alloc(1 << 20, "y");
    for (let index = 0; index < 100; index++) response.write(chunk);
    response.end();
  });
  const before = (await client.status()).memoryMb;
  await session.call("navigate", { url: server.html("/heavy", `<script>fetch("/huge").then((r) => r.arrayBuffer())</script>`) });
  const { requests } = await until(() => session.call("network_read", { url: "/huge" }), (data) => data.requests[0]?.ms != null);
  expect(await session.call("network_body", { requestId: requests[0].requestId })).toMatchObject({ ok: false, error: "too-large", bytes: 100 << 20 });
  expect((await client.status()).memoryMb - before).toBeLessThan(60);
});

test("network_body needs its capability", async ({ session, server }) => {
  const { CheckedClient } = await import("./support/checkedClient.ts");
  const agent = new CheckedClient({ client: "mcp" });
  await session.call("navigate", { url: server.html("/gated", `<script>fetch("/gated", { headers: { authorization: "Bearer abc" } })</script>`) });
  const { requests } = await until(() => session.call("network_read", { type: "fetch" }), (data) => data.requests[0]?.ms != null);
  const { requestId } = requests[0];
  const refused = await agent.call("network_body", { session: session.id, requestId });
  expect(refused.data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "network-body" });
  const detail = await agent.call("network_read", { session: session.id, requestId });
  expect((detail.data as Data).request.requestHeaders.authorization).toBe("…");
  agent.close();
});

test("a flood of requests and lines stays within the rings", async ({ session, server }) => {
  server.route("/many", (_, response) => response.end("x"));
  await session.call("navigate", { url: server.html("/flood", "<title>Flood</title>") });
  const expr = `(async () => {
    for (let i = 0; i < 20000; i++) console.log("line " + i);
    for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 100 }, (_, j) => fetch("data:text/plain," + i + "-" + j)));
    await Promise.all(Array.from({ length: 100 }, (_, j) => fetch("/many?n=" + j).then((r) => r.text())));
    return "done";
  })()`;
  expect(await session.call("eval_js", { expr, timeoutMs: 110_000 })).toMatchObject({ value: "done" });
  const lines = await until(() => session.call("console_read", { limit: 500 }), (list) => list.at(-1)?.text === "line 19999");
  expect(lines.map((line: Data) => line.text)).toEqual(Array.from({ length: 500 }, (_, index) => `line ${19_500 + index}`));
  const { summary, requests } = await until(
    () => session.call("network_read", { limit: 500, url: "/many" }),
    (data) => data.requests.length === 100 && data.requests.every((each: Data) => each.ms !== null),
  );
  expect(summary.total).toBe(100);
  expect(new Set(requests.map((each: Data) => each.requestId)).size).toBe(100);
  expect((await session.call("network_read", { limit: 500, everything: true })).summary.total).toBe(500);
});
