import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { decodePng } from "./support/png.ts";
import { engine, test, type TestSession } from "./support/session.ts";

const page = `<title>Pictures</title><style>body{margin:0;background:rgb(10,20,30)}</style>
  <div id=red style="position:absolute;left:40px;top:50px;width:120px;height:60px;background:rgb(255,0,0)"></div>
  <div id=green style="position:absolute;left:10.4px;top:1500.4px;width:33.3px;height:20px;background:rgb(0,255,0)"></div>
  <button id=b style="position:absolute;left:300px;top:40px" data-testid=go disabled>Go</button><div style="height:2000px"></div>`;

async function picture(session: TestSession, tool: string, input: Record<string, unknown> = {}) {
  const outcome = await session.outcome(tool, input);
  if (!outcome.images?.[0]) throw new Error(JSON.stringify(outcome.data));
  return { ...decodePng(Buffer.from(outcome.images[0].data, "base64")), outcome };
}

test.for([
  [1, "Desktop Chrome"],
  [2, "Desktop Chrome HiDPI"],
] as const)("element and region crops are exact to the pixel at scale %s", async ([scale, device], { client, server }) => {
  const id = `pictures-${scale}`;
  await client.call("open_session", { session: id, mode: "incognito", engine, device, viewport: { width: 800, height: 600 } });
  const outcome = (tool: string, input: Record<string, unknown> = {}) => client.call(tool, { session: id, ...input });
  const session: TestSession = { id, engine, outcome, call: async (tool, input) => (await outcome(tool, input)).data };
  await session.call("navigate", { url: server.html("/pic", page) });
  const red = await picture(session, "screenshot", { selector: "#red" });
  expect([red.width, red.height]).toEqual([120 * scale, 60 * scale]);
  for (const [x, y] of [
    [0, 0],
    [red.width - 1, 0],
    [0, red.height - 1],
    [red.width - 1, red.height - 1],
  ] as const)
    expect(red.pixel(x, y)).toEqual([255, 0, 0]);
  const region = await picture(session, "screenshot_region", { box: { x: 30, y: 40, width: 20, height: 20 } });
  expect([region.width, region.height]).toEqual([20 * scale, 20 * scale]);
  expect(region.pixel(10 * scale - 1, 15 * scale)).toEqual([10, 20, 30]);
  expect(region.pixel(10 * scale, 10 * scale)).toEqual([255, 0, 0]);
  const below = await picture(session, "screenshot", { selector: "#green" });
  expect([below.width, below.height]).toEqual([34 * scale, 21 * scale]);
  expect(below.pixel(below.width >> 1, below.height >> 1)).toEqual([0, 255, 0]);
  const css = await picture(session, "screenshot", { scale: "css" });
  expect([css.width, css.height]).toEqual([800, 600]);
  await client.call("close_session", { session: id });
});

test("screenshots: full page, caption, file, and what is refused", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/pic2", page) });
  await session.call("set_viewport", { width: 800, height: 600 });
  const full = await picture(session, "screenshot", { fullPage: true });
  expect([full.width, full.height]).toEqual([800, 2000]);
  const described = await session.outcome("screenshot", { selector: "#b", describe: true });
  expect(described.data).toMatchObject({
    caption: expect.stringMatching(/^button "Go" \[data-testid="go"\] bbox=300,40 \d+×\d+ \[disabled\]$/),
  });
  expect(described.text).toContain('button "Go"');
  const saved = await session.call("screenshot", { path: "shots/one.jpg", format: "jpeg", quality: 50 });
  expect(saved).toMatchObject({ ok: true, format: "jpeg", fullPage: false });
  expect(readFileSync(saved.path).subarray(0, 2).toString("hex")).toBe("ffd8");
  expect(await session.call("screenshot", { path: "../outside.png" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("screenshot", { fullPage: true, selector: "#red" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("screenshot", { selector: "#nothing" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("screenshot_region", { box: { x: 790, y: 0, width: 50, height: 5 } })).toMatchObject({
    ok: false,
    error: "bad-input",
  });
});

test("a page behind other tabs has its picture too", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/behind", page) });
  // Chromium keeps the last frames of up to five tabs that nobody sees, and would answer with one of them.
  const covers = Array.from({ length: engine === "chromium" ? 7 : 2 }, (_, n) => ({ colour: [0, 255, 10 * n], url: server.html(`/cover${n}`, `<body style="background:rgb(0,255,${10 * n})">`) }));
  const tabs: { id: string; colour: number[] }[] = [];
  for (const { colour, url } of covers) tabs.push({ id: (await session.call("tab_open", { url })).id, colour });
  // The first of each pair is behind, whichever came last.
  for (const { id, colour } of tabs.slice(0, 2)) {
    expect((await picture(session, "screenshot")).pixel(0, 0)).toEqual([10, 20, 30]);
    expect((await picture(session, "screenshot", { page: id })).pixel(0, 0)).toEqual(colour);
  }
});

test("a frame's element is cropped where the page shows it", async ({ session, server }) => {
  server.html(
    "/pic/inner",
    `<body style="margin:0"><div id=blue style="position:absolute;left:20px;top:10px;width:50px;height:40px;background:rgb(0,0,255)"></div><button style="position:absolute;top:70px">In frame</button>`,
  );
  await session.call("navigate", {
    url: server.html(
      "/pic3",
      `<body style="margin:0"><iframe src="${server.otherOrigin}/pic/inner" style="position:absolute;left:100px;top:200px;border:7px solid;width:300px;height:200px"></iframe>`,
    ),
  });
  const ref = (await session.call("find", { query: "in frame" })).candidates[0].ref;
  expect((await session.call("inspect", { ref })).box).toMatchObject({ x: 107, y: 277 });
  const button = await picture(session, "screenshot", { ref });
  const { box } = await session.call("inspect", { ref });
  expect([button.width, button.height]).toEqual([
    Math.ceil(box.x + box.width) - Math.floor(box.x),
    Math.ceil(box.y + box.height) - Math.floor(box.y),
  ]);
});

test("marks are painted over candidates, mapped to refs, and taken away", async ({ session, server }) => {
  await session.call("navigate", {
    url: server.html(
      "/marks",
      `${page}<dialog id=d style="position:fixed;left:400px;top:200px;margin:0;width:200px;height:100px"><button>Inside</button></dialog><script>d.showModal()</script>`,
    ),
  });
  // Firefox draws the focus ring of the dialog's button a moment later than the dialog.
  await session.call("eval_js", { expr: "document.activeElement.blur()" });
  const { candidates } = await session.call("find", { query: "inside" });
  const plain = await picture(session, "screenshot");
  const marked = await picture(session, "screenshot_marks", {
    candidates: [candidates[0], { ref: candidates[0].ref }, { ref: "e999" }],
  });
  expect(marked.outcome.data).toMatchObject({
    marks: [
      { index: 1, ref: candidates[0].ref, role: "button", painted: true },
      { index: 2, painted: true, name: "Inside" },
      { index: 3, ref: "e999", bbox: null, painted: false },
    ],
    mapping: { "1": candidates[0].ref, "2": candidates[0].ref, "3": "e999" },
  });
  const { x, y } = candidates[0].bbox;
  expect(marked.pixel(Math.round(x) - 1, Math.round(y) + 8)).not.toEqual(plain.pixel(Math.round(x) - 1, Math.round(y) + 8));
  const after = await picture(session, "screenshot");
  expect(after.pixel(Math.round(x) - 1, Math.round(y) + 8)).toEqual(plain.pixel(Math.round(x) - 1, Math.round(y) + 8));
  expect((await session.call("eval_js", { expr: "document.documentElement.children.length" })).value).toBe(2);
});

test("schedules end by count or time, and are refused without an end", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/schedule", page) });
  const counted = await session.call("screenshot_schedule", { everyMs: 100, count: 3, intoDir: "series" });
  expect(counted).toMatchObject({ ok: true, count: 3, warnings: [] });
  expect(path.basename(counted.paths[0])).toMatch(/^1-\d+\.png$/);
  expect(counted.paths.every(existsSync)).toBe(true);
  expect(counted.capturedAt[2]).toBeGreaterThanOrEqual(200);
  const timed = await session.call("screenshot_schedule", { everyMs: 100, durationMs: 250, format: "jpeg" });
  expect(timed.count).toBeGreaterThan(0);
  expect(timed.paths[0]).toMatch(/screenshots\/t-.*\/1-\d+\.jpg$/);
  expect(await session.call("screenshot_schedule", { everyMs: 100 })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("screenshot_schedule", { everyMs: 500, durationMs: 100 })).toMatchObject({
    ok: false,
    error: "bad-input",
  });
  expect(await session.call("screenshot_schedule", { everyMs: 100, count: 1, intoDir: "../../x" })).toMatchObject({
    ok: false,
    error: "bad-path",
  });
});

test("events take pictures while other calls go on", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/on", page) });
  const armed = session.call("screenshot_on", { trigger: "console-error", durationMs: 1500 });
  const navigations = session.call("screenshot_on", { trigger: "navigation", durationMs: 1500 });
  await session.call("eval_js", { expr: `console.error("one"); 0` });
  await session.call("navigate", { url: server.html("/on2", page) });
  const seen = await armed;
  expect(seen).toMatchObject({ ok: true, trigger: "console-error" });
  expect(seen.paths).toHaveLength(1);
  expect(existsSync(seen.paths[0])).toBe(true);
  expect((await navigations).paths.length).toBeGreaterThan(0);
});

test("regions keep their names", async ({ session }) => {
  expect(await session.call("name_region", { name: "clip_4", box: { x: 220, y: 410, width: 80, height: 32 } })).toMatchObject({
    ok: true,
  });
  expect(await session.call("region", { name: "clip_4" })).toEqual({
    ok: true,
    name: "clip_4",
    box: { x: 220, y: 410, width: 80, height: 32 },
    center: { x: 260, y: 426 },
  });
  expect(await session.call("region", { name: "nope" })).toMatchObject({
    ok: false,
    error: "not-found",
    hint: expect.stringContaining("clip_4"),
  });
});

test("a page that goes from one document to the next is pictured all the same", async ({ session, server }) => {
  const hop = `<script>setTimeout(() => (location.hostname = location.hostname === "localhost" ? "127.0.0.1" : "localhost"), 200)</script>`;
  await session.call("navigate", { url: server.html("/hopping", `<h1>Hop</h1>${hop}`), mode: "none" });
  for (const options of Array.from({ length: 4 }, () => [{}, { fullPage: true }, { scale: "css" }]).flat())
    expect(await session.call("screenshot", { ...options, timeoutMs: 60_000 }), JSON.stringify(options)).toMatchObject({ ok: true });
});
