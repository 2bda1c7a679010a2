import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test, type TestSession } from "./support/session.ts";

const said = async (session: TestSession) => (await session.call("eval_js", { expr: "window.said ?? null" })).value;
const say = (word: string) => `onclick="window.said='${word}'"`;

test("an element far down is scrolled into view inside every container", async ({ session, server }) => {
  const inner = `<div style="height:150px;overflow:auto"><div style="height:900px"></div><button ${say("deep")}>Deep</button></div>`;
  const url = server.html("/deep", page(`<div style="height:2000px"></div><div style="height:300px;overflow:auto"><div style="height:800px"></div>${inner}</div>`));
  await session.call("navigate", { url });
  expect(await session.call("click", { selector: "text=Deep" })).toMatchObject({ ok: true });
  expect(await said(session)).toBe("deep");
});

test("a covered element is refused and what covers it is named", async ({ session, server }) => {
  const url = server.html("/covered", page(`<button ${say("no")}>Below</button><div role=dialog aria-label="Cookie notice" style="position:fixed;inset:0;background:#fff8"></div>`));
  await session.call("navigate", { url });
  const result = await session.call("click", { selector: "button" });
  expect(result).toMatchObject({ ok: false, error: "covered", coveredBy: 'dialog "Cookie notice"', failure: { source: "app" }, action: { type: "click" } });
  expect(await said(session)).toBeNull();
});

test("force presses what is not ready, whatever lies there, and says what was not right", async ({ session, server }) => {
  const cases: [html: string, why: RegExp | undefined, heard: string | null][] = [
    [`<button ${say("ready")}>Go</button>`, undefined, "ready"],
    [`<button ${say("below")}>Go</button><div role=dialog aria-label=Notice ${say("cover")} style="position:fixed;inset:0"></div>`, /covered by dialog "Notice"/, "cover"],
    [`<button disabled ${say("disabled")}>Go</button>`, /button "Go" is disabled/, null],
    [`<button style="pointer-events:none" ${say("below")}>Go</button>`, /pointer-events is none/, null],
    [`<button style="visibility:hidden" ${say("hidden")}>Go</button>`, /visibility is hidden/, null],
  ];
  for (const [html, why, heard] of cases) {
    await session.call("navigate", { url: server.html("/force", page(html)), mode: "none" });
    const { ok, warnings } = await session.call("click", { selector: "button", force: true });
    const forced = (warnings as string[]).filter((line) => line.startsWith("Pressed all the same (force), although "));
    expect({ html, ok, forced }).toEqual({ html, ok: true, forced: why ? [expect.stringMatching(why)] : [] });
    expect(await said(session), html).toBe(heard);
  }
  await session.call("navigate", { url: server.html("/force", page(`<button style="display:none">Go</button>`)), mode: "none" });
  expect(await session.call("click", { selector: "button", force: true })).toMatchObject({ ok: false, error: "not-visible" });
});

test("an element that is not ready is refused with the reason", async ({ session, server }) => {
  const cases: [string, string, RegExp][] = [
    ["disabled", `<button disabled>Go</button>`, /button "Go" is disabled/],
    ["not-visible", `<button style="display:none">Go</button>`, /display is none/],
    ["not-visible", `<button style="width:0;height:0;padding:0;border:0;overflow:hidden"></button>`, /no size/],
    ["not-found", `<p>nothing</p>`, /nothing matches/],
    ["disabled", `<div inert><button>Go</button></div>`, /inert/],
    ["not-visible", `<button style="position:absolute;left:-500px">Go</button>`, /into view/],
  ];
  for (const [index, [error, html, message]] of cases.entries()) {
    await session.call("navigate", { url: server.html(`/refused-${index}`, page(html)) });
    const result = await session.call("click", { selector: "button" });
    expect(result, html).toMatchObject({ ok: false, error });
    expect(result.message).toMatch(message);
  }
});

test("an element that becomes ready soon is waited for", async ({ session, server }) => {
  const url = server.html("/soon", page(`<button disabled ${say("enabled")}>Go</button><script>setTimeout(()=>document.querySelector('button').disabled=false,200)</script>`));
  await session.call("navigate", { url, mode: "none" });
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
  expect(await said(session)).toBe("enabled");
});

test("shadow roots, popovers and modal dialogs are reached", async ({ session, server }) => {
  const body = `
    <x-host></x-host>
    <button popovertarget=pop>Open</button><div id=pop popover><button ${say("popover")}>In popover</button></div>
    <button id=modal onclick="dlg.showModal()">Ask</button><dialog id=dlg aria-label="Sure?"><button ${say("dialog")}>Yes</button></dialog>
    <script>customElements.define('x-host', class extends HTMLElement { constructor() { super(); const root = this.attachShadow({mode:'open'});
      root.innerHTML = '<div><button>Shadow</button></div>'; root.querySelector('button').onclick = () => window.said = 'shadow'; } });</script>`;
  await session.call("navigate", { url: server.html("/layers", page(body)) });
  await session.call("click", { selector: "text=Shadow" });
  expect(await said(session)).toBe("shadow");
  const opened = await session.call("click", { selector: "text=Open" });
  expect(opened.structure.appeared).toHaveLength(1);
  await session.call("click", { selector: "text=In popover" });
  expect(await said(session)).toBe("popover");
  const asked = await session.call("click", { selector: "#modal" });
  expect(asked.structure.appeared).toMatchObject([{ role: "dialog", name: "Sure?", ref: expect.stringMatching(/^e\d/) }]);
  expect(asked.snapshotDelta.tree).toContain('button "Yes"');
  expect(await session.call("click", { selector: "text=Shadow" })).toMatchObject({ ok: false, error: "covered" });
  await session.call("click", { selector: "text=Yes" });
  expect(await said(session)).toBe("dialog");
});

test("transforms, zoom and wrapped links are hit", async ({ session, server }) => {
  const body = `
    <div style="transform:rotate(20deg) scale(1.5);transform-origin:0 0;margin:80px"><button id=t ${say("transformed")}>T</button></div>
    <div style="zoom:2"><button id=z ${say("zoomed")}>Z</button></div>
    <p style="width:120px">Some words before <a id=w href="#x" ${say("wrapped")}>a link that wraps over several lines</a></p>`;
  await session.call("navigate", { url: server.html("/transformed", page(body)) });
  for (const [id, word] of [["t", "transformed"], ["z", "zoomed"], ["w", "wrapped"]] as const) {
    expect(await session.call("click", { selector: `#${id}` })).toMatchObject({ ok: true });
    expect(await said(session)).toBe(word);
  }
});

test("elements that move are hit or held back, never missed", async ({ session, server }) => {
  const body = `
    <style>@keyframes slide { from { transform: translateX(0) } to { transform: translateX(400px) } } #css { animation: slide 400ms linear forwards }</style>
    <button id=css ${say("animated")}>Slides</button>
    <div style="position:relative;height:100px" onclick="window.wrong=(window.wrong??0)+1"><button id=js style="position:absolute;left:0" onclick="event.stopPropagation();window.said='moving'">Runs</button></div>
    <script>let t=0;(function move(){ document.getElementById('js').style.left=(200+150*Math.sin(t+=0.03))+'px'; requestAnimationFrame(move); })()</script>`;
  await session.call("navigate", { url: server.html("/moving", page(body)), mode: "none" });
  expect(await session.call("click", { selector: "#css" })).toMatchObject({ ok: true });
  expect(await said(session)).toBe("animated");
  const result = await session.call("click", { selector: "#js" });
  if (result.ok) expect(await said(session)).toBe("moving");
  else expect(result.error).toBe("covered");
  expect((await session.call("eval_js", { expr: "window.wrong ?? 0" })).value).toBe(0);
});

test("a press that would land on something else is held back, and the page does not hear of it", async ({ session, server }) => {
  const heard = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
  const body = `
    <button id=pay onclick="window.paid=true">Pay</button>
    <div id=trap style="position:fixed;inset:0;display:none">Subscribe!</div>
    <script>
      window.heard = [];
      for (const type of ${JSON.stringify(heard)}) document.addEventListener(type, () => heard.push(type), true);
      addEventListener('mousemove', () => { trap.style.display = 'block' });
    </script>`;
  await session.call("navigate", { url: server.html("/trap", page(body)), mode: "none" });
  expect(await session.call("click", { selector: "#pay" })).toMatchObject({ ok: false, error: "covered", coveredBy: expect.stringContaining("trap") });
  expect((await session.call("eval_js", { expr: "({ heard, paid: window.paid ?? false })" })).value).toEqual({ heard: [], paid: false });
});

test("a press that something swallowed for a moment is aimed anew", async ({ session, server }) => {
  const body = `
    <button id=pay ${say("paid")}>Pay</button>
    <div id=trap style="position:fixed;inset:0;display:none" onclick="window.wrong=true">Subscribe!</div>
    <script>addEventListener('mousemove', () => { trap.style.display = 'block'; setTimeout(() => trap.remove(), 50) }, { once: true })</script>`;
  await session.call("navigate", { url: server.html("/shortTrap", page(body)), mode: "none" });
  expect(await session.call("click", { selector: "#pay" })).toMatchObject({ ok: true });
  expect(await said(session)).toBe("paid");
  expect((await session.call("eval_js", { expr: "window.wrong ?? false" })).value).toBe(false);
});

test("frames of the same and of another origin are acted in", async ({ session, server }) => {
  const inner = (name: string) => page(`<div style="height:600px"></div><button onclick="this.textContent='${name} done';parent.postMessage('${name}','*')">${name}</button><input aria-label="${name} field">`);
  server.html("/inner-same", inner("same"));
  server.html("/inner-other", inner("other"));
  const frame = (src: string) => `<iframe src="${src}" style="width:300px;height:150px;border:5px solid;padding:7px;margin:900px 0 20px 40px"></iframe>`;
  const url = server.html("/frames", page(`${frame("/inner-same")}${frame(`${server.otherOrigin}/inner-other`)}<script>window.heard=[];onmessage=e=>heard.push(e.data)</script>`));
  await session.call("navigate", { url });
  for (const name of ["same", "other"]) {
    const { candidates } = await session.call("find", { query: `${name} button` });
    const clicked = await session.call("click", { ref: candidates[0].ref });
    expect(clicked).toMatchObject({ ok: true });
    expect(clicked.snapshotDelta.tree).toContain(`button "${name} done"`);
    const field = (await session.call("find", { query: `${name} field textbox` })).candidates[0].ref;
    expect(await session.call("fill", { ref: field, value: `in ${name}` })).toMatchObject({ ok: true, element: { value: `in ${name}` } });
  }
  expect((await session.call("eval_js", { expr: "heard" })).value).toEqual(["same", "other"]);
});

test("something over a frame is named", async ({ session, server }) => {
  server.html("/inner-covered", page(`<button>Inside</button>`));
  const url = server.html("/frame-covered", page(`<iframe src="/inner-covered"></iframe><div role=dialog aria-label="Banner" style="position:fixed;inset:0"></div>`));
  await session.call("navigate", { url });
  const { candidates } = await session.call("find", { query: "Inside button" });
  expect(await session.call("click", { ref: candidates[0].ref })).toMatchObject({ ok: false, error: "covered", coveredBy: 'dialog "Banner"' });
});

test("a ref whose element went away is refused, never replaced by another", async ({ session, server }) => {
  const url = server.html("/gone", page(`<ul><li><button ${say("a")}>A</button></li><li><button ${say("b")}>B</button></li></ul>`));
  await session.call("navigate", { url });
  const { candidates } = await session.call("find", { query: "A button" });
  const { ref } = candidates[0];
  await session.call("eval_js", { expr: "document.querySelector('li').remove()" });
  expect(await session.call("click", { ref })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await session.call("click", { ref: "e99999" })).toMatchObject({ ok: false, error: "ref-gone" });
  expect(await said(session)).toBeNull();
});

test("a selector that matches several acts on the first visible one and says so", async ({ session, server }) => {
  const url = server.html("/several", page(`<button hidden ${say("hidden")}>X</button><button ${say("first")}>X</button><button ${say("second")}>X</button>`));
  await session.call("navigate", { url });
  const result = await session.call("click", { selector: "button" });
  expect(await said(session)).toBe("first");
  expect(result.warnings.join()).toContain("2 visible elements");
});

test("a target given twice, not at all, or outside of the viewport is refused", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/targets", page(`<button>X</button>`)) });
  expect(await session.call("click", { ref: "e1", selector: "button" })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("twice") });
  expect(await session.call("click", {})).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("no target") });
  expect(await session.call("click", { coords: { x: 5000, y: 10 } })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("viewport") });
  expect(await session.call("click", { coords: { x: -1, y: 10 } })).toMatchObject({ ok: false, error: "bad-input" });
});

test("a click at a point tells what lay there", async ({ session, server }) => {
  const url = server.html("/point", page(`<div style="position:absolute;left:100px;top:100px;width:50px;height:50px;background:red" onclick="this.textContent='hit'">wait</div>`));
  await session.call("navigate", { url });
  const result = await session.call("click", { coords: { x: 120, y: 120 } });
  expect(result.element.hit).toMatchObject({ before: { tag: "div", text: "wait" }, after: { text: "hit" }, focusChanged: false });
});

test("the right and the middle button arrive", async ({ session, server }) => {
  const url = server.html("/buttons", page(`<button oncontextmenu="event.preventDefault();window.said='context'" onauxclick="if(event.button===1)window.said='middle'">X</button>`));
  await session.call("navigate", { url });
  await session.call("click", { selector: "button", button: "right" });
  expect(await said(session)).toBe("context");
  await session.call("click", { selector: "button", button: "middle" });
  expect(await said(session)).toBe("middle");
});
