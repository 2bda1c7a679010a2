import { expect } from "vitest";
import { test, type TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

const get = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr, timeoutMs: 30_000 })).value;
const fetched = (path: string, options = "") => `fetch(${JSON.stringify(path)}${options && `, ${options}`}).then(async (r) => [r.status, r.headers.get("content-type"), await r.text()])`;

test("route answers with a canned response; other methods pass", async ({ session, server }) => {
  server.route("/api/records", (_, response) => response.end("real"));
  await session.call("navigate", { url: server.html("/routes", "<title>Routes</title>") });
  const routed = await session.call("route", { urlPattern: "**/api/records*", method: "get", status: 500, body: `{"error":"boom"}`, headers: { "x-mock": "1" } });
  expect(routed).toMatchObject({ ok: true, routes: [{ urlPattern: "**/api/records*", method: "GET", served: 0 }] });
  expect(await get(session, fetched("/api/records?x=1"))).toEqual([500, "application/json", `{"error":"boom"}`]);
  expect(await get(session, fetched("/api/records", `{ method: "POST" }`))).toMatchObject([200, null, "real"]);
  // The newest that matches wins; removing it brings the older one back.
  await session.call("route", { urlPattern: "/api/records", body: "<b>newer</b>" });
  expect(await get(session, fetched("/api/records"))).toEqual([200, "text/html; charset=utf-8", "<b>newer</b>"]);
  expect(await session.call("unroute", { urlPattern: "/api/records" })).toMatchObject({ removed: 1 });
  expect(await get(session, fetched("/api/records"))).toEqual([500, "application/json", `{"error":"boom"}`]);
  expect(await session.call("unroute")).toMatchObject({ removed: 1, routes: [] });
  expect(await get(session, fetched("/api/records"))).toMatchObject([200, null, "real"]);
  // What was mocked is in the log as any other request is.
  const { requests } = await session.call("network_read", { url: "/api/records", status: 500 });
  expect(requests).toHaveLength(2);
});

test("a mock of another origin can be read, preflight and all", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/cors", "<title>Cors</title>") });
  await session.call("route", { urlPattern: "https://api.nowhere.example/**", body: `{"mocked":true}` });
  const expr = `fetch("https://api.nowhere.example/v1/x", { method: "PUT", credentials: "include", headers: { "x-own": "1", "content-type": "application/json" }, body: "{}" }).then((r) => r.json())`;
  expect(await get(session, expr)).toEqual({ mocked: true });
});

test("route_queue answers in order, out of order when delays say so, and then lets requests pass", async ({ session, server }) => {
  server.route("/api/save", (_, response) => response.end("real"));
  await session.call("navigate", { url: server.html("/queue", "<title>Queue</title>") });
  await session.call("route_queue", { urlPattern: "**/api/save", responses: [{ body: "one", delayMs: 600 }, { body: "two", delayMs: 10 }] });
  const expr = `(async () => {
    const order = [];
    const save = () => fetch("/api/save").then((r) => r.text()).then((text) => order.push(text));
    const first = save(); await new Promise((r) => setTimeout(r, 50)); const second = save();
    await Promise.all([first, second]); await save();
    return order;
  })()`;
  expect(await get(session, expr)).toEqual(["two", "one", "real"]);
  expect(await session.call("unroute", { urlPattern: "**/api/other" })).toMatchObject({ removed: 0, routes: [{ served: 2, left: 0 }] });
});

test("routes hold for new tabs, frames of other origins, workers and documents", async ({ session, server }) => {
  server.route("/routed-worker.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end(`fetch("/api/any").then((r) => r.text()).then((text) => postMessage(text))`);
  });
  server.html("/framed", `<script>fetch("/api/any").then((r) => r.text()).then((text) => parent.postMessage("frame " + text, "*"))</script>`);
  await session.call("route", { urlPattern: "**/api/any", body: "mocked" });
  await session.call("route", { urlPattern: "**/virtual", body: "<title>Virtual</title>" });
  await session.call("navigate", { url: server.html("/everywhere", `<title>Everywhere</title><script>
    window.got = []; onmessage = ({ data }) => got.push(data);
    new Worker("/routed-worker.js").onmessage = ({ data }) => got.push("worker " + data);
  </script><iframe src="${server.otherOrigin}/framed"></iframe>`) });
  expect((await until(() => get(session, "got"), (list) => list.length === 2)).toSorted()).toEqual(["frame mocked", "worker mocked"]);
  const tab = await session.call("tab_open", { url: `${server.origin}/virtual` });
  expect(await until(() => session.call("eval_js", { expr: "document.title", page: tab.id }), (data) => data.value === "Virtual")).toMatchObject({ value: "Virtual" });
});

test("a request is aborted, sent otherwise, or passed to the network past an older route", async ({ session, server }) => {
  server.route("/told", (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => response.end([request.method, request.headers["x-own"] ?? "none", request.headers["x-gone"] ?? "none", body].join(" ")));
  });
  server.route("/elsewhere", (_, response) => response.end("elsewhere"));
  await session.call("navigate", { url: server.html("/otherwise", "<title>Otherwise</title>") });
  const told = async (path: string) => (await get(session, `fetch(${JSON.stringify(path)}, { method: "POST", headers: { "x-gone": "here" }, body: "page" }).then((r) => r.text(), () => "failed")`)) as string;
  expect(await told("/told")).toBe("POST none here page");
  expect(await session.call("route", { urlPattern: "**/told", change: { method: "put", headers: { "X-Own": "mine", "x-gone": null }, body: "other" } })).toMatchObject({ routes: [{ does: "change", served: 0 }] });
  expect(await told("/told")).toBe("PUT mine none other");
  expect(await session.call("route", { urlPattern: "**/told", change: { url: "/elsewhere" } })).toMatchObject(session.engine === "firefox" ? { ok: false, error: "unsupported-engine" } : { ok: true });
  if (session.engine === "chromium") expect(await told("/told")).toBe("elsewhere");
  await session.call("route", { urlPattern: "**/told", abort: true });
  expect(await told("/told")).toBe("failed");
  await session.call("route", { urlPattern: "**/*", body: "mocked" });
  await session.call("route", { urlPattern: "**/told*", pass: true });
  expect([await told("/told"), await told("/else")]).toEqual(["POST none here page", "mocked"]);
  for (const input of [{ abort: true, pass: true }, { abort: true, body: "x" }, ...(session.engine === "chromium" ? [{ change: { url: "javascript:1" } }] : []), { change: { headers: { Host: "x" } } }])
    expect(await session.call("route", { urlPattern: "**", ...input }), JSON.stringify(input)).toMatchObject({ ok: false, error: "bad-input" });
});

test("bad patterns and numbers are refused", async ({ session }) => {
  expect(await session.call("route", { urlPattern: "**/{a" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("route", { urlPattern: "", status: 200 })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("route", { urlPattern: "**", status: 99 })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("route_queue", { urlPattern: "**", responses: [] })).toMatchObject({ ok: false, error: "bad-input" });
});
