/** What a session was told to go on doing holds when its daemon or its browser is killed. */
import { existsSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { type TestHome, ownHome } from "./support/home.ts";
import { killDaemon, killed } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { type Data, engine } from "./support/session.ts";
import { test } from "./support/socketPeer.ts";

const fetched = (drover: TestHome, path: string) =>
  drover.call("eval_js", { expr: `fetch(${JSON.stringify(path)}).then((answer) => answer.text(), (error) => error.name)` }).then(({ value }) => value);

test("routes, queues, socket rules, the link, viewport, dialogs, downloads and a recording go on under the next daemon", async ({ server, peer }) => {
  await using drover = ownHome();
  server.route("/export", (_: unknown, response: Data) => {
    response.setHeader("content-disposition", "attachment; filename=a.csv");
    response.end("a,b");
  });
  server.route("/half", (_: unknown, response: Data) => {
    response.writeHead(200, { "content-disposition": "attachment; filename=half.bin", "content-length": "1000000" });
    response.write("x".repeat(1000), () => response.destroy());
  });
  const url = server.html("/standing", page(`<a href="/export">Export</a> <a id=half href="/half">Half</a>`));
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url, mode: "none" });
  await drover.call("route", { urlPattern: "/api/always", body: "mocked" });
  await drover.call("route_queue", { urlPattern: "/api/next", responses: [{ body: "first" }, { body: "second" }] });
  await drover.call("ws_intercept", { pattern: "**/echo", response: { data: "replaced" } });
  await drover.call("set_viewport", { width: 640, height: 480 });
  await drover.call("set_dialog_policy", { mode: "accept-prompt-with", text: "Ada" });
  await drover.call("downloads_capture", { on: true });
  await drover.call("click", { selector: "#half" });
  await drover.call("click", { selector: "a" });
  const har = await drover.call("start_har", { content: "attach" });
  expect(await fetched(drover, "/api/next")).toBe("first");
  await drover.call("network_emulate", { offline: true });

  await killDaemon(drover);

  expect(await fetched(drover, "/nothing")).toBe("TypeError");
  expect(await drover.call("network_emulate", {})).toMatchObject({ ok: true, reset: true });
  expect(await fetched(drover, "/api/always")).toBe("mocked");
  expect(await fetched(drover, "/api/next")).toBe("second");
  expect(await fetched(drover, "/api/next")).not.toBe("second");
  expect(await drover.call("eval_js", { expr: "[innerWidth, innerHeight, prompt('Who?')]" })).toMatchObject({ value: [640, 480, "Ada"] });
  await drover.call("eval_js", { expr: `new WebSocket(${JSON.stringify(peer.url("/echo"))}).onmessage = ({ data }) => (window.heard = data)` });
  await expect.poll(() => peer.sockets.length).toBe(1);
  peer.sockets[0]!.send("sent");
  expect(await drover.call("poll_eval", { expr: "window.heard" })).toMatchObject({ value: "replaced" });
  expect((await drover.call("click", { selector: "a" })).downloads).toMatchObject([{ id: "d3" }]);
  expect((await drover.call("downloads_capture", { on: true })).captured).toMatchObject([{ id: "d2" }, { id: "d3" }]);
  expect(await drover.call("stop_har", {})).toMatchObject({ wasActive: true, path: har.path });
  const { log } = JSON.parse(readFileSync(har.path, "utf8"));
  const paths = log.entries.map(({ request }: Data) => new URL(request.url).pathname);
  expect(paths).toEqual(expect.arrayContaining(["/api/next", "/api/always"]));
  expect(paths.filter((each: string) => each === "/api/next")).toHaveLength(3);
  expect(log.pages.length).toBeGreaterThan(0);
  expect(existsSync(`${har.path}.recording`)).toBe(false);
});

test("they hold for the browser that takes a killed one's place", async ({ server }) => {
  await using drover = ownHome();
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url: server.html("/again", "<title>Again</title>"), mode: "none" });
  await drover.call("route", { urlPattern: "/api/always", body: "mocked" });
  await drover.call("set_viewport", { width: 640, height: 480 });
  await killed(loadDescriptors(drover.home)[0]!.pid);
  expect(await fetched(drover, "/api/always")).toBe("mocked");
  expect(await drover.call("eval_js", { expr: "innerWidth" })).toMatchObject({ value: 640 });
});

test("a recording that is packed keeps the bodies of before", async ({ server }) => {
  await using drover = ownHome();
  server.route("/data.json", (_: unknown, response: Data) => {
    response.setHeader("content-type", "application/json");
    response.end(`{"who":"ada"}`);
  });
  await drover.call("navigate", { url: server.html("/packed", "<title>Packed</title>"), mode: "none" });
  const har = await drover.call("start_har", { path: "packed.zip", content: "attach" });
  await fetched(drover, "/data.json");
  // The recording has it when it is in the archive's draft.
  await expect.poll(() => readFileSync(`${har.path}.recording`, "utf8")).toContain("data.json");
  await killDaemon(drover);
  await drover.call("stop_har", {});
  await drover.call("close_session", { session: "default" });
  await drover.call("open_session", { session: "replay", hars: ["packed.zip"] });
  await drover.call("navigate", { session: "replay", url: server.html("/packed", "<title>Packed</title>"), mode: "none" });
  server.route("/data.json", (_: unknown, response: Data) => response.end("changed"));
  expect(await drover.call("eval_js", { session: "replay", expr: "fetch('/data.json').then((answer) => answer.text())" })).toMatchObject({ value: `{"who":"ada"}` });
});

test.runIf(engine === "chromium")("what a killed daemon was about to do is not left behind in the browser", async ({ server }) => {
  await using drover = ownHome({ DROVER_DEBUGGING_PORT: "0" });
  const origins = Array.from({ length: 12 }, (_, index) => ({ origin: `https://shop${index}.example`, localStorage: [{ name: "cart", value: "1" }] }));
  await drover.call("navigate", { url: server.html("/killed", "<title>Killed</title>"), mode: "none" });
  const { host } = new URL(loadDescriptors(drover.home)[0]!.endpoint);
  const hidden = async () => ((await (await fetch(`http://${host}/json/list`)).json()) as Data[]).filter(({ type }) => type === "other").length;
  const writing = drover.call("inject_storage_state", { state: { cookies: [], origins } }).catch(() => undefined);
  await expect.poll(hidden, { interval: 10 }).toBe(1);
  await killDaemon(drover);
  await writing;
  await expect.poll(hidden).toBe(0);
  expect(await drover.call("list_targets")).toMatchObject([{ title: "Killed" }]);
});

test("a page that waits for its server does not hold the next daemon up for ever", async ({ server }) => {
  await using drover = ownHome();
  const held: Data[] = [];
  server.route("/held", (_: unknown, response: Data) => void held.push(response));
  await drover.call("open_session", { session: "default", engine });
  await drover.call("navigate", { url: server.html("/waiting", "<title>Waiting</title>"), mode: "none" });
  await drover.call("eval_js", { expr: "setTimeout(() => (location.href = '/held'), 10); 1" });
  await expect.poll(() => held.length).toBe(1);
  await killDaemon(drover);
  // Firefox begins no session before its tab has loaded, and then nothing is lost; Chromium is told to stop.
  const answering = drover.call("eval_js", { expr: "document.title" });
  if (engine === "firefox") held[0].end("<title>Came</title>");
  const answer = await answering;
  expect(answer).toMatchObject({ ok: true, value: engine === "firefox" ? "Came" : "Waiting" });
  if (engine === "chromium") expect(answer.warnings.join()).toContain("waiting for its server");
  held[0].end();
});
