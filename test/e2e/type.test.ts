import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const body = page(`<input id=line value="Hello"><input id=number type=number value=12><input id=mail type=email value="a@b"><textarea id=lines>one</textarea>
<div id=editor contenteditable>rich <b>text</b></div><label for=line><span id=label>The line</span></label><input id=secret type=password>
<form onsubmit="event.preventDefault(); sent.textContent = 'sent ' + query.value"><input id=query></form><output id=sent></output>
<input id=suggest oninput="clearTimeout(window.timer); timer = setTimeout(() => { found.textContent += '[' + suggest.value + ']' }, 20)"><output id=found></output>
<script>window.keys = []; addEventListener('keydown', ({ key, isTrusted }) => keys.push(key + (isTrusted ? '' : '?')), true)</script>`);

test("type adds at the caret of a target, or of whatever has the focus", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/type", body), mode: "none" });
  const value = async (selector: string) => (await session.call("eval_js", { expr: `(({ value, textContent }) => value ?? textContent)(document.querySelector(${JSON.stringify(selector)}))` })).value;
  const cases: [selector: string, text: string, holds: string][] = [
    ["#line", " world", "Hello world"],
    ["#number", "34", "1234"],
    ["#mail", ".org", "a@b.org"],
    ["#lines", "\ntwo\nthree", "one\ntwo\nthree"],
    ["#editor", ", naïve 🌍", "rich text, naïve 🌍"],
    ["#label", "!", "Hello world!"],
  ];
  for (const [selector, text, holds] of cases) {
    expect(await session.call("type", { selector, text }), selector).toMatchObject({ ok: true, action: { type: "type" } });
    expect(await value(selector === "#label" ? "#line" : selector), selector).toBe(holds);
  }
  // One that has the focus keeps its caret.
  await session.call("press", { selector: "#line", key: "Home" });
  await session.call("type", { selector: "#line", text: ">" });
  await session.call("type", { text: "> " });
  expect(await value("#line")).toBe(">> Hello world!");
});

test("type presses the keys of a person: for a form that is sent, a list that suggests, a password that nobody repeats", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/type", body), mode: "none" });
  const sent = await session.call("type", { selector: "#query", text: "Go", submit: true });
  expect(sent.snapshotDelta.tree).toContain("sent Go");
  expect((await session.call("eval_js", { expr: "keys.join(' ')" })).value).toBe("Shift G o Enter");
  const suggested = await session.call("type", { selector: "#suggest", text: "ab", delayMs: 150 });
  expect(suggested.snapshotDelta.tree).toContain("[a][ab]");
  expect(JSON.stringify(await session.call("type", { selector: "#secret", text: "hunter2" }))).not.toContain("hunter2");
  expect(await session.call("type", { selector: "#sent", text: "x" })).toMatchObject({ ok: false, error: "not-editable" });
  expect(await session.call("type", { selector: "#nowhere", text: "x", timeoutMs: 500 })).toMatchObject({ ok: false, error: "not-found" });
});

test("a press right after a burst of keys finds all of them taken", async ({ session, server }) => {
  const body = `<input aria-label=Draft><button>Send</button><p role=status></p><script>
let draft = ""; const field = document.querySelector("input"); const say = (how) => { document.querySelector("p").textContent = how + " " + draft.length; };
field.oninput = () => { for (const end = performance.now() + 8; performance.now() < end; ); Promise.resolve().then(() => { draft = field.value; }); };
field.onkeydown = ({ key }) => { if (key === "Enter") say("Entered"); }; document.querySelector("button").onclick = () => say("Sent");</script>`;
  await session.call("navigate", { url: server.html("/burst", page(body)), mode: "none" });
  const text = "a burst of keys that takes the page its time. ".repeat(2);
  expect(await session.call("type", { selector: "input", text })).toMatchObject({ ok: true });
  expect((await session.call("press", { key: "Enter" })).snapshotDelta.tree).toContain(`Entered ${text.length}`);
  const [typed, sent] = await Promise.all([session.call("type", { selector: "input", text }), session.call("click", { selector: "button" })]);
  expect(typed).toMatchObject({ ok: true });
  expect(sent.snapshotDelta.tree).toContain(`Sent ${2 * text.length}`);
});

test("the first key may open the field that takes the others, as in a cell of a grid", async ({ session, server }) => {
  const grid = `<div tabindex=0 id=cell role=gridcell>Old</div><script>cell.onkeydown = ({ key, target }) => {
  if (target === cell && key.length === 1) requestAnimationFrame(() => requestAnimationFrame(() => { cell.innerHTML = "<input>"; cell.firstElementChild.value = key; cell.firstElementChild.focus(); }));
  if (key === "Enter") setTimeout(() => { cell.textContent = cell.firstElementChild.value; }); };</script>`;
  await session.call("navigate", { url: server.html("/cell", page(grid)), mode: "none" });
  expect(await session.call("type", { selector: "#cell", text: "Anna", submit: true })).toMatchObject({ ok: true });
  expect((await session.call("eval_js", { expr: "cell.textContent" })).value).toBe("Anna");
});
