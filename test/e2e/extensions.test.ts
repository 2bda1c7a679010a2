import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { stopBrowser } from "../../src/browser/stopBrowser.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { ownHome } from "./support/home.ts";
import { olderChromium } from "./support/olderChromium.ts";
import { withProfile } from "./support/profileSession.ts";
import { engine, test } from "./support/session.ts";

const DROVER_CAPABILITIES = "read,navigation,action,eval,extensions,file-io";

const helper = {
  "manifest.json": JSON.stringify({
    manifest_version: 3,
    name: "__MSG_name__",
    default_locale: "en",
    version: "0.3.0",
    action: { default_popup: "popup.html" },
    // Each engine takes one of the two, and warns of the other.
    background: { service_worker: "worker.js", scripts: ["worker.js"] },
    permissions: ["storage", "tabs", "activeTab", "scripting"],
    options_ui: { page: "options.html" },
    side_panel: { default_path: "panel.html" },
    commands: { _execute_action: {}, greet: { suggested_key: { default: "Alt+Shift+H" }, description: "Greets" }, keyless: { description: "Greets too" } },
    content_scripts: [{ matches: ["<all_urls>"], js: ["content.js"] }],
    browser_specific_settings: { gecko: { id: "helper@drover.test" } },
  }),
  "_locales/en/messages.json": JSON.stringify({ Name: { message: "My Helper" } }),
  "popup.html": `<title>Popup</title><button onclick="">Save</button><p id=greeted></p><script src=popup.js></script>`,
  "popup.js": `chrome.storage.onChanged.addListener(show); show(); function show() { chrome.storage.local.get().then((kept) => { document.querySelector("#greeted").textContent = kept.greeted ?? "nobody"; }); }`,
  // A page lets itself be changed only when it was a person's keys that asked for it.
  "worker.js": `chrome.commands?.onCommand.addListener((command, tab) => {
    chrome.storage.local.set({ greeted: command + " over " + new URL(tab.url).pathname });
    chrome.scripting.executeScript({ target: { tabId: tab.id }, args: [command], func: (by) => { document.documentElement.dataset.greeted = by; } }).catch(() => undefined);
  }); console.log("worker up");`,
  "options.html": `<title>Options</title><label>Words <input id=words></label><script src=options.js></script>`,
  "options.js": `document.querySelector("#words").addEventListener("input", (event) => chrome.storage.local.set({ words: event.target.value }));`,
  "panel.html": `<title>Panel</title><h1>Beside the page</h1>`,
  "content.js": `const heldByTheHelper = "beside the page"; document.documentElement.dataset.helper = "1";`,
};

const workspace = () => process.env["DROVER_WORKSPACE"]!;

function unpacked(name: string, files: Record<string, string>, into = workspace()): string {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(into, "extensions", name, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return `extensions/${name}`;
}

test("an extension is loaded into the running browser, and pages, refs and buffers stay", async ({ server }) => {
  const call = await withProfile(`extensions-${engine}`, DROVER_CAPABILITIES);
  const url = server.html("/plain", `<title>Plain</title><button>Stay</button><script>console.log("before")</script>`);
  await call("navigate", { url });
  const [button] = (await call("find", { query: "Stay button" })).candidates as { ref: string }[];
  expect(await call("extensions_list")).toEqual([]);
  const folder = unpacked(`helper-${engine}`, helper);
  const done = await call("extensions_install", { path: folder });
  const id = done.installed?.id as string;
  const facts = { id: expect.stringMatching(/^ext-[0-9a-f]{12}$/), name: "My Helper", version: "0.3.0", path: path.join(workspace(), folder) };
  expect(done).toMatchObject({ ok: true, session: `extensions-${engine}`, installed: facts, loaded: [{ ...facts, enabled: true }], note: expect.stringContaining("refs and buffers stay"), warnings: [expect.stringContaining("reads every page")] });
  expect(await call("click", { ref: button?.ref })).toMatchObject({ ok: true });
  expect(JSON.stringify(await call("console_read"))).toContain("before");
  const seen = () => call("eval_js", { expr: "document.documentElement.dataset.helper ?? null" });
  expect(await seen()).toMatchObject({ value: engine === "chromium" ? null : "1" });
  await call("navigate", { url });
  expect(await seen()).toMatchObject({ value: "1" });

  writeFileSync(path.join(workspace(), folder, "content.js"), `document.documentElement.dataset.helper = "2";`);
  writeFileSync(path.join(workspace(), folder, "manifest.json"), helper["manifest.json"].replace("0.3.0", "0.4.0"));
  expect(await call("extensions_reload", { id })).toMatchObject({ ok: true, installed: { id, version: "0.4.0" } });
  await call("navigate", { url });
  expect(await seen()).toMatchObject({ value: "2" });

  if (engine === "chromium") {
    expect(JSON.stringify(await call("console_read"))).toContain("worker up");
    expect(await call("extensions_trigger", { id, command: "keyless" })).toMatchObject({ ok: true, triggered: "command", by: "event", command: "keyless" });
    expect(await call("extensions_trigger", { id, command: "greet" })).toMatchObject({ ok: true, triggered: "command", by: "keys", command: "greet" });
    expect(await call("wait_for", { selector: "[data-greeted=greet]", timeoutMs: 10_000 })).toMatchObject({ ok: true });
    expect(await call("workers_list", { type: "service" })).toMatchObject([{ url: expect.stringMatching(/^chrome-extension:.*worker\.js$/), state: "running" }]);
    expect(await call("extensions_trigger", { id, command: "dance" })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("greet") });
    const popup = await call("extensions_trigger", { id });
    expect(popup).toMatchObject({ ok: true, triggered: "popup", by: "button", page: { url: `chrome-extension://${popup.runtimeId}/popup.html`, title: "Popup" } });
    expect(await call("wait_for", { text: "greet over /plain", timeoutMs: 10_000 })).toMatchObject({ ok: true });
    expect(await call("find", { query: "Save button" })).toMatchObject({ candidates: [{ name: "Save" }] });
    // It is up over the page, which is still the active tab of its window, and goes when the page is used.
    const tabOf = "chrome.tabs.query({ active: true, currentWindow: true }).then(([{ title }]) => title)";
    expect(await call("eval_js", { expr: tabOf })).toMatchObject({ value: "Plain" });
    expect(await call("extensions_trigger", { id })).toMatchObject({ by: "button" });
    await call("click", { selector: "button", page: "Plain" });
    expect(await call("list_targets")).toMatchObject([{ title: "Plain", active: true }]);
    // In a tab it stays, and knows only itself.
    expect(await call("extensions_trigger", { id, open: "popup" })).toMatchObject({ triggered: "popup", by: "tab" });
    expect(await call("eval_js", { expr: tabOf })).toMatchObject({ value: "Popup" });
    await call("tab_close");

    expect(await call("extensions_trigger", { id, open: "side-panel" })).toMatchObject({ ok: true, triggered: "side-panel", by: "tab", page: { title: "Panel" } });
    await call("tab_close");
    expect(await call("extensions_trigger", { id, open: "options" })).toMatchObject({ ok: true, triggered: "options", page: { title: "Options" } });
    expect(await call("fill", { selector: "#words", value: "three of them" })).toMatchObject({ ok: true });
    expect(await call("poll_eval", { expr: "chrome.storage.local.get().then(({ words }) => words === 'three of them')" })).toMatchObject({ value: true });
    await call("tab_close");
    const [{ workerId: worker }] = await call("workers_list", { type: "service" });
    expect(await call("eval_js", { worker, expr: "const kept = await chrome.storage.local.get(); kept" })).toMatchObject({ value: { words: "three of them", greeted: expect.any(String) } });
    expect(await call("eval_js", { worker, expr: "const kept = 1; kept" })).toMatchObject({ value: 1 });
    // A worker that is slow is not given a command twice.
    const slowly = `globalThis.given = 0; const { onCommand } = chrome.commands; const { addListener } = onCommand; onCommand.addListener(() => { globalThis.given++; });
      onCommand.addListener = (listener) => { addListener.call(onCommand, listener); for (const end = Date.now() + 3500; Date.now() < end; ); };`;
    await call("eval_js", { worker, expr: slowly });
    expect(await call("extensions_trigger", { id, command: "greet", timeoutMs: 60_000 })).toMatchObject({ by: "keys" });
    expect(await call("eval_js", { worker, expr: "globalThis.given" })).toMatchObject({ value: 1 });
    expect(await call("eval_js", { extension: id, expr: "[typeof chrome.runtime.id, document.title]" })).toMatchObject({ value: ["string", "Plain"] });
    expect(await call("eval_js", { expr: "typeof chrome.runtime?.id" })).toMatchObject({ value: "undefined" });
    expect(await call("eval_js", { worker, extension: id, expr: "1" })).toMatchObject({ ok: false, error: "bad-input" });
    // What an extension keeps is not for everybody who may run scripts in pages.
    const scripting = new CheckedClient({ client: "mcp", env: { ...process.env, DROVER_CAPABILITIES: "read,eval" } });
    for (const place of [{ worker }, { extension: id }])
      expect((await scripting.call("eval_js", { session: `extensions-${engine}`, expr: "1", ...place })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "extensions" });
    scripting.close();
  } else expect(await call("extensions_trigger", { id })).toMatchObject({ ok: false, error: "unsupported-engine" });

  expect(await call("extensions_uninstall", { id })).toMatchObject({ ok: true, uninstalled: id, loaded: [] });
  await call("navigate", { url });
  expect(await seen()).toMatchObject({ value: null });
  expect(await call("extensions_reload", { id })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("extensions_install") });
});

test("what cannot be loaded is refused with the reason", async ({ session, client }) => {
  const call = await withProfile(`extensions-refused-${engine}`, DROVER_CAPABILITIES);
  writeFileSync(path.join(workspace(), "extensions", "packed.crx"), "Cr24");
  for (const [given, said] of [
    ["../outside", "workspace"],
    ["/etc", "workspace"],
    ["extensions/absent", "there is no folder"],
    ["extensions/packed.crx", "is a file"],
    [unpacked("empty", { "readme.txt": "" }), "no manifest.json"],
    [unpacked("broken", { "manifest.json": "{broken" }), "is no JSON"],
    [unpacked("nameless", { "manifest.json": `{"manifest_version":3,"version":"1"}` }), "is no extension's"],
  ] as const)
    expect(await call("extensions_install", { path: given }), given).toMatchObject({ ok: false, error: "bad-path", message: expect.stringContaining(said), hint: expect.any(String) });
  // Only a browser can tell.
  const unlikely = unpacked("unlikely", { "manifest.json": `{"manifest_version":3,"name":"x","version":"1","content_scripts":[{"matches":["nonsense"],"js":["gone.js"]}]}` });
  expect(await call("extensions_install", { path: unlikely })).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("the browser refused") });
  expect(await call("extensions_list")).toEqual([]);

  const able = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_CAPABILITIES } });
  expect((await able.call("extensions_install", { session: session.id, path: "extensions/empty" })).data).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("persistent") });
  able.close();
  expect((await client.call("extensions_install", { session: session.id, path: "extensions/empty" })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "extensions" });
});

test.runIf(engine === "chromium" && process.platform === "linux")("a Chromium that takes extensions only as it starts is started anew, and says what that cost", async ({ server }) => {
  const programs = mkdtempSync(path.join(os.tmpdir(), "drover-older-"));
  onTestFinished(() => rmSync(programs, { recursive: true, force: true }));
  await using own = ownHome({ DROVER_BROWSER_PATH: olderChromium(programs), DROVER_CAPABILITIES: `${DROVER_CAPABILITIES},secrets` });
  const first = server.html("/first", `<title>First</title><input>`);
  const second = server.html("/second", `<title>Second</title><input>`);
  const call = (tool: string, input: Record<string, unknown> = {}) => own.call(tool, { session: "older", ...input });
  await own.call("open_session", { session: "older", mode: "persistent", profile: "older", headless: true });
  await call("navigate", { url: first });
  await call("tab_open", { url: second, activate: true });
  await call("eval_js", { expr: "document.cookie = 'until=it-ends'; localStorage.kept = 'yes'; window.held = 1" });
  await call("register_secret", { name: "PASSWORD", value: "s3cr3t-hunter2" });

  const folder = unpacked("helper", helper, own.workspace);
  // What was called meanwhile goes on in the browser that is started.
  const [done, ...meanwhile] = await Promise.all([call("extensions_install", { path: folder }), call("eval_js", { expr: "location.href" }), call("list_targets")]);
  expect(meanwhile).toMatchObject([{ value: second }, [{ url: first }, { url: second, active: true }]]);
  expect(done).toMatchObject({ ok: true, installed: { name: "My Helper" }, loaded: [{ enabled: true }], note: expect.stringContaining("started anew") });
  expect((done.warnings as string[]).join(" ")).toMatch(/only as it starts.*cookies and stored data are kept.*refs, what pages held, and the console, network and socket buffers are gone/s);
  const id = done.installed.id as string;
  expect(await call("list_targets")).toMatchObject([{ url: first }, { url: second, active: true }]);
  const facts = "[document.cookie, localStorage.kept, typeof window.held, document.documentElement.dataset.helper]";
  expect(await call("eval_js", { expr: facts })).toMatchObject({ value: ["until=it-ends", "yes", "undefined", "1"] });
  expect(await call("fill", { selector: "input", value: "<PASSWORD>" })).toMatchObject({ ok: true });
  expect(await call("eval_js", { expr: "document.querySelector('input').value.length" })).toMatchObject({ value: 14 });

  expect(await call("extensions_trigger", { id, command: "greet" })).toMatchObject({ by: "keys" });
  expect(await call("extensions_trigger", { id })).toMatchObject({ ok: true, triggered: "popup", by: "tab", page: { title: "Popup" } });
  expect(await call("wait_for", { text: "greet over /second", timeoutMs: 10_000 })).toMatchObject({ ok: true });
  await call("tab_close");

  // Another session has its pages in the same browser.
  await own.call("open_session", { session: "beside", mode: "persistent", profile: "older", headless: true });
  expect(await call("extensions_uninstall", { id })).toMatchObject({ ok: false, error: "profile-in-use", message: expect.stringContaining("beside"), hint: expect.any(String) });
  expect(await call("extensions_list")).toMatchObject([{ id, enabled: true }]);
  await own.call("close_session", { session: "beside" });
  expect(await call("extensions_uninstall", { id })).toMatchObject({ ok: true, loaded: [], warnings: [expect.stringContaining("started anew"), expect.any(String)] });
  expect(await call("eval_js", { expr: facts })).toMatchObject({ value: ["until=it-ends", "yes", "undefined", null] });

  const broken = unpacked("unlikely", { "manifest.json": `{"manifest_version":3,"name":"x","version":"1","content_scripts":[{"matches":["nonsense"],"js":["gone.js"]}]}` }, own.workspace);
  expect(await call("extensions_install", { path: broken })).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("did not take it"), hint: expect.stringContaining("since 137") });
  expect(await call("extensions_list")).toEqual([]);
  // It is not tried again.
  await stopBrowser(own.home, loadDescriptors(own.home)[0]!);
  expect(await call("snapshot")).toMatchObject({ ok: true, warnings: expect.arrayContaining([expect.stringContaining("started again on the same profile")]) });
  expect(loadDescriptors(own.home)[0]?.flags.filter((flag) => flag.startsWith("--load-extension"))).toEqual([]);
  await own.call("open_session", { session: "shared", mode: "incognito" });
  expect(await own.call("extensions_install", { session: "shared", path: folder })).toMatchObject({ ok: false, error: "refused", hint: expect.stringContaining("persistent") });
});
