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
  expect(await value(session, "drawn")).toBe(true);
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
