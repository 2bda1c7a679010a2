import { expect } from "vitest";
import { test, type Data, type TestSession } from "./support/session.ts";
import { until } from "./support/until.ts";

const pages = (session: TestSession) => session.call("list_targets");
const texts = (lines: Data[]) => lines.map((line) => line.text);

test("a popup is watched from its first script on, and does not become active", async ({ session, server }) => {
  const popup = server.html("/popup", `<title>Popup</title><script>console.log("popup first"); fetch("/popup-data")</script>`);
  server.route("/popup-data", (_, response) => response.end("x"));
  await session.call("navigate", { url: server.html("/opener", `<title>Opener</title><button onclick="window.open('/popup')">Open</button><a href="/popup" target="_blank">Link</a><a href="/popup" target="_blank" rel="noopener">Bare</a>`) });
  await session.call("click", { selector: "button" });
  const open = await until(() => pages(session), (list) => list.length === 2 && list[1].title === "Popup");
  expect(open).toMatchObject([{ kind: "page", title: "Opener", active: true }, { title: "Popup", url: popup, active: false }]);
  const lines = await until(() => session.call("console_read"), (list) => texts(list).includes("popup first"));
  expect(texts(lines)).toContain("popup first");
  const { requests } = await until(() => session.call("network_read", { page: "Popup" }), (data) => data.requests.length === 2);
  expect(requests.map((each: Data) => new URL(each.url).pathname)).toEqual(["/popup", "/popup-data"]);
});

test.for(["a[target]:not([rel])", "a[rel]"])("a link to a new tab (%s) belongs to the session", async (selector, { session, server }) => {
  server.html("/tab", `<title>Tab</title><script>console.log("tab first")</script>`);
  await session.call("navigate", { url: server.html("/links", `<a href="/tab" target="_blank">One</a><a href="/tab" target="_blank" rel="noopener noreferrer">Two</a>`) });
  await session.call("click", { selector });
  expect(await until(() => pages(session), (list) => list.length === 2)).toHaveLength(2);
  expect(texts(await until(() => session.call("console_read"), (list) => list.length > 0))).toContain("tab first");
});

test("events go on across origins and processes", async ({ session, server }) => {
  server.html("/far", `<title>Far</title><script>console.log("far away"); fetch("/far-data")</script>`);
  server.route("/far-data", (_, response) => response.end("x"));
  await session.call("navigate", { url: server.html("/near", `<script>console.log("near")</script>`) });
  await session.call("navigate", { url: `${server.otherOrigin}/far` });
  const lines = await until(() => session.call("console_read"), (list) => texts(list).includes("far away"));
  expect(texts(lines)).toEqual(expect.arrayContaining(["near", "far away"]));
  const { requests } = await until(() => session.call("network_read", { url: "far-data" }), (data) => data.requests[0]?.status === 200);
  expect(requests).toHaveLength(1);
});

test("the newest remaining page takes over when the active one closes", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/first", `<title>First</title><script>console.log("first")</script>`) });
  const second = await session.call("tab_open", { url: server.html("/second", "<title>Second</title>") });
  const third = await session.call("tab_open", { url: server.html("/third", "<title>Third</title>") });
  expect(second).toMatchObject({ ok: true, active: false, title: "Second", url: `${server.origin}/second` });
  const closed = await session.call("tab_close");
  expect(closed).toMatchObject({ ok: true, activeSession: third.id });
  expect(closed.sessions.map((page: Data) => page.id)).toEqual([second.id, third.id]);
  expect(await session.call("console_read")).toEqual([]);
});

test("a tab for an address that does not answer fails as navigate does, and says which tab it is", async ({ session }) => {
  const refused = { ok: false, error: "navigation-failed", message: expect.stringContaining("could not be loaded") };
  expect(await session.call("navigate", { url: "http://127.0.0.1:1/" })).toMatchObject(refused);
  const failed = await session.call("tab_open", { url: "http://127.0.0.1:1/" });
  expect(failed).toMatchObject(refused);
  expect((await pages(session)).map((page: Data) => page.id)).toContain(failed.id);
});

test("without any page a call says so and lists what there is", async ({ session, server }) => {
  await session.call("tab_close");
  expect(await session.call("screenshot")).toMatchObject({ ok: false, error: "no-active-page", sessions: [] });
  expect(await session.call("navigate", { url: server.html("/again", "<title>Again</title>") })).toMatchObject({ ok: true });
  expect(await pages(session)).toMatchObject([{ title: "Again", active: true }]);
});

test("a title that a script has changed is in every list", async ({ client, session, server }) => {
  await session.call("navigate", { url: server.html("/titled", "<title>Before</title>") });
  const own = async () => ((await client.call("list_sessions", {})).data as Data).sessions.find((each: Data) => each.id === session.id);
  await session.call("eval_js", { expr: `document.title = "Second"` });
  expect(await until(() => pages(session), ([page]) => page.title === "Second")).toMatchObject([{ title: "Second" }]);
  await session.call("eval_js", { expr: `document.title = "Third"` });
  expect(await until(own, ({ title }) => title === "Third")).toMatchObject({ title: "Third" });
});

test("any tool can name a page", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/one", "<title>One</title>") });
  const two = await session.call("tab_open", { url: server.html("/two", "<title>Two</title>") });
  await until(() => pages(session), (list) => list.some((page: Data) => page.title === "Two"));
  expect(await session.call("eval_js", { expr: "document.title", page: two.id.slice(0, 12) })).toMatchObject({ value: "Two" });
  expect(await session.call("eval_js", { expr: "document.title", page: "two" })).toMatchObject({ value: "Two" });
  expect(await session.call("eval_js", { expr: "document.title" })).toMatchObject({ value: "One" });
  expect(await session.call("eval_js", { expr: "1", page: "nowhere" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("eval_js", { expr: "1", page: "[" })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("not a regular expression") });
  expect(await session.call("list_targets", { url: "/two$" })).toMatchObject([{ title: "Two" }]);
  expect(await session.call("list_targets", { url: "(" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a page that closes during a call ends the call", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/staying", "<title>Staying</title>") });
  const going = await session.call("tab_open", { url: server.html("/going", "<title>Going</title>") });
  await until(() => pages(session), (list) => list.some((page: Data) => page.title === "Going"));
  const waiting = session.call("eval_js", { expr: "new Promise(() => console.log('waiting'))", timeoutMs: 60_000, page: going.id });
  await until(() => session.call("console_read"), (list) => texts(list).includes("waiting"));
  expect(await session.call("route", { urlPattern: "/x", body: "", page: going.id })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("tab_close", { page: going.id })).toMatchObject({ ok: true, closed: going.id });
  expect(await waiting).toMatchObject({ ok: false, error: "page-closed" });
});

test.for([
  ["wait_for", { selector: "#never", timeoutMs: 60_000 }, { ok: false, error: "page-closed" }],
  ["watch", { durationMs: 50_000 }, { ok: false, error: "page-closed" }],
  [
    "act_and_wait_for_network",
    { action: { tool: "click", args: { selector: "button" } }, match: { urlPattern: "/never" }, timeoutMs: 60_000 },
    { ok: false, network: { matched: false }, warnings: ["The page was closed during the wait."] },
  ],
] as const)("a page that closes while %s waits ends the wait", async ([tool, input, outcome], { session, server }) => {
  await session.call("navigate", { url: server.html("/closing", "<title>Closing</title><button onclick='console.log(`clicked`)'>Go</button>") });
  const from = Date.now();
  const waiting = session.call(tool, input);
  if (tool === "act_and_wait_for_network") await until(() => session.call("console_read"), (list) => texts(list).includes("clicked"));
  else for (let round = 0; round < 20; round++) await session.call("list_targets");
  expect(await session.call("tab_close")).toMatchObject({ ok: true });
  expect(await waiting).toMatchObject(outcome);
  expect(Date.now() - from).toBeLessThan(45_000);
});
