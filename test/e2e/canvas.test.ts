import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { decodePng } from "./support/png.ts";
import { page } from "./support/page.ts";
import { test, type Data, type TestSession } from "./support/session.ts";

const show = (session: TestSession, url: string) => session.call("navigate", { url, mode: "none" });
const value = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr })).value;
const pixel = ({ path, width }: Data, x: number, y: number) => [...readFileSync(path).subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];

const flat = `<canvas id=board width=200 height=120 style="border:0"></canvas>
  <script>const c = board.getContext("2d"); c.fillStyle = "rgb(200,30,40)"; c.fillRect(0, 0, 200, 120); c.fillStyle = "rgba(0,0,255,.5)"; c.clearRect(0, 0, 10, 10); c.fillRect(0, 0, 10, 10);</script>`;

/** Draws one colour in the upper half and another in the lower one: once, or with every frame. */
const glPage = (kind: "webgl" | "webgl2", loop: boolean, preserve = false) => `<canvas id=gl width=80 height=40></canvas><script>
  const g = gl.getContext("${kind}", { preserveDrawingBuffer: ${preserve}, antialias: false });
  const draw = () => { g.enable(g.SCISSOR_TEST);
    g.scissor(0, 20, 80, 20); g.clearColor(1, 0, 0, 1); g.clear(g.COLOR_BUFFER_BIT);
    g.scissor(0, 0, 80, 20); g.clearColor(0, 0, 1, 1); g.clear(g.COLOR_BUFFER_BIT); ${loop ? "requestAnimationFrame(draw);" : ""} };
  if (g) draw(); window.drawn = !!g;</script>`;

test("a canvas is captured as a picture and as pixels, and answered with by id", async ({ session, server }) => {
  await show(session, server.html("/flat", page(flat)));
  const png = await session.call("canvas_capture", { selector: "#board", format: "png" });
  expect(png).toMatchObject({ ok: true, format: "png", width: 200, height: 120, context: "2d", source: "canvas", box: { x: 20, y: 20, width: 200, height: 120 } });
  expect(png.contentBase64).toBeUndefined();
  expect(decodePng(readFileSync(png.path)).pixel(100, 60)).toEqual([200, 30, 40]);
  expect(await session.call("file_get", { file: png.responseId, pathOnly: true })).toMatchObject({ ok: true, path: png.path, kind: "canvas", session: session.id });
  const raw = await session.call("canvas_capture", { format: "2d-imagedata", inline: true });
  expect(raw).toMatchObject({ ok: true, width: 200, height: 120, channelCount: 4, byteLength: 200 * 120 * 4 });
  expect(Buffer.from(raw.contentBase64, "base64")).toEqual(readFileSync(raw.path));
  expect(pixel(raw, 100, 60)).toEqual([200, 30, 40, 255]);
  expect(pixel(raw, 5, 5)).toEqual(await value(session, "[...c.getImageData(5, 5, 1, 1).data]"));
  const { images } = await session.outcome("canvas_capture", { image: true });
  expect(images).toHaveLength(1);
});

test.for([
  ["webgl", true, false, "canvas"],
  ["webgl2", true, false, "canvas"],
  ["webgl", false, true, "canvas"],
  ["webgl2", false, false, "picture"],
] as const)("%s is read though it keeps nothing (drawn anew: %s, kept: %s)", async ([kind, loop, preserve, source], { session, server }) => {
  await show(session, server.html(`/gl-${kind}-${loop}-${preserve}`, page(glPage(kind, loop, preserve))));
  if (session.engine === "firefox" && !(await value(session, "drawn"))) {
    // Firefox has no WebGL on a machine without a graphics card.
    expect(await session.call("canvas_capture", { format: "webgl-framebuffer" })).toMatchObject({ ok: false, error: "bad-input", code: "not-webgl", hint: expect.stringContaining("console") });
    expect(await session.call("canvas_capture")).toMatchObject({ ok: true, context: "none" });
    return;
  }
  const shot = await session.call("canvas_capture", { format: "png" });
  expect(shot).toMatchObject({ ok: true, width: 80, height: 40, context: kind, source });
  expect(decodePng(readFileSync(shot.path)).pixel(40, 5)).toEqual([255, 0, 0]);
  const raw = await session.call("canvas_capture", { format: "webgl-framebuffer" });
  expect(raw).toMatchObject({ ok: true, isWebGL: true, channelCount: 4, source });
  expect(pixel(raw, 40, 5)).toEqual([255, 0, 0, 255]);
  expect(pixel(raw, 40, 35)).toEqual([0, 0, 255, 255]);
});

test("a canvas that a worker draws is captured", async ({ session, server }) => {
  const worker = `onmessage = ({ data }) => { const c = data.getContext("2d"); const draw = () => { c.fillStyle = "rgb(10,200,30)"; c.fillRect(0, 0, 60, 60); requestAnimationFrame(draw) }; draw(); postMessage("drawn") }`;
  await show(session, server.html("/offscreen", page(`<canvas id=far width=60 height=60></canvas><script>const w = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
    const off = far.transferControlToOffscreen(); w.onmessage = () => requestAnimationFrame(() => requestAnimationFrame(() => document.title = "drawn")); w.postMessage(off, [off])</script>`)));
  await session.call("poll_eval", { expr: "document.title === 'drawn'" });
  const shot = await session.call("canvas_capture");
  expect(shot).toMatchObject({ ok: true, context: "offscreen", width: 60, height: 60 });
  expect(decodePng(readFileSync(shot.path)).pixel(30, 30)).toEqual([10, 200, 30]);
});

test("what no page may read is pictured instead", async ({ session, server }) => {
  const source = server.route("/taint.svg", (_, response) => {
    response.setHeader("content-type", "image/svg+xml");
    response.end(`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60" fill="rgb(0,128,0)"/></svg>`);
  });
  const foreign = source.replace(server.origin, server.otherOrigin);
  const body = (style: string) => `<canvas id=t width=60 height=60 style="${style}"></canvas><script>const i = new Image(); i.onload = () => { t.getContext("2d").drawImage(i, 0, 0); document.title = "drawn" }; i.src = ${JSON.stringify(foreign)}</script>`;
  await show(session, server.html("/tainted", page(body(""))));
  await session.call("poll_eval", { expr: "document.title === 'drawn'" });
  const shot = await session.call("canvas_capture");
  expect(shot).toMatchObject({ ok: true, source: "picture", width: 60, height: 60, warnings: [expect.stringContaining("another origin")] });
  expect(decodePng(readFileSync(shot.path)).pixel(30, 30)).toEqual([0, 128, 0]);
  expect(pixel(await session.call("canvas_capture", { format: "2d-imagedata" }), 30, 30)).toEqual([0, 128, 0, 255]);
  await show(session, server.html("/tainted-hidden", page(body("display:none"))));
  await session.call("poll_eval", { expr: "document.title === 'drawn'" });
  expect(await session.call("canvas_capture")).toMatchObject({ ok: false, error: "refused", code: "taint-or-encode" });
  expect(await session.call("canvas_capture", { format: "2d-imagedata" })).toMatchObject({ ok: false, code: "taint-or-read" });
});

test("the first canvas may be in a frame of another origin", async ({ session, server }) => {
  const inner = server.html("/inner", page(flat)).replace(server.origin, server.otherOrigin);
  await show(session, server.html("/outer", page(`<iframe src="${inner}" width=300 height=200 style="border:0;margin:30px"></iframe>`)));
  await session.call("wait_for", { selector: "#board", frame: "f1" });
  const shot = await session.call("canvas_capture");
  expect(shot).toMatchObject({ ok: true, source: "canvas", frame: "f1", box: { x: 70, y: 70, width: 200, height: 120 } });
  expect(decodePng(readFileSync(shot.path)).pixel(100, 60)).toEqual([200, 30, 40]);
});

test("a canvas that cannot be captured is refused with the reason, and left as it is", async ({ session, server }) => {
  await show(session, server.html("/refused", page(`<p id=p>text</p><canvas id=huge width=20000 height=20000></canvas><canvas id=none width=0 height=50></canvas><canvas id=wide width=16000 height=4000></canvas>
    <canvas id=idle width=30 height=30></canvas><canvas id=flat width=30 height=30></canvas><script>flat.getContext("2d")</script>`)));
  expect(await session.call("canvas_capture", { selector: "#huge" })).toMatchObject({ ok: false, error: "too-large", code: "too-large", message: expect.stringContaining("20000×20000") });
  expect(await session.call("canvas_capture", { selector: "#none" })).toMatchObject({ ok: false, error: "refused", code: "zero-size" });
  expect(await session.call("canvas_capture", { selector: "#wide", format: "2d-imagedata" })).toMatchObject({ ok: false, error: "too-large", hint: expect.stringContaining("png") });
  expect(await session.call("canvas_capture", { selector: "#p" })).toMatchObject({ ok: false, error: "bad-input", code: "not-a-canvas" });
  expect(await session.call("canvas_capture", { selector: "#gone" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("canvas_capture", { ref: "e999" })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await session.call("canvas_capture", { selector: "#flat", format: "webgl-framebuffer" })).toMatchObject({ ok: false, error: "bad-input", code: "not-webgl" });
  expect(await session.call("canvas_capture", { selector: "#idle", format: "webgl-framebuffer" })).toMatchObject({ ok: false, code: "not-webgl" });
  expect(await session.call("canvas_capture", { selector: "#idle" })).toMatchObject({ ok: true, context: "none" });
  // Looking has given it no context: the page may still choose.
  expect(await value(session, "!!idle.getContext('2d') || !!idle.getContext('webgl')")).toBe(true);
  await show(session, server.html("/empty", page("<p>no canvas</p>")));
  expect(await session.call("canvas_capture")).toMatchObject({ ok: false, error: "not-found", code: "no-canvas" });
});

test("canvas_diff tells how much changed and where, of pixels and of pictures", async ({ session, server }) => {
  await show(session, server.html("/diff", page(flat)));
  const [raw, png] = [await session.call("canvas_capture", { format: "2d-imagedata" }), await session.call("canvas_capture")];
  expect(await session.call("canvas_diff", { before: raw.responseId, after: png.responseId })).toMatchObject({ ok: true, changedPixelCount: 0, changedBytes: 0, percentageChanged: 0, bboxOfChanges: null, regions: [], warnings: [] });
  await session.call("eval_js", { expr: `c.fillStyle = "rgb(200,30,50)"; c.fillRect(20, 30, 10, 5); c.fillRect(150, 90, 4, 4)` });
  const later = await session.call("canvas_capture", { format: "2d-imagedata" });
  const told = { ok: true, changedPixelCount: 66, changedBytes: 660, percentageChanged: 0.275, bboxOfChanges: { x: 20, y: 30, w: 134, h: 64 }, regionCount: 2, regions: [{ x: 20, y: 30, w: 10, h: 5, pixels: 50 }, { x: 150, y: 90, w: 4, h: 4, pixels: 16 }] };
  const byId = await session.call("canvas_diff", { before: raw.responseId, after: later.responseId });
  expect(byId).toMatchObject(told);
  expect(decodePng(readFileSync(byId.diffPath)).pixel(22, 32)).toEqual([230, 0, 30]);
  expect(await session.call("canvas_diff", { before: png.path, after: (await session.call("canvas_capture")).path })).toMatchObject(told);
  const bytes = { beforeBase64: readFileSync(raw.path).toString("base64"), afterBase64: readFileSync(later.path).toString("base64") };
  expect(await session.call("canvas_diff", { ...bytes, width: 200, height: 120 })).toMatchObject(told);
  // A region that reaches over the edge is cut; one beyond it compares nothing.
  expect(await session.call("canvas_diff", { before: raw.responseId, after: later.responseId, region: { x: 140, y: 80, w: 500, h: 500 } })).toMatchObject({ changedPixelCount: 16, percentageChanged: 0.6667, bboxOfChanges: { x: 150, y: 90, w: 4, h: 4 } });
  expect(await session.call("canvas_diff", { before: raw.responseId, after: later.responseId, region: { x: 900, y: 0, w: 5, h: 5 } })).toMatchObject({ changedPixelCount: 0, warnings: [expect.stringContaining("outside")] });
  expect(await session.call("canvas_diff", { before: raw.responseId, after: later.responseId, threshold: 0.1 })).toMatchObject({ changedPixelCount: 0 });
  expect(await session.call("canvas_diff", bytes)).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("width") });
  expect(await session.call("canvas_diff", { ...bytes, width: 100, height: 120 })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("96000 bytes") });
  expect(await session.call("canvas_diff", { ...bytes, inputFormat: "png" })).toMatchObject({ ok: false, message: expect.stringContaining("not a PNG") });
  expect(await session.call("canvas_diff", { before: raw.responseId })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("canvas_diff", { before: "f000000000", after: raw.responseId })).toMatchObject({ ok: false, error: "not-found" });
});

test("points go from world to screen and back by transform, and by what a page's globals tell", async ({ session, server }) => {
  const transform = { scale: 2.5, panX: 10, panY: -4, originX: 7 };
  expect(await session.call("canvas_world_to_screen", { worldX: 100, worldY: 50, transform })).toMatchObject({ ok: true, screenX: 282, screenY: 115 });
  expect(await session.call("canvas_screen_to_world", { screenX: 282, screenY: 115, transform })).toMatchObject({ ok: true, worldX: 100, worldY: 50 });
  expect(await session.call("canvas_screen_to_world", { screenX: 1, screenY: 1, transform: { scale: 0, panX: 0, panY: 0 } })).toMatchObject({ ok: false, error: "bad-input" });
  await show(session, server.html("/globals", page(`<canvas id=board width=200 height=100></canvas>`)));
  expect(await session.call("canvas_world_to_screen", { worldX: 1, worldY: 1 })).toMatchObject({ ok: false, code: "no-transform", message: "no transform discoverable - pass transform explicitly OR use a canvas-app adapter plugin" });
  const found = async (app: string) => {
    await session.call("eval_js", { expr: `window.app = ${app}; 0` });
    return session.call("canvas_world_to_screen", { worldX: 10, worldY: 20 });
  };
  const guess = { ok: true, warnings: [expect.stringContaining("HEURISTIC")] };
  expect(await found("{ viewport: { zoom: 2, center: { x: 10, y: 0 } } }")).toMatchObject({ ...guess, adapterHint: "figma", screenX: 120, screenY: 110 });
  expect(await found("{ scale: 3, offset: { x: 1, y: 2 } }")).toMatchObject({ ...guess, adapterHint: "tldraw", screenX: 53, screenY: 86, transformDiscovered: { scale: 3 } });
  expect(await found("{ transform: { matrix: [0, 2, -2, 0, 5, 6] } }")).toMatchObject({ ...guess, adapterHint: "generic", screenX: -15, screenY: 46 });
  expect(await session.call("canvas_screen_to_world", { screenX: -15, screenY: 46 })).toMatchObject({ worldX: 10, worldY: 20 });
});

/** Pans with the middle button, draws with the left one, and takes that back with Control+Z. */
const painter = `<canvas id=board width=600 height=400 style="border:0"></canvas><script>
  const c = board.getContext("2d"); let pan = { x: 0, y: 0 }, strokes = [], held, gain = 1.5;
  const draw = () => { c.setTransform(1, 0, 0, 1, 0, 0); c.fillStyle = "#fff"; c.fillRect(0, 0, 600, 400); c.translate(pan.x, pan.y); c.fillStyle = "#000";
    for (let i = 0; i < 40; i++) { c.fillStyle = "hsl(" + i * 37 + " 80% 40%)"; c.fillRect((i * 97) % 560, (i * 61) % 360, 18 + i % 7, 14 + i % 5) }
    c.lineWidth = 12; for (const [a, b] of strokes) { c.beginPath(); c.moveTo(...a); c.lineTo(...b); c.stroke() } };
  board.onpointerdown = (e) => held = { x: e.offsetX, y: e.offsetY, button: e.button };
  board.onpointermove = (e) => { if (held?.button !== 1) return; pan = { x: pan.x + (e.offsetX - held.x) * gain, y: pan.y + (e.offsetY - held.y) * gain }; held = { ...held, x: e.offsetX, y: e.offsetY }; requestAnimationFrame(draw) };
  board.onpointerup = (e) => { if (held?.button === 0) { strokes.push([[held.x, held.y], [e.offsetX, e.offsetY]]); requestAnimationFrame(draw) } held = undefined };
  addEventListener("keydown", (e) => { if (e.ctrlKey && e.key === "z") { strokes.pop(); requestAnimationFrame(draw) } });
  draw();</script>`;

test("a transform that nothing tells is measured by a probe, which is undone", async ({ session, server }) => {
  await show(session, server.html("/painter", page(painter)));
  const before = await session.call("canvas_capture");
  const measured = await session.call("canvas_world_to_screen", { worldX: 100, worldY: 40, measure: "middle-drag" });
  expect(measured).toMatchObject({ ok: true, probe: { moved: { x: 64, y: 44 }, shifted: { x: 96, y: 66 }, undone: true }, transformMeasured: { scale: 1.5, originX: 20, originY: 20 }, screenX: 170, screenY: 80 });
  const drawn = await session.call("canvas_world_to_screen", { worldX: 0, worldY: 0, measure: "drag" });
  expect(drawn).toMatchObject({ ok: false, code: "no-transform", undone: true, hint: expect.stringContaining("wheel") });
  expect(await session.call("canvas_world_to_screen", { worldX: 0, worldY: 0, measure: "wheel" })).toMatchObject({ ok: false, code: "no-transform" });
  expect(await session.call("canvas_diff", { before: before.responseId, after: (await session.call("canvas_capture")).responseId })).toMatchObject({ changedPixelCount: 0 });
});

test("a question to an adapter that is not there names what is missing", async ({ session }) => {
  expect(await session.call("canvas_query", { adapter: "penpot", op: "list" })).toMatchObject({ ok: false, code: "no-adapter", requestedAdapter: "penpot", requestedOp: "list", message: expect.stringContaining("no canvas adapter registered for penpot") });
});
