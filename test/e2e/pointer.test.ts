import { expect } from "vitest";
import { page } from "./support/page.ts";
import { engine, test, type TestSession } from "./support/session.ts";

const value = async (session: TestSession, expr: string) => (await session.call("eval_js", { expr })).value;

const recorder = (types: string) =>
  page(
    `<div id=pad style="position:absolute;left:0;top:0;width:600px;height:500px;background:#eee;touch-action:none"></div>
    <script>window.log=[];for (const type of '${types}'.split(' ')) pad.addEventListener(type, (e) => { e.preventDefault(); log.push({ type, x: Math.round(e.clientX ?? e.changedTouches?.[0]?.clientX), y: Math.round(e.clientY ?? e.changedTouches?.[0]?.clientY), buttons: e.buttons, pressure: e.pressure, kind: e.pointerType,
      touches: e.touches && [...e.touches].map((t) => [t.identifier, Math.round(t.clientX)]), changed: e.changedTouches && [...e.changedTouches].map((t) => t.identifier), trusted: e.isTrusted }) }, { passive: false })</script>`,
  );

test("drag moves a slider's handle through its pointer events", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/drag", recorder("pointerdown pointermove pointerup")), mode: "none" });
  const result = await session.call("drag", { from: { coords: { x: 50, y: 60 } }, to: { coords: { x: 250, y: 160 } }, steps: 5 });
  expect(result).toMatchObject({ ok: true, from: { x: 50, y: 60 }, to: { x: 250, y: 160 }, steps: 5, action: { type: "drag" } });
  const log = (await value(session, "log")) as { type: string; x: number; buttons: number; pressure: number }[];
  const down = log.findIndex((event) => event.type === "pointerdown");
  expect(log[down]).toMatchObject({ x: 50, y: 60, buttons: 1, pressure: 0.5, trusted: true });
  expect(log.at(-1)).toMatchObject({ type: "pointerup", x: 250, y: 160 });
  expect(log.slice(down + 1, -1).length).toBeGreaterThanOrEqual(1);
  expect(log.slice(down + 1, -1).every((event) => event.type === "pointermove" && event.buttons === 1)).toBe(true);
});

test.for([1, 12])("HTML5 drag and drop carries its data, in %i steps", async (steps, { session, server }) => {
  const body = `<div id=item draggable=true style="width:80px;height:40px;background:#9cf" ondragstart="event.dataTransfer.setData('text/plain','card 7')">Card</div>
    <div id=zone style="margin-top:150px;width:300px;height:120px;background:#efe" ondragover="event.preventDefault()" ondrop="event.preventDefault();this.textContent='got '+event.dataTransfer.getData('text/plain')">Zone</div>`;
  await session.call("navigate", { url: server.html(`/dnd-${steps}`, page(body)), mode: "none" });
  expect(await session.call("drag", { from: { selector: "#item" }, to: { selector: "#zone" }, steps })).toMatchObject({ ok: true });
  expect(await value(session, "zone.textContent")).toBe("got card 7");
});

// In Firefox an HTML5 drag ends in the frame that it began in.
test.runIf(engine === "chromium")("a drag into a frame tells what changed there", async ({ session, server }) => {
  const inner = server.html("/dnd-inner", page(`<p id=zone style="height:100px" ondragover="event.preventDefault()" ondrop="event.preventDefault();document.body.insertAdjacentHTML('beforeend','<blockquote>Wise words</blockquote><button>Edit quote</button>')">Zone</p>`));
  await session.call("navigate", { url: server.html("/dnd-outer", page(`<div id=item draggable=true style="width:80px;height:40px;background:#9cf" ondragstart="event.dataTransfer.setData('text/plain','quote')">Quote</div><iframe src="${inner}" width=400 height=300></iframe>`)), mode: "none" });
  const zone = (await session.call("find", { query: "Zone" })).candidates[0];
  const { snapshotDelta } = await session.call("drag", { from: { selector: "#item" }, to: { ref: zone.ref } });
  expect(snapshotDelta.tree).toMatch(/Wise words[^]*button "Edit quote"/);
});

test("a press at a point in a frame tells what lay and what changed there, also in a frame within", async ({ session, server }) => {
  const innermost = server.html("/press-innermost", page(`<button style="position:absolute;left:0;top:0;width:100px;height:50px" onclick="document.body.insertAdjacentHTML('beforeend','<p style=margin-top:80px role=status>Order placed</p>')">Order</button>`));
  const inner = server.html("/press-inner", page(`<iframe src="${innermost}" style="position:absolute;left:20px;top:10px;border:0;width:300px;height:200px"></iframe>`));
  await session.call("navigate", { url: server.html("/press-outer", page(`<iframe src="${inner}" style="position:absolute;left:100px;top:100px;border:0;width:400px;height:300px"></iframe>`)), mode: "none" });
  const { element, snapshotDelta } = await session.call("click", { coords: { x: 150, y: 130 } });
  expect(element.hit.before).toMatchObject({ tag: "button", text: "Order" });
  expect(snapshotDelta.tree).toContain("Order placed");
});

test("a drag that is not welcome ends without a drop, and one that is held back is none", async ({ session, server }) => {
  const body = `<div id=item draggable=true style="width:80px;height:40px;background:#9cf">Card</div><div id=held draggable=true ondragstart="event.preventDefault()" style="width:80px;height:40px;background:#fc9">Held</div>
    <div id=zone style="margin-top:100px;width:300px;height:120px;background:#efe">Zone</div>
    <script>window.log = []; for (const type of ["dragstart", "drop", "dragend"]) addEventListener(type, (e) => log.push(type + " " + e.target.id))</script>`;
  await session.call("navigate", { url: server.html("/dnd-refused", page(body)), mode: "none" });
  await session.call("drag", { from: { selector: "#held" }, to: { selector: "#zone" } });
  expect(await value(session, "log.splice(0)")).toEqual(["dragstart held"]);
  await session.call("drag", { from: { selector: "#item" }, to: { selector: "#zone" } });
  expect(await value(session, "log.splice(0)")).toEqual(["dragstart item", "dragend item"]);
});

test("preflight looks and does not drag", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/preflight", page(`<div id=edge style="width:100px;height:50px;cursor:ew-resize" onmousedown="window.pressed=1"></div>`)), mode: "none" });
  expect(await session.call("drag", { from: { selector: "#edge" }, preflight: true })).toMatchObject({ ok: true, preflight: { resizeRisk: true, point: { x: 70, y: 45 } } });
  expect(await value(session, "window.pressed ?? 0")).toBe(0);
  expect(await session.call("drag", { from: { selector: "#edge" } })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("drag", { from: { selector: "#edge", coords: { x: 1, y: 1 } }, to: { coords: { x: 9, y: 9 } } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("the mouse keeps its place and its buttons between calls", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/mouse", recorder("mousedown mousemove mouseup wheel")), mode: "none" });
  expect(await session.call("mouse_move", { coords: { x: 10, y: 20 } })).toMatchObject({ ok: true, action: "move", coords: { x: 10, y: 20 } });
  expect(await session.call("mouse_down")).toMatchObject({ ok: true, coords: { x: 10, y: 20 } });
  await session.call("mouse_move", { coords: { x: 40, y: 50 } });
  expect(await session.call("mouse_up")).toMatchObject({ coords: { x: 40, y: 50 } });
  const log = (await value(session, "log")) as { type: string; buttons: number }[];
  expect(log.map(({ type, buttons }) => `${type} ${buttons}`)).toEqual(["mousemove 0", "mousedown 1", "mousemove 1", "mouseup 0"]);
  expect(await session.call("mouse_wheel", { coords: { x: 30, y: 30 }, deltaY: 120 })).toMatchObject({ ok: true, deltaX: 0, deltaY: 120 });
  expect(await value(session, "log.at(-1).type")).toBe("wheel");
  expect(await session.call("mouse_wheel", { coords: { x: 30, y: 30 } })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("mouse_move", { coords: { x: 99_999, y: 0 } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("fingers come, move and go one by one", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/touch", recorder("touchstart touchmove touchend")), mode: "none" });
  expect(await session.call("touch_start", { coords: { x: 100, y: 100 } })).toMatchObject({ ok: true, action: "start", identifier: 1 });
  await session.call("touch_start", { coords: { x: 200, y: 100 }, identifier: 2 });
  await session.call("touch_move", { coords: { x: 120, y: 100 }, identifier: 1 });
  await session.call("touch_end", { coords: { x: 120, y: 100 }, identifier: 1 });
  expect(await session.call("touch_end")).toMatchObject({ ok: true, action: "end" });
  const log = (await value(session, "log")) as { type: string; touches: [number, number][] }[];
  // Firefox moves a finger to its place before it puts it down, and tells those that are down.
  const arrival = session.engine === "firefox" ? ["touchmove 1"] : [];
  expect(log.map(({ type, touches }) => `${type} ${touches.length}`)).toEqual(["touchstart 1", ...arrival, "touchstart 2", "touchmove 2", "touchend 1", "touchend 0"]);
});

test("pinch and swipe arrive as gesture libraries expect", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/gestures", recorder("touchstart touchmove touchend")), mode: "none" });
  expect(await session.call("gesture_pinch", { coords: { x: 300, y: 200 }, scale: 2, steps: 10 })).toMatchObject({ ok: true, scale: 2, steps: 10, startOffset: 40, endOffset: 80 });
  const pinch = (await value(session, "log.splice(0)")) as { type: string; touches: [number, number][] }[];
  const spread = pinch.filter(({ touches }) => touches.length === 2).map(({ touches }) => Math.abs(touches[0]![1] - touches[1]![1]));
  expect(spread[0]).toBe(80);
  expect(spread.at(-1)).toBe(160);
  expect(await session.call("gesture_swipe", { from: { x: 300, y: 400 }, to: { x: 300, y: 100 }, durationMs: 120, steps: 6 })).toMatchObject({ ok: true, steps: 6, durationMs: 120 });
  const swipe = (await value(session, "log")) as { type: string; y: number }[];
  expect(swipe[0]).toMatchObject({ type: "touchstart", y: 400 });
  expect(swipe.at(-1)?.type).toBe("touchend");
  const moves = swipe.filter(({ type }) => type === "touchmove").map(({ y }) => y);
  expect(moves.at(-1)).toBe(100);
});

test("gesture_chain plays a program, with one pointer or several", async ({ session, server, client }) => {
  await session.call("navigate", { url: server.html("/chain", recorder("mousedown mousemove mouseup wheel touchstart touchmove touchend")), mode: "none" });
  const one = await session.call("gesture_chain", {
    steps: [{ kind: "down", x: 10, y: 10 }, { kind: "move", x: 50, y: 50, ms: 1 }, { kind: "up", x: 50, y: 50 }, { kind: "wheel", x: 60, y: 60, deltaY: 30 }, { kind: "wait", ms: 5 }],
  });
  expect(one).toMatchObject({ ok: true, stepsExecuted: 5, warnings: [expect.stringContaining("raised to 5")] });
  const mouse = (await value(session, "log.splice(0)")) as { type: string }[];
  expect(mouse.map(({ type }) => type)).toEqual(["mousemove", "mousedown", "mousemove", "mouseup", "mousemove", "wheel"]);
  await session.call("gesture_chain", {
    steps: [
      { kind: "down", x: 100, y: 100, pointerId: 1 },
      { kind: "down", x: 200, y: 100, pointerId: 2 },
      { kind: "move", x: 90, y: 100, pointerId: 1 },
      { kind: "move", x: 220, y: 100, pointerId: 2 },
      { kind: "up", x: 90, y: 100, pointerId: 1 },
      { kind: "up", x: 220, y: 100, pointerId: 2 },
    ],
  });
  const fingers = (await value(session, "log")) as { type: string; touches: unknown[] }[];
  const together = fingers.slice(fingers.findIndex(({ touches }) => touches.length === 2));
  expect(together.filter(({ type }) => type === "touchmove").every(({ touches }) => touches.length === 2)).toBe(true);
  expect(fingers.filter(({ type }) => type !== "touchmove").map(({ type, touches }) => `${type} ${touches.length}`)).toEqual(["touchstart 1", "touchstart 2", "touchend 1", "touchend 0"]);
  await value(session, "log.splice(0)");
  // A chain that is cancelled lets go of what it holds.
  const pressed = new Promise<void>((resolve) => {
    server.route("/pressed", (_, response) => {
      response.end();
      resolve();
    });
  });
  await session.call("eval_js", { expr: "pad.addEventListener('mousedown', () => void fetch('/pressed')); 0" });
  const cancel = new AbortController();
  const cut = client.call("gesture_chain", { session: session.id, steps: [{ kind: "down", x: 10, y: 10 }, { kind: "wait", ms: 5000 }] }, { signal: cancel.signal });
  await pressed;
  cancel.abort();
  expect((await cut).data).toMatchObject({ ok: false, error: "cancelled" });
  await session.call("poll_eval", { expr: "log.some(({ type }) => type === 'mouseup')" });
  expect(((await value(session, "log")) as { type: string }[]).map(({ type }) => type)).toContain("mouseup");
  expect(await session.call("gesture_chain", { steps: Array.from({ length: 201 }, () => ({ kind: "wait", ms: 0 })) })).toMatchObject({ ok: false, code: "too-many-steps" });
  expect(await session.call("gesture_chain", { steps: [{ kind: "down", x: 1 }] })).toMatchObject({ ok: false, error: "bad-input" });
});
