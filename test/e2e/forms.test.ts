import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { page } from "./support/page.ts";
import { test } from "./support/session.ts";

const form = `<form onsubmit="event.preventDefault();document.querySelector('output').textContent=JSON.stringify(Object.fromEntries(new FormData(this)))">
  <label>First <input name=first></label><label>Last <input name=last></label><label><input type=checkbox name=terms> Terms</label>
  <select name=team><option value=a>Alpha<option value=b>Beta</select><button>Save</button></form><output></output>`;

test("fill_form fills everything, submits, and probes each field", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/form", page(form)), mode: "none" });
  const result = await session.call("fill_form", {
    fields: [
      { selector: "[name=first]", value: "Ada" },
      { selector: "[name=last]", value: "Lovelace" },
      { selector: "[name=terms]", value: true },
      { selector: "[name=team]", value: "Beta" },
    ],
    submit: { selector: "button" },
  });
  expect(result).toMatchObject({ ok: true, action: { type: "fillForm", value: "4 fields +submit" }, element: { stillAttached: true, focused: true } });
  expect(result.elements).toHaveLength(5);
  expect(result.elements.slice(0, 4)).toMatchObject([{ value: "Ada", valueRequested: "Ada" }, { value: "Lovelace" }, { checked: true }, { value: "b" }]);
  expect(JSON.parse((await session.call("eval_js", { expr: "document.querySelector('output').textContent" })).value)).toEqual({ first: "Ada", last: "Lovelace", terms: "on", team: "b" });
  expect(result.structure.appeared).toMatchObject([{ role: "status" }]);
});

test("fill_form writes nothing when a target is missing", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/form-missing", page(form)), mode: "none" });
  const fields = [{ selector: "[name=first]", value: "Ada" }, { ref: "e999", value: "x" }, { selector: "#nowhere", value: "y" }];
  const result = await session.call("fill_form", { fields, submit: { selector: "button" } });
  expect(result).toMatchObject({
    ok: false,
    error: "ref-gone",
    action: { type: "fillForm", value: "3 fields +submit" },
    fieldResolution: [{ index: 0, ok: true }, { index: 1, targetSummary: "ref=e999", ok: false, error: expect.any(String) }, { index: 2, ok: false }, { index: 3, ok: true }],
    navigation: { changed: false },
  });
  expect(result.message).toContain("nothing was typed");
  expect((await session.call("eval_js", { expr: "document.querySelector('[name=first]').value" })).value).toBe("");
});

test("fill_form stops at the first field that cannot be filled", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/form-stops", page(form.replace("name=last", "name=last readonly"))), mode: "none" });
  const result = await session.call("fill_form", {
    fields: [{ selector: "[name=first]", value: "Ada" }, { selector: "[name=last]", value: "x" }, { selector: "[name=team]", value: "b" }],
    submit: { selector: "button" },
  });
  expect(result).toMatchObject({ ok: false, error: "not-editable", fillFailure: { atIndex: 1, skipped: [2] } });
  expect(result.elements).toMatchObject([{ value: "Ada" }, { value: "" }]);
  expect((await session.call("eval_js", { expr: "document.querySelector('output').textContent" })).value).toBe("");
});

const combobox = `
  <label id=l>Department</label><div role=combobox id=c aria-labelledby=l aria-expanded=false aria-controls=list tabindex=0>Select…</div>
  <button id=plain>Pick a colour</button>
  <script>
    c.onclick = () => { if (c.getAttribute('aria-expanded') === 'true') return; c.setAttribute('aria-expanded', 'true');
      const list = document.createElement('div'); list.id = 'list'; list.setAttribute('role','listbox'); list.style.cssText='height:60px;overflow:auto';
      setTimeout(() => { for (const name of ['Design','Engineering','Engineering Ops','Sales','Support','Zoology']) { const o=document.createElement('div'); o.setAttribute('role','option'); o.textContent=name;
        o.onclick=()=>{c.textContent=name;c.setAttribute('aria-expanded','false');list.remove()}; list.append(o) } }, 60);
      document.body.append(list) };
    plain.onclick = () => { const pop=document.createElement('div'); for (const name of ['Red','Green']) { const s=document.createElement('span'); s.textContent=name; s.style.display='block'; s.onclick=()=>{plain.textContent=name;pop.remove()}; pop.append(s) } document.body.append(pop) };
  </script><p>Engineering is a word on this page. Green too.</p>`;

test("choose_option opens a list, finds the text and tells what the control shows", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/combobox", page(combobox)), mode: "none" });
  expect(await session.call("choose_option", { selector: "#c", option: "Engineering" })).toMatchObject({
    ok: true,
    element: { ownerControl: { label: "Department", displayTextBefore: "Select…", displayTextAfter: "Engineering", changed: true } },
  });
  expect(await session.call("choose_option", { selector: "#c", option: "zoo", exact: false })).toMatchObject({ ok: true, element: { ownerControl: { displayTextAfter: "Zoology" } } });
  expect(await session.call("choose_option", { selector: "#plain", option: "Green" })).toMatchObject({ ok: true, element: { ownerControl: { displayTextAfter: "Green" } } });
  const missing = await session.call("choose_option", { selector: "#c", option: "Nothing" });
  expect(missing).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("Engineering Ops") });
  expect(await session.call("choose_option", { selector: "#c", option: "eng", exact: false })).toMatchObject({ ok: false, error: "ambiguous" });
});

test("double_click arrives as one", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/double", page(`<button ondblclick="this.textContent='twice '+event.detail">Press</button>`)), mode: "none" });
  expect((await session.call("double_click", { selector: "button" })).snapshotDelta.tree).toContain("twice 2");
  expect(await session.call("double_click", { target: { coords: { x: 30, y: 30 } } })).toMatchObject({ ok: true, element: { hit: { before: { tag: "button" } } } });
});

test("shortcut tells whether the app reacted", async ({ session, server }) => {
  const body = `<input id=a value="some words"><input id=b><script>addEventListener('keydown', e => { if (e.ctrlKey && e.key==='k') { e.preventDefault(); document.title='palette' } })</script>`;
  await session.call("navigate", { url: server.html("/shortcut", page(body)), mode: "none" });
  expect(await session.call("shortcut", { keys: "Control+K" })).toMatchObject({ ok: true, keys: ["Control+K"], handled: true, events: [{ type: "keydown", key: "Control" }, { type: "keydown", key: "k", defaultPrevented: true }] });
  expect(await session.call("shortcut", { keys: "Control+J" })).toMatchObject({ handled: false });
  const copied = await session.call("shortcut", { keys: ["Control+A", "Control+C"], selector: "#a" });
  expect(copied).toMatchObject({ handled: true, activeElement: "input#a", clipboard: { text: "some words" } });
  const pasted = await session.call("shortcut", { keys: "Control+V", selector: "#b" });
  expect(pasted.events.map((event: { type: string }) => event.type)).toContain("paste");
  expect((await session.call("eval_js", { expr: "b.value" })).value).toBe("some words");
});

test("two sessions do not paste each other's words", async ({ session, client, server }) => {
  const url = server.html("/clipboards", page(`<input id=a value="first"><input id=b>`));
  const other = `${session.id}-other`;
  const inOther = async (tool: string, input: object) => (await client.call(tool, { session: other, ...input })).data as { value?: unknown };
  await client.call("open_session", { session: other, mode: "incognito", engine: session.engine });
  await session.call("navigate", { url, mode: "none" });
  await inOther("navigate", { url, mode: "none" });
  await inOther("eval_js", { expr: "a.value='second'" });
  await session.call("shortcut", { keys: ["Control+A", "Control+C"], selector: "#a" });
  await inOther("shortcut", { keys: ["Control+A", "Control+C"], selector: "#a" });
  await session.call("shortcut", { keys: "Control+V", selector: "#b" });
  await inOther("shortcut", { keys: "Control+V", selector: "#b" });
  expect((await session.call("eval_js", { expr: "b.value" })).value).toBe("first");
  expect((await inOther("eval_js", { expr: "b.value" })).value).toBe("second");
  await client.call("close_session", { session: other });
});

const workspace = () => {
  const dir = process.env["DROVER_WORKSPACE"] ?? "";
  mkdirSync(dir, { recursive: true });
  return dir;
};

test("upload_file gives the file to the chooser that a button opens, of an input that was not there before", async ({ session, server }) => {
  const body = `<button id=now>Attach</button><button id=later>Attach later</button><button id=none>Nothing</button><p id=out role=status></p><script>
const choose = (attach) => { const input = Object.assign(document.createElement("input"), { type: "file" }); if (attach) document.body.append(input);
  input.onchange = async () => { out.textContent = input.files[0].name + ": " + await input.files[0].text(); input.remove(); }; input.click(); };
now.onclick = () => choose(false); later.onclick = () => setTimeout(choose, 150, true);</script>`;
  await session.call("navigate", { url: server.html("/chooser", page(body)), mode: "none" });
  writeFileSync(path.join(process.env["DROVER_WORKSPACE"] ?? "", `letter-${session.id}.txt`), "Dear Ada");
  expect(await session.call("upload_file", { selector: "#now", path: `letter-${session.id}.txt` })).toMatchObject({ ok: true, mode: "path", bytes: 8, fileCount: 1 });
  expect(await session.call("wait_for", { text: `letter-${session.id}.txt: Dear Ada` })).toMatchObject({ ok: true });
  const content = Buffer.from("a;b").toString("base64");
  expect(await session.call("upload_file", { selector: "#later", content, name: "t.csv", mimeType: "text/csv" })).toMatchObject({ ok: true, mode: "content", fileCount: 1 });
  expect(await session.call("wait_for", { text: "t.csv: a;b" })).toMatchObject({ ok: true });
  expect(await session.call("upload_file", { selector: "#none", content, timeoutMs: 3000 })).toMatchObject({ ok: false, error: "not-editable", message: expect.stringContaining("no chooser") });
});

test("upload_file takes files of the workspace and inline content, and nothing else", async ({ session, server }) => {
  writeFileSync(path.join(workspace(), "avatar.txt"), "hello");
  symlinkSync("/etc/hostname", path.join(workspace(), `link-${session.id}`));
  const body = `<label>File <input type=file hidden onchange="window.changes=(window.changes??0)+1"></label><button>B</button>`;
  await session.call("navigate", { url: server.html("/upload", page(body)), mode: "none" });
  expect(await session.call("upload_file", { selector: "input", path: "avatar.txt" })).toMatchObject({ ok: true, mode: "path", name: "avatar.txt", bytes: 5, fileCount: 1 });
  const held = async () => (await session.call("eval_js", { expr: "(async () => { const f = document.querySelector('input').files[0]; return [f.name, f.type, await f.text()] })()" })).value;
  expect(await held()).toEqual(["avatar.txt", "text/plain", "hello"]);
  const content = Buffer.from("a,b\n1,2").toString("base64");
  expect(await session.call("upload_file", { selector: "label", content, name: "t.csv", mimeType: "text/csv" })).toMatchObject({ ok: true, mode: "content", bytes: 7, mimeType: "text/csv" });
  expect(await held()).toEqual(["t.csv", "text/csv", "a,b\n1,2"]);
  expect((await session.call("eval_js", { expr: "changes" })).value).toBe(2);
  expect(await session.call("upload_file", { selector: "input", path: "../../etc/passwd" })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("upload_file", { selector: "input", path: `link-${session.id}` })).toMatchObject({ ok: false, error: "bad-path" });
  expect(await session.call("upload_file", { selector: "input", path: "missing.txt" })).toMatchObject({ ok: false, error: "bad-path", message: expect.stringContaining("missing.txt") });
  expect(await session.call("upload_file", { selector: "input" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("upload_file", { selector: "input", path: "avatar.txt", content })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("upload_file", { selector: "button", path: "avatar.txt" })).toMatchObject({ ok: false, error: "not-editable" });
});

test("drop_files drops all files at once", async ({ session, server }) => {
  writeFileSync(path.join(workspace(), "dropped.txt"), "from disk");
  const body = `<div id=zone style="width:200px;height:80px;background:#eee"></div><script>
    window.seen=[]; for (const type of ['dragenter','dragover','drop']) zone.addEventListener(type, async (e) => { e.preventDefault(); seen.push([type,[...e.dataTransfer.types].join(),e.dataTransfer.files.length,Math.round(e.clientX)].join(' '));
      if (type==='drop') window.texts = await Promise.all([...e.dataTransfer.files].map(async (f) => f.name+':'+f.type+':'+await f.text())) })</script>`;
  await session.call("navigate", { url: server.html("/drop", page(body)), mode: "none" });
  const files = [{ path: "dropped.txt", mimeType: "text/plain" }, { contents: Buffer.from("inline").toString("base64"), name: "b.txt" }];
  expect(await session.call("drop_files", { selector: "#zone", files })).toMatchObject({
    ok: true,
    fileCount: 2,
    totalBytes: 15,
    files: [{ name: "dropped.txt", mode: "path", bytes: 9, mimeType: "text/plain" }, { name: "b.txt", mode: "contents", mimeType: "application/octet-stream" }],
    eventsFired: ["dragenter", "dragover", "drop"],
    dropDispatched: true,
  });
  expect((await session.call("eval_js", { expr: "seen" })).value).toEqual(["dragenter Files 2 120", "dragover Files 2 120", "drop Files 2 120"]);
  expect((await session.call("eval_js", { expr: "texts" })).value).toEqual(["dropped.txt:text/plain:from disk", "b.txt:application/octet-stream:inline"]);
  expect(await session.call("drop_files", { selector: "#zone", files: [{ contents: "AAAA" }] })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await session.call("drop_files", { selector: "#zone", files: [{ path: "/etc/hostname" }] })).toMatchObject({ ok: false, error: "bad-path" });
});
