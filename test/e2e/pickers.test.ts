import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

/** An editor that opens, saves to disk and works in a folder. Handles go through IndexedDB, as editors keep their recent files. */
const editor = page(`<output id=out></output>
<button id=open onclick="run(async () => { const files = await showOpenFilePicker({multiple: true}); keep(files[0]); return (await Promise.all(files.map(async (h) => [h.name, h.kind, h instanceof FileSystemFileHandle, await (await h.getFile()).text(), (await h.getFile()).type].join(' ')))).join('|') })">Open</button>
<button id=save onclick="run(async () => { const h = await showSaveFilePicker({suggestedName: 'draft.txt'}); keep(h); const w = await h.createWritable(); await w.write('hello '); await w.write(new Blob(['world'])); await w.seek(0); await w.write('J'); await w.close(); return h.name })">Save</button>
<button id=again onclick="run(async () => { const h = await kept(); const w = await h.createWritable({keepExistingData: true}); await w.truncate(5); await w.seek(5); await new Blob(['!']).stream().pipeTo(w); return (await (await h.getFile()).text()) + ' ' + await h.queryPermission({mode: 'readwrite'}) })">Save again</button>
<button id=folder onclick="run(async () => { const d = await showDirectoryPicker(); const names = []; for await (const [name, h] of d.entries()) names.push(name + ':' + h.kind); const sub = await d.getDirectoryHandle('made', {create: true}); const f = await sub.getFileHandle('new.txt', {create: true}); const w = await f.createWritable(); await w.write('made here'); await w.close(); await d.removeEntry('old.txt'); const inner = await (await (await d.getDirectoryHandle('inner')).getFileHandle('deep.txt')).getFile(); return d.name + ' ' + names.toSorted().join(',') + ' ' + await inner.text() })">Folder</button>
<button id=opfs onclick="run(async () => { const root = await navigator.storage.getDirectory(); const f = await root.getFileHandle('own', {create: true}); const w = await f.createWritable(); await w.write('own'); await w.close(); return (await (await f.getFile()).text()) + ' ' + (await navigator.storageBuckets.keys()).length })">Own storage</button>
<script>
  const run = (work) => work().then((text) => { out.textContent = text }, (e) => { out.textContent = e.name });
  const db = () => new Promise((done) => { const r = indexedDB.open('recent'); r.onupgradeneeded = () => r.result.createObjectStore('files'); r.onsuccess = () => done(r.result) });
  const keep = async (handle) => (await db()).transaction('files', 'readwrite').objectStore('files').put(handle, 1);
  const kept = async () => { const get = (await db()).transaction('files').objectStore('files').get(1); return new Promise((done) => { get.onsuccess = () => done(get.result) }) };
</script>`);

test("an editor opens, saves to disk and works in a folder of the workspace, as far as the policy lets it", async ({ server }) => {
  await using own = ownHome();
  const call = (tool: string, input: Record<string, unknown> = {}): Promise<Data> => own.call(tool, { session: "s", ...input });
  const press = (id: string) => call("click", { selector: `#${id}`, mode: "none" });
  const said = async (text: string) => expect(await until(() => call("eval_js", { expr: "out.textContent" }), ({ value }) => value === text)).toMatchObject({ value: text });
  const url = server.html("/editor", editor);
  await call("navigate", { url, mode: "none" });
  mkdirSync(path.join(own.workspace, "project/inner"), { recursive: true });
  for (const [name, text] of [["notes.txt", "# Notes"], ["project/old.txt", "old"], ["project/inner/deep.txt", "deep"]] as const) writeFileSync(path.join(own.workspace, name), text);
  const onDisk = (name: string) => readFileSync(path.join(own.workspace, name), "utf8");

  expect(await press("opfs")).toMatchObject({ ok: true });
  await said("own 0");
  expect(await press("save")).toMatchObject({ ok: false, error: "unhandled-picker", failure: { source: "app", hint: expect.stringContaining("unhandled File System Access picker") }, fsPickerRequests: [{ api: "showSaveFilePicker", suggestedName: "draft.txt", handledAs: "raised" }] });
  await said("NotAllowedError");
  expect(await call("set_fs_picker_policy", { mode: "allow", perAPI: { showDirectoryPicker: "deny" } })).toMatchObject({ ok: true, policy: { mode: "allow", perAPI: { showDirectoryPicker: "deny" } } });
  expect(await press("folder")).toMatchObject({ ok: true, fsPickerRequests: [{ api: "showDirectoryPicker", handledAs: "denied" }] });

  // An answer for another API does not count, and one that comes while the page waits does.
  expect(await call("fs_picker_respond", { api: "showSaveFilePicker", files: [{ path: "out/draft.txt" }] })).toMatchObject({ ok: true, staged: 1, files: [{ name: "draft.txt", path: "out/draft.txt" }] });
  expect(await press("open")).toMatchObject({ ok: true, fsPickerRequests: [{ api: "showOpenFilePicker", handledAs: "allowed" }] });
  await call("fs_picker_respond", { api: "showOpenFilePicker", files: [{ path: "notes.txt" }, { contents: Buffer.from("hi").toString("base64"), name: "hi.bin", mimeType: "application/x-hi" }] });
  await said("notes.txt file true # Notes text/plain|hi.bin file true hi application/x-hi");

  await press("save");
  await said("draft.txt");
  expect(onDisk("out/draft.txt")).toBe("Jello world");

  await call("set_fs_picker_policy", { mode: "allow" });
  await call("fs_picker_respond", { api: "showDirectoryPicker", files: [{ path: "project" }] });
  await press("folder");
  await said("project inner:directory,old.txt:file deep");
  expect(readdirSync(path.join(own.workspace, "project")).toSorted()).toEqual(["inner", "made"]);
  expect(onDisk("project/made/new.txt")).toBe("made here");

  // Another daemon, another document: the handle from IndexedDB still leads to its file.
  await killDaemon(own);
  await call("navigate", { url, mode: "none" });
  await press("again");
  await said("Jello! granted");
  expect(onDisk("out/draft.txt")).toBe("Jello!");

  for (const [given, error] of [
    [{ api: "showOpenFilePicker", files: [{ path: "../outside.txt" }] }, "bad-path"],
    [{ api: "showOpenFilePicker", files: [{ path: "nowhere.txt" }] }, "not-found"],
    [{ api: "showOpenFilePicker", files: [{ path: "project" }] }, "bad-path"],
    [{ api: "showSaveFilePicker", files: [{ contents: "aGk=" }] }, "bad-input"],
    [{ api: "showOpenFilePicker", files: [{ path: "notes.txt", contents: "aGk=" }] }, "bad-input"],
    [{ api: "showPicker", files: [{ path: "notes.txt" }] }, "bad-input"],
  ] as const)
    expect(await call("fs_picker_respond", given), JSON.stringify(given)).toMatchObject({ ok: false, error });
  expect(await call("set_fs_picker_policy", { mode: "deny", perAPI: { showOpenPicker: "allow" } })).toMatchObject({ error: "bad-input", hint: expect.stringContaining("showOpenFilePicker") });
  expect((await own.client("mcp").call("fs_picker_respond", { session: "s", api: "showOpenFilePicker", files: [{ path: "notes.txt" }] })).data).toMatchObject({ error: "capability-disabled", requiredCapability: "file-io" });

  await call("set_fs_picker_policy", { mode: "ask-human" });
  expect(await press("open")).toMatchObject({ ok: true, fsPickerRequests: [{ handledAs: "asked-human" }] });
  const { questions } = await until(() => own.call("list_questions"), (list) => list.questions.length > 0);
  expect(questions[0]).toMatchObject({ kind: "files", about: "showOpenFilePicker" });
  await own.call("answer_question", { id: questions[0].id, value: "notes.txt" });
  await said("notes.txt file true # Notes text/plain");
});
