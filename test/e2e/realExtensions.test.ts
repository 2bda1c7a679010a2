import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { describe, expect } from "vitest";
import { packageFolder, packageFolders, whyNoPackages } from "./support/npmPackages.ts";
import { withProfile } from "./support/profileSession.ts";
import { engine, test } from "./support/session.ts";

/** Nobody publishes a whole password filler or a blocker of today's manifest: what they are made of is published. */
const EYEO = "@eyeo/webext-ad-filtering-solution";
const DEVTOOLS = "electron-devtools-vendor";
const reason = whyNoPackages({
  [EYEO]: "4.1.0",
  [DEVTOOLS]: "3.0.0",
  lesspass: "9.2.0",
  "lesspass-crypto": "9.1.9",
  "lesspass-entropy": "9.1.9",
  "lesspass-fingerprint": "9.1.9",
  "lesspass-render-password": "9.1.9",
  "big-integer": "1.6.22",
});

const workspace = () => process.env["DROVER_WORKSPACE"]!;

function folder(name: string, files: Record<string, string>, from?: { package: string; files: string[] }): string {
  const place = path.join(workspace(), "real", `${name}-${engine}`);
  mkdirSync(place, { recursive: true });
  for (const file of from?.files ?? []) cpSync(path.join(packageFolder(from!.package), file), path.join(place, path.basename(file)), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  return path.relative(workspace(), place);
}

/** What Adblock Plus and AdBlock are made of; the filters are the test's. */
function blocker(): string {
  const background = `EWE.start({ name: "drover", version: "1", bundledSubscriptions: [], bundledSubscriptionsPath: "lists" }).then(() => EWE.filters.add(["||127.0.0.1^*/ads/", "127.0.0.1##.banner"])).then(() => console.log("filters are set"), (error) => console.error(String(error)));`;
  const content = { all_frames: true, match_about_blank: true, matches: ["<all_urls>"], run_at: "document_start", js: ["ewe-content.js"] };
  const permissions = ["scripting", "storage", "tabs", "unlimitedStorage", "webNavigation", "webRequest"];
  const manifest =
    engine === "chromium"
      ? { manifest_version: 3, background: { service_worker: "background.js" }, permissions: [...permissions, "declarativeNetRequest"], host_permissions: ["<all_urls>"] }
      : { manifest_version: 2, background: { scripts: ["ewe-api.js", "background.js"] }, permissions: [...permissions, "webRequestBlocking", "<all_urls>"] };
  return folder(
    "blocker",
    {
      "manifest.json": JSON.stringify({ ...manifest, name: "Blocker", version: "1", content_scripts: [content] }),
      "background.js": (engine === "chromium" ? `importScripts("ewe-api.js"); ` : "") + background,
    },
    { package: EYEO, files: ["dist/ewe-api.js", "dist/ewe-content.js"] },
  );
}

/** LessPass, which makes a site's password of its name, behind a popup that fills it in. */
async function filler(): Promise<string> {
  const popup = `import lesspass from "lesspass";
    document.querySelector("button").addEventListener("click", async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const { login, master } = Object.fromEntries(new FormData(document.querySelector("form")));
      const profile = { site: new URL(tab.url).hostname, login, length: 16, counter: 1, lowercase: true, uppercase: true, digits: true, symbols: true };
      const password = await lesspass.generatePassword(profile, master);
      await chrome.scripting.executeScript({ target: { tabId: tab.id }, args: [login, password], func: (user, word) => {
        const fill = (field, text) => { field.value = text; field.dispatchEvent(new Event("input", { bubbles: true })); };
        fill(document.querySelector("[autocomplete=username]"), user); fill(document.querySelector("[type=password]"), word);
      } });
      window.close();
    });`;
  const bundled = await build({ stdin: { contents: popup, resolveDir: packageFolders }, nodePaths: [packageFolders], bundle: true, write: false, format: "iife", platform: "browser", external: ["crypto"], logLevel: "error" });
  return folder("filler", {
    "manifest.json": JSON.stringify({ manifest_version: 3, name: "Filler", version: "1", action: { default_popup: "popup.html" }, permissions: ["activeTab", "scripting", "tabs"] }),
    "popup.html": `<title>LessPass</title><form><label>Login <input name=login></label><label>Master password <input name=master type=password></label><button type=button>Fill in</button></form><script src=popup.js></script>`,
    "popup.js": bundled.outputFiles[0]!.text,
  });
}

/** As it is published for Chromium. React's build for Firefox differs in this line. */
function reactDevtools(): string {
  const name = "react-developer-tools";
  const place = path.join(folder(name, {}, { package: DEVTOOLS, files: [`extensions/${name}`] }), name);
  const file = path.join(workspace(), place, "manifest.json");
  if (engine === "firefox") writeFileSync(file, readFileSync(file, "utf8").replace(`"service_worker": "build/background.js"`, `"scripts": ["build/background.js"]`));
  return place;
}

const opened = () => withProfile(`real-extensions-${engine}`, "read,navigation,action,eval,extensions,file-io,secrets");

describe.skipIf(reason !== undefined)(`extensions that people use${reason === undefined ? "" : ` (skipped: ${reason})`}`, () => {
  test("a blocker blocks requests and hides what is left, and its work is seen", async ({ server }) => {
    const call = await opened();
    for (const kind of ["ads", "own"]) server.route(`/${kind}/pixel.js`, (_, response) => response.end(`window.${kind} = true`));
    const url = server.html("/news", `<title>News</title><p class=banner>Buy this</p><p>Story</p><script src="/ads/pixel.js"></script><script src="/own/pixel.js"></script>`);
    const seen = () => call("eval_js", { expr: "[window.ads === true, window.own === true, document.querySelector('.banner').checkVisibility()]" });
    await call("navigate", { url });
    expect(await seen()).toMatchObject({ value: [true, true, true] });
    const { installed } = await call("extensions_install", { path: blocker() });
    // Its filters hold a moment after it has started.
    await expect.poll(async () => (await call("navigate", { url }), (await seen()).value), { timeout: 60_000 }).toEqual([false, true, false]);
    // Firefox tells nothing of a request that an extension has refused.
    if (engine === "chromium") {
      const { requests } = await call("network_read", { status: "failed" });
      expect(requests).toContainEqual(expect.objectContaining({ url: expect.stringContaining("/ads/pixel.js") }));
      const [{ workerId: worker }] = await call("workers_list", { type: "service" });
      expect(await call("eval_js", { worker, expr: "(await EWE.filters.getUserFilters()).map(({ text }) => text)" })).toMatchObject({ value: ["||127.0.0.1^*/ads/", "127.0.0.1##.banner"] });
      expect(JSON.stringify(await call("console_read"))).toContain("filters are set");
      expect(await call("eval_js", { extension: installed?.id, expr: "typeof chrome.runtime.id" })).toMatchObject({ value: "string" });
    }
    expect(await call("extensions_uninstall", { id: installed?.id })).toMatchObject({ ok: true, loaded: [] });
    await call("navigate", { url });
    expect(await seen()).toMatchObject({ value: [true, true, true] });
  });

  test("a devtools hook is in the page before its scripts, and the button knows the page", async ({ server }) => {
    const call = await opened();
    const { installed } = await call("extensions_install", { path: reactDevtools() });
    const app = await build({
      stdin: { contents: `import { createElement } from "react"; import { createRoot } from "react-dom/client"; createRoot(document.querySelector("main")).render(createElement("h1", null, "Made with React"));`, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      // React tells of builds that are not.
      minify: true,
      define: { "process.env.NODE_ENV": '"production"' },
    });
    server.route("/app.js", (_, response) => response.setHeader("content-type", "text/javascript").end(app.outputFiles[0]!.text));
    const url = server.html("/react", `<title>React</title><script>window.early = "__REACT_DEVTOOLS_GLOBAL_HOOK__" in window</script><main></main><script src="/app.js"></script>`);
    const told = async () => (await call("navigate", { url }), (await call("eval_js", { expr: "[window.early, window.__REACT_DEVTOOLS_GLOBAL_HOOK__?.renderers.size, document.querySelector('h1')?.textContent]" })).value);
    await expect.poll(told, { timeout: 60_000 }).toEqual([true, 1, "Made with React"]);
    if (engine !== "chromium") return;
    // Its worker has chosen another popup than the manifest's for pages that React made.
    const popup = await call("extensions_trigger", { id: installed?.id });
    expect(popup).toMatchObject({ ok: true, triggered: "popup", by: "button", page: { url: expect.stringContaining("/popups/production.html") } });
    expect(await call("text_search", { text: "production build of React" })).toMatchObject({ count: 1 });
    await call("tab_close");
    expect(await call("eval_js", { expr: "document.title" })).toMatchObject({ value: "React" });
  });

  test.skipIf(engine !== "chromium")("a password filler fills the page below its popup, and what it fills in can be kept from view", async ({ server }) => {
    const call = await opened();
    const { installed } = await call("extensions_install", { path: await filler() });
    await call("navigate", { url: server.html("/login", `<title>Log in</title><form><input autocomplete=username aria-label=User><input type=password aria-label=Password></form>`) });
    await call("register_secret", { name: "MASTER", value: "correct horse battery" });
    expect(await call("extensions_trigger", { id: installed?.id })).toMatchObject({ triggered: "popup", by: "button", page: { title: "LessPass" } });
    const filled = await call("fill_form", { fields: [{ selector: "[name=login]", value: "ada" }, { selector: "[name=master]", value: "<MASTER>" }] });
    expect(filled).toMatchObject({ ok: true });
    expect(JSON.stringify(filled)).not.toContain("correct horse");
    const [button] = (await call("find", { query: "Fill in button" })).candidates as { ref: string }[];
    await call("click", { ref: button?.ref });
    // The popup closes itself, and the page that was below is there again.
    const shown = async () => (await call("eval_js", { expr: "[document.title, ...[...document.querySelectorAll('input')].map(({ type, value }) => (type === 'password' ? value.length : value))]" })).value;
    await expect.poll(shown, { timeout: 60_000 }).toEqual(["Log in", "ada", 16]);
  });
});
