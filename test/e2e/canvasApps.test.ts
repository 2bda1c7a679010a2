import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { serveCanvasApp } from "./support/canvasApp.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { drover } from "./support/drover.ts";
import { page } from "./support/page.ts";
import { decodePng } from "./support/png.ts";
import { test, type Data, type TestSession } from "./support/session.ts";

/** A workspace in which the adapters are installed as a person would, and nothing else of other tests is. */
const workspace = mkdtempSync(path.join(os.tmpdir(), "drover-canvas-apps-"));
const env = { ...process.env, DROVER_WORKSPACE: workspace };
const client = new CheckedClient({ client: "sdk", env });

beforeAll(async () => {
  for (const name of ["excalidraw", "tldraw", "figma"]) {
    const { code, stderr } = await drover(["plugin", "install", `file:${path.resolve("plugins", name)}`], { env });
    expect(code, stderr).toBe(0);
  }
});

afterAll(() => {
  client.close();
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

const call = async (session: TestSession, tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: session.id, ...input })).data;

const flowChart = (fill: string) => [
  { kind: "arrow", from: "start", to: "end", text: "then" },
  { kind: "rectangle", key: "start", x: 200, y: 100, width: 180, height: 80, text: "Start here", fill },
  { kind: "ellipse", key: "end", x: 200, y: 320, width: 180, height: 80, text: "The end" },
];

describe.for([
  { name: "excalidraw", place: ".excalidraw canvas", fill: "#b2f2bb" },
  { name: "tldraw", place: ".tl-canvas", fill: "green" },
] as const)("$name, as its package has it,", ({ name, place, fill }) => {
  test("is read and drawn in by its adapter", async ({ session, server }) => {
    await session.call("navigate", { url: await serveCanvasApp(server, name), mode: "none" });
    await session.call("wait_for", { selector: place });
    const query = (op: string, args: Record<string, unknown> = {}) => call(session, "canvas_query", { adapter: name, op, args });
    expect(await query("list")).toMatchObject({ ok: true, shapes: [], total: 0, view: { zoom: 1 } });
    expect(await query("export")).toMatchObject({ ok: false, code: "empty" });

    const { created, shapes } = await query("create", { shapes: flowChart(fill) });
    const [arrow, start, end] = created.map(({ id }: Data) => id);
    expect(created).toEqual([{ id: arrow, kind: "arrow" }, { key: "start", id: start, kind: "rectangle" }, { key: "end", id: end, kind: "ellipse" }]);
    expect(shapes).toEqual([expect.objectContaining({ id: arrow, kind: "arrow", from: start, to: end, text: "then" }), expect.objectContaining({ id: start, kind: "rectangle", x: 200, y: 100, width: 180, height: 80, text: "Start here" }), expect.objectContaining({ id: end, kind: "ellipse", text: "The end" })]);
    // The arrow runs from the one to the other, whatever the application makes of its ends.
    expect(shapes[0].y).toBeGreaterThan(170);
    expect(shapes[0].y + shapes[0].height).toBeLessThan(330);

    expect((await query("list", { kind: "ellipse" })).shapes).toMatchObject([{ id: end }]);
    const found = (await query("find", { text: "START" })).shapes;
    expect(found).toMatchObject([{ id: start, screen: { width: 180, height: 80 }, inView: true }]);
    expect(await query("text")).toMatchObject({ texts: [{ id: start, text: "Start here" }, { id: arrow, text: "then" }, { id: end, text: "The end" }] });
    expect(await query("bounds", { ids: [start, end] })).toMatchObject({ bounds: [{ id: start, world: { x: 200, y: 100 } }, { id: end }], all: { world: { x: 200, y: 100, width: 180, height: 300 } } });
    const centre = { worldX: 290, worldY: 140 };
    expect(await call(session, "canvas_world_to_screen", centre)).toMatchObject({ ok: true, adapterHint: name, screenX: found[0].screen.x + 90, screenY: found[0].screen.y + 40 });

    // What is said to be there is there: the pointer meets it, and the picture shows its colour.
    await session.call("click", { coords: { x: found[0].screen.x + 20, y: found[0].screen.y + 12 } });
    expect((await query("list")).shapes.filter(({ selected }: Data) => selected)).toMatchObject([{ id: start }]);
    expect(await query("select", { ids: [arrow, end] })).toMatchObject({ ok: true, selected: expect.arrayContaining([arrow, end]) });
    expect(await query("select", { ids: [] })).toMatchObject({ ok: true, selected: [] });

    const moved = await query("move", { ids: [end], dx: 300, dy: -20 });
    expect(moved).toMatchObject({ ok: true, shapes: [{ id: end, x: 500, y: 300 }] });
    const after = (await query("list")).shapes.find(({ id }: Data) => id === arrow);
    expect(after).toMatchObject({ from: start, to: end });
    expect(after.x + after.width).toBeGreaterThan(450);
    await session.call("press", { key: "ControlOrMeta+z" });
    expect((await query("bounds", { ids: [end] })).bounds).toMatchObject([{ world: { x: 200, y: 320 } }]);
    expect(await query("move", { ids: [end], x: 210, y: 330 })).toMatchObject({ shapes: [{ x: 210, y: 330 }] });

    const picture = await query("export", { ids: [start] });
    expect(picture).toMatchObject({ ok: true, format: "png", responseId: expect.stringMatching(/^f/) });
    const { pixel, width, height } = decodePng(readFileSync(picture.path));
    expect([width, height]).toEqual([picture.width, picture.height]);
    const [red, green, blue] = pixel(Math.round(width / 2), Math.round(height * 0.75) - 4);
    expect(green).toBeGreaterThan(Math.max(red, blue));
    expect((await query("export", { format: "svg", ids: [end] })).content).toMatch(/^<svg[\s\S]*<\/svg>$/);
    expect(JSON.parse((await query("export", { format: "json" })).content)).toBeInstanceOf(Object);
    expect(await session.call("eval_js", { expr: "document.querySelectorAll('[id^=drover-export]').length" })).toMatchObject({ value: 0 });

    expect(await query("move", { ids: ["nothing"], dx: 1 })).toMatchObject({ ok: false, error: "not-found" });
    expect(await query("move", { ids: [end], dx: 1, x: 1 })).toMatchObject({ ok: false, error: "bad-input" });
    expect(await query("create", { shapes: [{ kind: "arrow", from: "nothing", to: end }] })).toMatchObject({ ok: false, error: "not-found" });
    expect(await query("create", { shapes: [{ kind: "rectangle" }] })).toMatchObject({ ok: false, error: "bad-input" });
    expect(await query("frobnicate")).toMatchObject({ ok: false, code: "no-operation", hint: expect.stringContaining("export") });
  });
});

test("an adapter says when its application is not there", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/none", page("<canvas></canvas>")), mode: "none" });
  for (const adapter of ["excalidraw", "tldraw", "figma"]) expect(await call(session, "canvas_query", { adapter, op: "list" })).toMatchObject({ ok: false, error: "refused", code: "not-on-page", hint: expect.any(String) });
  expect(await call(session, "canvas_query", { adapter: "figma", op: "go_to", args: { node: "1:2" } })).toMatchObject({ ok: false, error: "bad-input" });
  // Without the plugin there is no such adapter, whatever the page has.
  expect(await session.call("canvas_query", { adapter: "excalidraw", op: "list" })).toMatchObject({ ok: false, code: "no-adapter" });
});

/** As much of Figma's plugin API as the adapter speaks, by its documentation; Figma itself wants an account. */
const figmaStandIn = `<canvas width=400 height=300></canvas><script>
  let made = 0; const nodes = [];
  const node = (type) => { const each = { id: "1:" + ++made, type, name: type, x: 0, y: 0, w: 100, h: 100, fontName: { family: "Inter", style: "Regular" }, resize(w, h) { this.w = w; this.h = h }, get absoluteBoundingBox() { return { x: this.x, y: this.y, width: this.w, height: this.h } },
    exportAsync: async ({ format }) => format === "SVG" ? new TextEncoder().encode("<svg/>") : {} }; nodes.push(each); return each };
  window.figma = { currentPage: { selection: [], get children() { return nodes }, findAll: () => nodes }, viewport: { zoom: 2, center: { x: 50, y: 50 } }, loadFontAsync: async () => {},
    createRectangle: () => node("RECTANGLE"), createEllipse: () => node("ELLIPSE"), createPolygon: () => node("POLYGON"), createText: () => node("TEXT"), createLine: () => node("LINE") };</script>`;

test("Figma is spoken to by its plugin API where a page has it", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/figma", page(figmaStandIn)), mode: "none" });
  const query = (op: string, args: Record<string, unknown> = {}) => call(session, "canvas_query", { adapter: "figma", op, args });
  expect(await query("create", { shapes: [{ kind: "rectangle", x: 50, y: 50, width: 20, height: 10, text: "Box" }, { kind: "text", x: 0, y: 0, text: "Hello" }] })).toMatchObject({ ok: true, created: [{ id: "1:1" }, { id: "1:2" }] });
  // The middle of the canvas is the viewport's centre.
  expect(await query("find", { text: "box" })).toMatchObject({ shapes: [{ id: "1:1", kind: "rectangle", screen: { x: 220, y: 170, width: 40, height: 20 } }] });
  expect(await query("select", { ids: ["1:2"] })).toMatchObject({ selected: ["1:2"] });
  expect(await query("move", { ids: ["1:1"], dx: 5, dy: 6 })).toMatchObject({ shapes: [{ x: 55, y: 56 }] });
  expect(await query("export", { format: "svg", ids: ["1:1"] })).toMatchObject({ content: "<svg/>" });
  expect(await query("export")).toMatchObject({ ok: false, error: "bad-input" });
  expect(await query("create", { shapes: [{ kind: "arrow", from: "1:1", to: "1:2" }] })).toMatchObject({ ok: false, code: "unsupported" });
});
