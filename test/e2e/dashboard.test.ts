import { request } from "node:http";
import { expect } from "vitest";
import WebSocket from "ws";
import { killDaemon, killed } from "./support/kill.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { accessTo, clickAt, logIn, PersonTab, startDashboard } from "./support/dashboard.ts";
import { drover } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { asNobody, canBeNobody } from "./support/nobody.ts";
import { page } from "./support/page.ts";
import { test as base } from "./support/personTab.ts";
import { sendRaw, upgrading } from "./support/sendRaw.ts";
import type { Data } from "./support/session.ts";

const test = base.extend<{ agent: (tool: string, input?: Record<string, unknown>) => Promise<Data> }>({
  /** In the test's session, which a program has opened and shares. */
  agent: async ({ session }, use) => {
    const client = new CheckedClient({ client: "mcp" });
    await use(async (tool, input = {}) => (await client.call(tool, { session: session.id, ...input })).data);
    client.close();
  },
});

/** With headers that fetch does not let anybody choose. */
const statusOf = (url: string, headers: Record<string, string>, method = "GET"): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers, method }, (response) => resolve(response.resume().statusCode)).once("error", reject).end();
  });

const closeCode = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, { headers });
    socket.once("close", (code) => resolve(code));
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
  });

test("a dashboard is for whoever had the token once, and for nobody's page", async () => {
  await using dashboard = await startDashboard();
  const { origin, token } = dashboard;
  const port = new URL(origin).port;
  expect((await logIn(origin, "guess")).status).toBe(401);
  const foreign: Record<string, string>[] = [{ origin: "https://evil.example" }, { origin: `http://127.0.0.1:${Number(port) + 1}` }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }, { host: `evil.example:${port}` }];
  for (const headers of foreign) expect(await statusOf(`${origin}/`, headers)).toBe(403);
  expect(await statusOf(`${origin}/`, {}, "DELETE")).toBe(405);
  const login = await logIn(origin, token, { origin });
  const [cookie = ""] = login.headers.getSetCookie();
  const { base: place } = (await login.json()) as { base: string };
  expect(cookie).toMatch(new RegExp(`; Path=/${place}/; HttpOnly; SameSite=Strict$`));
  expect((await logIn(origin, token)).status).toBe(401);
  const held = { cookie: cookie.split(";")[0] ?? "" };
  expect(await statusOf(`${origin}/${place}/`, {})).toBe(401);
  const app = await fetch(`${origin}/${place}/`, { headers: held });
  expect(app.status).toBe(200);
  expect(app.headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
  expect(app.headers.get("x-content-type-options")).toBe("nosniff");
  for (const name of ["app.js", "app.css"]) expect(await statusOf(`${origin}/${place}/${name}`, held)).toBe(200);
  for (const name of ["../package.json", "..%2fdashboard.js", "files/nothing"]) expect(await statusOf(`${origin}/${place}/${name}`, held)).toBe(404);
  const socket = `${origin.replace("http", "ws")}/${place}/ws?tab=x`;
  expect(await closeCode(socket, {})).toBe(4401);
  expect(await closeCode(socket, { ...held, origin: "https://evil.example" })).toBe(403);
  expect(await closeCode(`${origin.replace("http", "ws")}/ws?tab=x`, held)).toBe(404);
});

test("a dashboard outlives whatever a page sends it, and another user of the machine does not reach it", async ({ dashboard }) => {
  const url = new URL(dashboard.origin);
  const host = `Host: ${url.host}`;
  for (const path of ["//", "//[", "/%zz", "http://[/", "*"]) {
    expect(await sendRaw(url, [`GET ${path} HTTP/1.1`, host, "Origin: https://evil.example", ...upgrading]), path).toMatch(/^HTTP\/1.1 40[03] /);
    expect(await sendRaw(url, [`GET ${path} HTTP/1.1`, host, ...upgrading]), path).toMatch(/^HTTP\/1.1 40[04] /);
    expect(await sendRaw(url, [`GET ${path} HTTP/1.1`, host, "Connection: close"]), path).toMatch(/^HTTP\/1.1 40[04] /);
  }
  expect(await sendRaw(url, ["GET / HTTP/1.1", `Host: evil.example@${url.host}`, "Connection: close"])).toMatch(/^HTTP\/1.1 403 /);
  for (const head of [["GET / HTTP/1.1", "Host:"], ["GET / HTTP/1.0"], [`GET ${url.origin}/ HTTP/1.1`, host]]) expect(await sendRaw(url, [...head, "Connection: close"])).toMatch(/^HTTP\/1.1 400 /);
  expect(await sendRaw(url, ["TRACE / HTTP/1.1", host, "Connection: close"])).toMatch(/^HTTP\/1.1 405 /);
  expect(await statusOf(`${url.origin}/`, {})).toBe(200);
  if (!canBeNobody) return;
  const knock = `require("node:http").get("${url.origin}/", ({ statusCode }) => console.log(statusCode)).on("error", () => console.log("refused"))`;
  expect(await asNobody([process.execPath, "-e", knock])).toBe("refused");
});

test("an agent neither sees nor touches a page that shows the dashboard, nor a person's tools", async ({ session, agent, dashboard, server }) => {
  // As in somebody's own browser, where they are logged in.
  await session.call("navigate", { url: `${dashboard.origin}/` });
  for (const [tool, input] of [["snapshot", {}], ["eval_js", { expr: "document.body.innerHTML" }], ["click", { coords: { x: 5, y: 5 } }], ["screenshot", {}]] as const) {
    const answer = await agent(tool, input);
    expect(answer.error, tool).toBe(tool === "eval_js" ? "capability-disabled" : "refused");
  }
  expect(await agent("navigate", { url: server.html("/away", page("<p>Away</p>")) })).toMatchObject({ ok: true });
  expect(await agent("navigate", { url: `${dashboard.origin}/` })).toMatchObject({ ok: false, error: "refused" });
  for (const tool of ["take_wheel", "give_wheel", "rename_session"]) expect(await agent(tool)).toMatchObject({ ok: false, error: "refused" });
  for (const [tool, input] of [["stop_calls", {}], ["call_answer", { id: "c1" }]] as const) expect(await agent(tool, { ...input, ...(tool === "call_answer" && { session: undefined }) })).toMatchObject({ ok: false, error: "refused" });
});

test("what acts waits while a person has the wheel, what looks goes on, and the agent hears what the person says", async ({ session, agent, tab, server }) => {
  await session.call("navigate", { url: server.html("/wheel", page(`<button id="b">0</button><script>b.onclick = () => { b.textContent = Number(b.textContent) + 1; }</script>`)) });
  await tab.call("take_wheel", { session: session.id });
  const waits = tab.next((message) => message.type === "event" && message.topic === "wheel" && message.data.waiting === 2);
  let ended = 0;
  const clicks = [agent("click", { selector: "#b", timeoutMs: 1000 }), agent("batch", { calls: [{ tool: "click", args: { selector: "#b" } }], timeoutMs: 1000 })].map((call) => call.finally(() => ended++));
  await waits;
  expect(await agent("snapshot")).toMatchObject({ ok: true });
  expect(await agent("close_session")).toMatchObject({ ok: false, error: "wheel-taken" });
  expect(await tab.call("click", { session: session.id, selector: "#b" })).toMatchObject({ ok: true });
  expect(ended).toBe(0);
  expect(await tab.call("list_sessions")).toMatchObject({ sessions: expect.arrayContaining([expect.objectContaining({ id: session.id, drives: "person", wheel: expect.objectContaining({ waiting: 2 }) })]) });
  expect((await drover(["give", "Log in is done.", "--session", session.id])).code).toBe(0);
  const answers = await Promise.all(clicks);
  for (const answer of answers) expect(answer).toMatchObject({ ok: true });
  expect(JSON.stringify(answers).match(/They say: Log in is done\./g)).toHaveLength(1);
  expect((await session.call("eval_js", { expr: "b.textContent" })).value).toBe("3");
  expect(await tab.call("give_wheel", { session: session.id })).toMatchObject({ ok: false, error: "not-found" });
});

test("a terminal takes the wheel, and agents are refused where the configuration says so", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/refuse", page("<button>B</button>")) });
  expect((await drover(["take", "--session", session.id])).stdout).toContain("drover give");
  const client = new CheckedClient({ client: "mcp", env: { ...process.env, DROVER_WHILE_TAKEN: "refuse" } });
  expect((await client.call("click", { session: session.id, selector: "button" })).data).toMatchObject({ ok: false, error: "wheel-taken", message: expect.stringContaining("a person has the wheel") });
  client.close();
  expect(await drover(["click", "button", "--session", session.id])).toMatchObject({ code: 0 });
  expect(await drover(["give", "--session", session.id])).toMatchObject({ code: 0 });
});

test("stop ends what agents have under way and keeps the page; the feed tells what was called, where, and what came of it", async ({ session, agent, tab, server }) => {
  const url = server.html("/stop", page(`<button style="position:fixed;left:40px;top:60px;width:80px;height:30px">B</button>`));
  await session.call("navigate", { url });
  const acting = tab.next((message) => message.type === "event" && message.topic === "acting" && message.session === session.id);
  const called = tab.next((message) => message.type === "event" && message.topic === "called" && message.session === session.id && message.data.tool === "click");
  await agent("click", { selector: "button" });
  expect((await acting).data).toMatchObject({ box: { x: 40, y: 60, width: 80, height: 30 } });
  const { id } = (await called).data;
  const { text } = await tab.until(() => tab.heard.flatMap((message) => (message.type === "event" && message.topic === "answergiven" && message.data.id === id ? [message.data] : []))[0]);
  expect(JSON.parse(text)).toMatchObject({ ok: true, action: { type: "click" } });
  expect(await tab.call("call_answer", { id })).toMatchObject({ ok: true, text });
  const began = tab.next((message) => message.type === "event" && message.topic === "began" && message.data.tool === "wait_for");
  const waiting = agent("wait_for", { text: "never", timeoutMs: 60_000 });
  expect((await began).data).toMatchObject({ client: "mcp", acts: false });
  expect(await tab.call("stop_calls", { session: session.id, take: true })).toMatchObject({ ok: true, stopped: [{ tool: "wait_for", session: session.id }], taken: [session.id] });
  expect(await waiting).toMatchObject({ ok: false, error: "cancelled", message: expect.stringContaining("a person stopped") });
  expect(await tab.call("session_state", { session: session.id })).toMatchObject({ session: { url }, wheel: { taken: true } });
  expect(await tab.call("rename_session", { session: session.id, name: "Orders" })).toMatchObject({ name: "Orders" });
  await tab.call("give_wheel", { session: session.id });
});

test("a person's hands are in the recording, and a chooser of files is theirs to answer", async ({ session, tab, server }) => {
  await session.call("navigate", { url: server.html("/record", page(`<button style="position:fixed;left:20px;top:20px;width:100px;height:40px">Buy</button><input type="file" style="position:fixed;left:20px;top:100px;width:200px;height:40px">`)) });
  await session.call("start_recording", { flowName: "hands" });
  await tab.call("take_wheel", { session: session.id });
  const asked = tab.next((message) => message.type === "event" && message.topic === "question");
  tab.hands(session.id, ...clickAt(60, 40), ...clickAt(60, 120));
  const { data } = await asked;
  expect(data).toMatchObject({ kind: "files", about: "filechooser" });
  await tab.call("answer_question", { id: data.id, value: [import.meta.filename] });
  const name = () => tab.call("eval_js", { session: session.id, expr: "document.querySelector('input').files[0]?.name" });
  await expect.poll(async () => (await name()).value).toBe("dashboard.test.ts");
  await tab.call("give_wheel", { session: session.id });
  expect(JSON.stringify(await session.call("end_recording"))).toContain("Buy");
});

test("a watcher that shows nothing is sent little, and a page that is gone is told", async ({ session, tab, server, client }) => {
  await session.call("navigate", { url: server.html("/busy", page(`<p id="p">0</p><script>setInterval(() => { p.textContent = Number(p.textContent) + 1; }, 20)</script>`)) });
  tab.shows = false;
  tab.send({ type: "watch", view: 1, session: session.id, width: 640, height: 400 });
  tab.send({ type: "watch", view: 2, session: session.id, width: 640, height: 400 });
  const shownIn = (view: number) => tab.frames.filter((frame) => frame.view === view);
  await tab.until(() => shownIn(1).length === 2 && shownIn(2).length === 2);
  for (let shown = 2; shown < 6; shown++) {
    tab.send({ type: "ack", view: 2, frame: shown });
    await tab.until(() => shownIn(2).length > shown);
  }
  expect(shownIn(1).length).toBe(2);
  await client.call("close_session", { session: session.id });
  expect(await tab.until(() => tab.problems.find(({ view }) => view === 2))).toMatchObject({ about: "watch", session: session.id, error: "session-not-found" });
});

test("a tab keeps its wheel when the daemon is killed, connects by itself, and sees a browser die", async ({ server }) => {
  await using own = ownHome();
  await using dashboard = await startDashboard(own.env);
  using tab = new PersonTab(await accessTo(dashboard));
  await tab.ready();
  await tab.call("open_session", { session: "s" });
  await tab.call("navigate", { session: "s", url: server.html("/own", page("<h1>Own</h1>")) });
  await tab.call("take_wheel", { session: "s" });
  const up = tab.next((message) => message.type === "daemon" && message.state === "up");
  await killDaemon(own);
  await own.call("list_sessions");
  await up;
  const { sessions } = await tab.call("list_sessions");
  expect(sessions).toMatchObject([{ id: "s", wheel: { taken: true, holder: tab.id } }]);
  tab.send({ type: "watch", view: 1, session: "s", width: 640, height: 400 });
  await tab.frame();
  await killed(sessions[0].pid);
  expect(await tab.until(() => tab.problems.find(({ view }) => view === 1))).toMatchObject({ error: "session-not-found" });
});
