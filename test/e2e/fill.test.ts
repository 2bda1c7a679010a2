import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

/** A field whose value a framework owns: it sees a change only when its own tracker differs, and puts its state back. */
const controlled = `
  <input id=controlled aria-label=Controlled><output id=state></output>
  <script>(() => {
    const input = document.getElementById('controlled'); let state = 'start'; let tracked = 'start';
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    Object.defineProperty(input, 'value', { get() { return native.get.call(this) }, set(v) { tracked = String(v); native.set.call(this, v) }, configurable: true });
    const render = () => { input.value = state; document.getElementById('state').textContent = state };
    input.addEventListener('input', () => { const now = native.get.call(input); if (now !== tracked) { tracked = now; state = now.toUpperCase(); } render() });
    render();
  })()</script>`;

const masked = `
  <input id=masked aria-label=Phone>
  <script>(() => {
    const input = document.getElementById('masked'); let digits = '';
    input.addEventListener('beforeinput', (event) => event.preventDefault());
    input.addEventListener('keydown', (event) => {
      if (/^\\d$/.test(event.key)) digits += event.key; else if (event.key === 'Backspace' || event.key === 'Delete') digits = ''; else return;
      input.value = digits.replace(/(\\d{3})(?=\\d)/g, '$1-');
    });
  })()</script>`;

test("every kind of field holds what was asked for", async ({ session, server }) => {
  const kinds: [html: string, value: string | number | boolean, held?: string][] = [
    ["<input>", "héllo 🌍"],
    ["<input value=old>", "new"],
    ["<input value=old>", ""],
    ["<input type=email>", "ada@example.com"],
    ["<input type=number>", 42, "42"],
    ["<input type=search>", "query"],
    ["<input type=date>", "2026-05-13"],
    ["<input type=time>", "14:30"],
    ["<input type=datetime-local>", "2026-05-13T14:30"],
    ["<input type=month>", "2026-05"],
    ["<input type=week>", "2026-W20"],
    ["<input type=color>", "#3366cc"],
    ["<input type=range min=0 max=10>", 7, "7"],
    ["<textarea></textarea>", "two\nlines"],
    ["<div contenteditable>old words</div>", "new words"],
    ["<select><option value=a>Alpha<option value=b>Beta</select>", "b"],
    ["<select><option value=a>Alpha<option value=b>Beta</select>", "Beta", "b"],
  ];
  const body = kinds.map(([html], index) => `<section id=k${index}>${html}</section>`).join("");
  await session.call("navigate", { url: server.html("/kinds", page(body)), mode: "none" });
  for (const [index, [html, value, held]] of kinds.entries()) {
    const result = await session.call("fill", { selector: `#k${index} > *`, value });
    expect(result, html).toMatchObject({ ok: true, element: { value: held ?? value, valueRequested: String(value) } });
  }
});

test("boxes are switched by true and false", async ({ session, server }) => {
  const body = `<label><input id=c type=checkbox> Terms</label><input id=r1 type=radio name=r checked><input id=r2 type=radio name=r>
    <input id=hidden type=checkbox style="opacity:0;position:absolute;width:1px;height:1px"><label for=hidden style="display:inline-block;padding:4px">Styled</label>
    <div id=sw role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked')!=='true')">Dark</div>`;
  await session.call("navigate", { url: server.html("/boxes", page(body)), mode: "none" });
  expect(await session.call("fill", { selector: "#c", value: true })).toMatchObject({ ok: true, element: { checked: true } });
  expect(await session.call("fill", { selector: "#c", value: true })).toMatchObject({ ok: true, element: { checked: true } });
  expect(await session.call("fill", { selector: "#c", value: false })).toMatchObject({ ok: true, element: { checked: false } });
  expect(await session.call("fill", { selector: "#r2", value: true })).toMatchObject({ ok: true, element: { checked: true } });
  expect(await session.call("fill", { selector: "#r2", value: false })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("fill", { selector: "#hidden", value: true })).toMatchObject({ ok: true, element: { checked: true } });
  expect(await session.call("fill", { selector: "#sw", value: true })).toMatchObject({ ok: true, element: { checked: true } });
  expect(await session.call("fill", { selector: "#c", value: "maybe" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("controlled and masked fields get real input", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/controlled", page(controlled + masked)), mode: "none" });
  expect(await session.call("fill", { selector: "#controlled", value: "abc" })).toMatchObject({ element: { value: "ABC", valueRequested: "abc" } });
  expect((await session.call("eval_js", { expr: "document.getElementById('state').textContent" })).value).toBe("ABC");
  expect(await session.call("fill", { selector: "#masked", value: "5551234" })).toMatchObject({ element: { value: "555-123-4" } });
});

test("text goes in with trusted input events and replaces what was there", async ({ session, server }) => {
  const body = `<input value=before><script>window.events=[];for (const type of ['focus','beforeinput','input','change']) document.querySelector('input').addEventListener(type, e => events.push(type+':'+e.isTrusted))</script>`;
  await session.call("navigate", { url: server.html("/events", page(body)), mode: "none" });
  await session.call("fill", { selector: "input", value: "after" });
  await session.call("press", { key: "Tab" });
  // Firefox has one focused window: another test's page may take the focus between the two calls, and give it back.
  const { value: events } = await session.call("eval_js", { expr: "events.filter((event, place) => place === 0 || !event.startsWith('focus'))" });
  expect(events).toEqual(["focus:true", ...[..."after"].flatMap(() => ["beforeinput:true", "input:true"]), "change:true"]);
});

test("what cannot be filled says why", async ({ session, server }) => {
  const body = `<button>B</button><input readonly id=ro><input type=file id=f><input type=date id=d><input disabled id=dis><label for=lab>Label</label><input id=lab>`;
  await session.call("navigate", { url: server.html("/unfillable", page(body)), mode: "none" });
  expect(await session.call("fill", { selector: "button", value: "x" })).toMatchObject({ ok: false, error: "not-editable" });
  expect(await session.call("fill", { selector: "#ro", value: "x" })).toMatchObject({ ok: false, error: "not-editable", message: expect.stringContaining("read-only") });
  expect(await session.call("fill", { selector: "#f", value: "x" })).toMatchObject({ ok: false, error: "not-editable", hint: expect.stringContaining("upload_file") });
  expect(await session.call("fill", { selector: "#d", value: "13.5.2026" })).toMatchObject({ ok: false, error: "bad-input", hint: expect.stringContaining("2026-05-13") });
  expect(await session.call("fill", { selector: "#dis", value: "x" })).toMatchObject({ ok: false, error: "disabled" });
  expect(await session.call("fill", { selector: "label", value: "x" })).toMatchObject({ ok: true });
  expect((await session.call("eval_js", { expr: "document.getElementById('lab').value" })).value).toBe("x");
});

test("select takes values, labels and indexes, one or several", async ({ session, server }) => {
  const options = "<option value=a>Alpha<option value=b>Beta<option value=c disabled>Gamma";
  const body = `<select id=one onchange="window.changed=(window.changed??0)+1">${options}</select><select id=many multiple>${options}</select><div id=custom role=combobox>x</div>`;
  await session.call("navigate", { url: server.html("/select", page(body)), mode: "none" });
  expect(await session.call("select", { selector: "#one", values: ["b"] })).toMatchObject({ ok: true, selected: ["b"], element: { value: "b", ownerControl: { changed: true, displayTextAfter: "Beta" } } });
  expect(await session.call("select", { selector: "#one", values: ["Alpha"] })).toMatchObject({ selected: ["a"] });
  expect(await session.call("select", { selector: "#one", values: [1] })).toMatchObject({ selected: ["b"] });
  expect((await session.call("eval_js", { expr: "changed" })).value).toBe(3);
  expect(await session.call("select", { selector: "#many", values: ["a", "Beta"] })).toMatchObject({ selected: ["a", "b"] });
  expect(await session.call("select", { selector: "#many", values: [] })).toMatchObject({ selected: [] });
  expect(await session.call("select", { selector: "#one", values: ["zzz"] })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("Alpha") });
  expect(await session.call("select", { selector: "#one", values: ["c"] })).toMatchObject({ ok: false, error: "disabled" });
  expect(await session.call("select", { selector: "#one", values: ["a", "b"] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("select", { selector: "#custom", values: ["x"] })).toMatchObject({ ok: false, error: "not-editable", hint: expect.stringContaining("choose_option") });
});

test("press sends keys and chords to the element or the page", async ({ session, server }) => {
  const body = `<input value="words here"><script>window.keys=[];addEventListener('keydown', e => keys.push([e.ctrlKey&&'ctrl',e.shiftKey&&'shift',e.key,e.code].filter(Boolean).join(' ')))</script>`;
  await session.call("navigate", { url: server.html("/press", page(body)), mode: "none" });
  await session.call("press", { selector: "input", key: "Control+A" });
  await session.call("press", { key: "x" });
  expect((await session.call("eval_js", { expr: "document.querySelector('input').value" })).value).toBe("x");
  await session.call("press", { key: "Shift+A" });
  await session.call("press", { key: "?" });
  await session.call("press", { key: "Escape" });
  const keys = (await session.call("eval_js", { expr: "keys" })).value;
  expect(keys).toEqual(["ctrl Control ControlLeft", "ctrl a KeyA", "x KeyX", "shift Shift ShiftLeft", "shift A KeyA", "shift Shift ShiftLeft", "shift ? Slash", "Escape Escape"]);
  expect((await session.call("eval_js", { expr: "document.querySelector('input').value" })).value).toBe("xA?");
  expect(await session.call("press", { key: "Nokey" })).toMatchObject({ ok: false, error: "bad-input" });
});

test("an editor is filled in a session that is not the one used last", async ({ session, fileSession, server }) => {
  const url = server.html("/behind", page(`<button>Go</button><div id=t contenteditable>old text</div><script>t.onfocus=()=>{const s=getSelection();if(s.rangeCount)s.collapseToEnd()}</script>`));
  for (const each of [session, fileSession]) await each.call("navigate", { url, mode: "none" });
  for (const each of [session, fileSession, session]) {
    await each.call("fill", { selector: "#t", value: "new text" });
    expect((await each.call("eval_js", { expr: "t.textContent" })).value).toBe("new text");
  }
});

test("whoever listens for what is typed hears every key, wherever and however it listens", async ({ session, server }) => {
  const listens = {
    "at the field": `at('input').addEventListener('keydown', hear)`,
    "above it": `document.querySelector('form').addEventListener('keyup', hear)`,
    "at the document": `document.addEventListener('keypress', hear)`,
    "at the window, as a plain function": `addEventListener('keydown', hear, true)`,
    "by a property": `document.querySelector('form').onkeydown = hear`,
    "by a property of the window": `onkeyup = hear`,
    "by an attribute": `document.querySelector('form').setAttribute('oninput', 'hear()')`,
    "before the text": `at('input').addEventListener('beforeinput', hear)`,
    "in a shadow tree": `at('input').remove(); document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '<input aria-label=Name>'; document.querySelector('p').shadowRoot.addEventListener('input', hear)`,
  };
  for (const [how, script] of Object.entries(listens)) {
    const body = `<form><p><input aria-label=Name></p></form><script>window.heard = 0; const hear = () => { heard++ }; const at = (tag) => document.querySelector(tag); ${script}</script>`;
    await session.call("navigate", { url: server.html(`/hears-${how.replace(/\W/g, "-")}`, page(body)), mode: "none" });
    await session.call("fill", { selector: "input", value: "anna" });
    const { value: heard } = await session.call("eval_js", { expr: "window.heard" });
    expect(heard, how).toBe(4);
  }
});

test("a field that nobody listens to is written at once, and is none the worse for it", async ({ session, server }) => {
  const body = `<input id=short maxlength=3><input id=count type=number value=7><textarea id=lines>old</textarea><input id=gone value=old><input id=undone value=before>
    <script>document.addEventListener('change', ({ target, isTrusted }) => { if (isTrusted) target.dataset.changed = target.value })</script>`;
  await session.call("navigate", { url: server.html("/unheard", page(body)), mode: "none" });
  const fields = { "#short": "abc", "#count": "42", "#lines": "two\nlines", "#gone": "", "#undone": "after" };
  await session.call("fill_form", { fields: Object.entries(fields).map(([selector, value]) => ({ selector, value })) });
  const held = await session.call("eval_js", { expr: "[...document.querySelectorAll('input, textarea')].map(({ value, dataset }) => [value, dataset.changed ?? ''])" });
  expect(held.value).toEqual([["abc", "abc"], ["42", "42"], ["two\nlines", "two\nlines"], ["", ""], ["after", ""]]);
  await session.call("press", { selector: "#undone", key: "ControlOrMeta+z" });
  expect(await session.call("eval_js", { expr: "document.querySelector('#undone').value" })).toMatchObject({ value: "before" });
  expect(await session.call("fill", { selector: "#short", value: "abcdef" })).toMatchObject({ ok: true, element: { value: "abc" } });
});
