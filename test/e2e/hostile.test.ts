/** Pages that make reading and acting hard, each from test/fixtures/hostile. */
import { expect } from "vitest";
import { engine, test, type Data, type TestSession } from "./support/session.ts";

const text = async (session: TestSession, selector: string) =>
  (await session.call("eval_js", { expr: `document.querySelector(${JSON.stringify(selector)})?.textContent ?? null` })).value;

const lines = ({ tree }: { tree: string }) => tree.split("\n").map((line) => line.trim().replace(/ \[ref=e\d+\]/, ""));

test("what a header or footer covers is scrolled out from under it", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/bars.html` });
  for (const id of ["last", "inner", "last"]) {
    expect(await session.call("click", { selector: `#${id}` }), id).toMatchObject({ ok: true });
    expect(await text(session, `#${id}`)).toBe(`${id} pressed`);
  }
});

test("areas of an image map are links at their place", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/imageMap.html` });
  expect(lines(await session.call("snapshot"))).toEqual(['img "Two halves"', 'link "Left half"', 'link "Right half"']);
  const found = await session.call("find", { query: "right half" });
  expect(await session.call("click", { ref: found.candidates[0].ref })).toMatchObject({ ok: true, navigation: { kind: "hash" } });
  expect((await session.call("eval_js", { expr: "location.hash" })).value).toBe("#right");
  const again = await session.call("find", { query: "left half" });
  expect(again.candidates[0].actionable).toBe(true);
  expect(Math.round(again.candidates[0].bbox.width)).toBe(150);
});

test("of several modal dialogs the one on top is operated, also in a shadow root", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/modals.html` });
  await session.call("click", { selector: "text=Open first" });
  await session.call("click", { selector: "text=Open second" });
  const two = lines(await session.call("snapshot"));
  expect(two).toContain('dialog "Second" [modal]');
  expect(two).toContain('dialog "First" [modal] [inert]');
  await session.call("click", { selector: "text=Close second" });
  expect(lines(await session.call("snapshot"))).toContain('dialog "First" [modal]');
  await session.call("press", { key: "Escape" });
  await session.call("click", { selector: "text=Open shadow" });
  const shadow = await session.call("snapshot");
  expect(lines(shadow)).toContain('dialog "Shadow" [modal]');
  expect(lines(shadow)).toContain('button "Open first" [inert]');
  expect(shadow.warnings.join()).toMatch(/a modal dialog is open/);
});

test("what the browser does not lay out is not read, and what takes no presses says so", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/hiddenParts.html` });
  const read = lines(await session.call("snapshot"));
  expect(read).toContain('text "Beside it"');
  expect(read.join("\n")).not.toMatch(/Found by searching|Skipped by layout/);
  expect(read).toContain('textbox "Name" [value=""]');
  expect(await session.call("click", { selector: "#name" })).toMatchObject({ ok: false, hint: expect.stringMatching(/find gives refs in all of them/) });
  const pressable = await session.call("find", { query: "looks pressable" });
  expect(pressable.candidates[0]).toMatchObject({ actionable: "covered" });
  expect(await session.call("click", { selector: "text=Looks pressable" })).toMatchObject({ ok: false, error: "covered", message: expect.stringMatching(/takes no presses: pointer-events is none/) });
  expect(await session.call("click", { selector: "text=For readers" })).toMatchObject({ ok: false, error: "covered", message: expect.stringMatching(/takes no presses: it is clipped/) });
});

test("labels stand for their controls and are not mixed with what these hold", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/labels.html` });
  expect(await session.call("click", { selector: "text=Night mode" })).toMatchObject({ ok: true, element: { checked: true } });
  await session.call("fill", { selector: "#name", value: "Ada" });
  const { element } = await session.call("fill", { selector: "#name", value: "Bob" });
  expect(element.ownerControl).toMatchObject({ label: "Name", displayTextBefore: "Name Ada", displayTextAfter: "Name Bob" });
  const words = await session.call("fill", { selector: "#age", value: "seven" });
  expect(words).toMatchObject({ ok: false, error: "bad-input", message: '"seven" is not a number, which is what spinbutton "Age" takes' });
  expect(await session.call("verify_value", { selector: "#age", value: "7" })).toMatchObject({ ok: true });
  expect(await session.call("fill", { selector: "[aria-label='In the legend']", value: "x" })).toMatchObject({ ok: true });
  const inside = await session.call("fill", { selector: "[aria-label='In the fieldset']", value: "x" });
  expect(inside).toMatchObject({ ok: false, error: "disabled", message: 'textbox "In the fieldset" is disabled' });
});

test("a field that hands the focus on does not have another one filled", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/labels.html` });
  const result = await session.call("fill", { selector: "#search", value: "x" });
  expect(result).toMatchObject({ ok: false, error: "not-editable", message: 'textbox "Search" hands the focus on to textbox "Filter", so nothing was typed' });
  expect(await session.call("verify_value", { selector: "#filter", value: "" })).toMatchObject({ ok: true });
});

test("editors of every make hold the lines they were given", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/editors.html` });
  for (const selector of ["#plain", "#model", "#only"]) {
    await session.call("fill", { selector, value: "before" });
    const { element } = await session.call("fill", { selector, value: "one\ntwo" });
    expect(element, selector).toMatchObject({ value: "one\ntwo", valueRequested: "one\ntwo" });
    expect(await session.call("verify_value", { selector, value: "one\ntwo" }), selector).toMatchObject({ ok: true });
  }
  await session.call("fill", { selector: "#code", value: "new code" });
  expect(await text(session, "#code pre")).toBe("new code");
});

test("what moves away from the pointer, or is replaced under it, is pressed or said", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/movers.html` });
  for (const id of ["shy", "runner"]) {
    expect(await session.call("click", { selector: `#${id}` }), id).toMatchObject({ ok: true });
    expect(await text(session, "#out")).toBe(`${id} pressed`);
  }
  expect(await session.call("click", { selector: "#swapped" })).toMatchObject({ ok: true, element: { stillAttached: false } });
  expect(await text(session, "#out")).toBe("swapped");
  expect((await session.call("click", { selector: "#menu" })).structure.appeared).toMatchObject([{ role: "menu", name: "Actions" }]);
});

test("a box with suggestions keeps what is chosen from them", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/suggestions.html` });
  await session.call("fill", { selector: "#city", value: "par" });
  const { element } = await session.call("choose_option", { selector: "#city", option: "Parma" });
  expect(element).toMatchObject({ value: "Parma" });
  await session.call("press", { key: "Tab" });
  expect(await session.call("verify_value", { selector: "#city", value: "Parma" })).toMatchObject({ ok: true });
});

test("rows that are recycled are found by what they say now", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/recycled.html` });
  await session.call("scroll", { selector: "#list", by: { y: 600 } });
  const { candidates } = await session.call("find", { query: "open row 22" });
  expect(candidates[0].context).toMatchObject({ rowKey: "Row 22" });
  await session.call("click", { ref: candidates[0].ref });
  expect(await text(session, "#out")).toBe("opened Row 22");
});

test("a document that a script has opened and not written is an empty page", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/opened", "<button onclick='document.open()'>Open</button>") });
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
  expect(await session.call("snapshot")).toMatchObject({ ok: true, tree: "" });
  expect(await session.call("find", { query: "open" })).toMatchObject({ candidates: [] });
  expect(await session.call("text_search", { text: "open" })).toMatchObject({ count: 0 });
  expect(await session.call("screenshot", { describe: true })).toMatchObject({ ok: true });
});

test("frames that are turned, mirrored and nested over origins are pressed where they are drawn", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/turned.html` });
  for (const name of ["Turned", "Mirrored", "Deep"]) {
    const { candidates } = await session.call("find", { query: name });
    const result = await session.call("click", { ref: candidates[0].ref });
    expect(result, name).toMatchObject({ ok: true, snapshotDelta: { tree: expect.stringContaining(`"${name.toLowerCase()} pressed"`) } });
  }
});

test("a tab that a noopener link opens has the session's device from its first script on", async ({ client, server }) => {
  const id = `noopener-${process.pid}`;
  await client.call("open_session", { session: id, mode: "incognito", engine, device: "iPhone 14" });
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: id, ...input })).data;
  server.html("/device", `<meta name=viewport content="width=device-width"><script>first = { width: innerWidth, scale: devicePixelRatio, agent: navigator.userAgent }</script>`);
  const links = [server.origin, server.otherOrigin].map((origin) => `<a href="${origin}/device" target=_blank rel=noopener>${origin}</a>`);
  await call("navigate", { url: server.html("/links", `<meta name=viewport content="width=device-width">${links.join("<br>")}`) });
  for (const origin of [server.origin, server.otherOrigin]) {
    const { structure } = await call("click", { selector: `text="${origin}"` });
    const first = await call("eval_js", { expr: "first", page: structure.newTabs[0].id });
    expect(first.value, origin).toMatchObject({ width: 390, scale: 3, agent: expect.stringContaining("iPhone") });
  }
  await call("close_session");
});

test("what a class, a style or a state brings to light is told", async ({ session, server }) => {
  await session.call("navigate", { url: `${server.origin}/hostile/revealed.html` });
  for (const [id, words] of [
    ["tab", "Shown by a class"],
    ["show", "Shown by a style"],
    ["more", "Shown by what its button says"],
  ] as const) {
    const result = await session.call("click", { selector: `#${id}` });
    expect(result.snapshotDelta, id).toMatchObject({ mode: "scoped_snapshot", tree: expect.stringContaining(words) });
  }
  expect((await session.call("click", { selector: "#tab" })).snapshotDelta).toEqual({ mode: "none" });
});

test("what the page's body loses is told", async ({ session, server }) => {
  const body = `<div id=panel>Offers <a href=#>More</a></div><script>document.currentScript.remove()</script><button onclick="panel.remove()">Close</button>`;
  await session.call("navigate", { url: server.html("/lost", `<body>${body}</body>`) });
  const { structure } = await session.call("click", { selector: "button" });
  expect(structure.removed).toEqual([{ role: "region", name: "Offers More" }]);
});
