import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { parse } from "yaml";
import { findBrowsers } from "../../src/browser/findBrowser.ts";
import { resolveHome } from "../../src/config/home.ts";
import { Bystander } from "./support/bystander.ts";
import { drover } from "./support/drover.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { page } from "./support/page.ts";
import { engine, test, type Data } from "./support/session.ts";

const SECRET = "correct-horse-battery";
const PASSWORD = "hunter2-typed-by-hand";

const shop = page(`
  <form onsubmit="event.preventDefault(); document.querySelector('output').textContent = [user.value, team.value, news.checked, pass.value.length, pin.value.length].join(' ')">
    <label>User <input id=user data-testid=username></label>
    <label>Password <input id=pass type=password></label>
    <label>PIN <input id=pin type=password></label>
    <label>Team <select id=team><option value=sales>Sales</option><option value=eng>Engineering</option></select></label>
    <label><input id=news type=checkbox> News</label>
    <button>Sign in</button>
  </form>
  <output></output>
  <a href="/second" target=_blank>Terms</a>
  <div><span onclick="document.title='pressed'">x</span><span onclick="document.title='other'">x</span></div>
  <iframe id=pay srcdoc="<button onclick=&quot;this.textContent='Paid'&quot;>Pay</button>" width=200 height=80></iframe>`);

const routes = (server: FixtureServer) => {
  server.html("/second", page("<h1>Terms</h1><button onclick=\"this.textContent='Agreed'\">Agree</button>"));
  return server.html("/shop", shop);
};

/** The steps of a flow file in few words. */
const briefly = ({ steps, locators }: Data): string[] =>
  steps.map(({ action, target, value, text, page: number, opens, ...rest }: Data) =>
    [action, target && locators[target].selectorHint, value ?? text ?? rest.key ?? rest.values?.join(), number && `on ${number}`, opens && `opens ${opens}`].filter((word) => word !== undefined).join(" "),
  );

describe("a recording", () => {
  test("becomes a flow file, a spec, and runs again where things have moved", async ({ session, server, client }) => {
    const url = routes(server);
    await session.call("register_secret", { name: "PIN", value: SECRET });
    expect(await session.call("end_recording")).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("start_recording") });
    expect(await session.call("record_annotate", { copy: "early" })).toMatchObject({ ok: false, error: "not-found" });
    expect(await session.call("start_recording", { flowName: "sign in", pictures: false })).toMatchObject({ ok: true, name: "sign in" });
    expect(await session.call("start_recording", { flowName: "again" })).toMatchObject({ ok: false, error: "refused" });
    await session.call("navigate", { url });
    await session.call("fill", { selector: "#user", value: "alice" });
    expect(await session.call("record_annotate", { copy: "Your work address.", arrow: "left" })).toMatchObject({ ok: true, stepId: "step-2", annotations: 1 });
    await session.call("type", { selector: "#pass", text: PASSWORD });
    await session.call("fill_form", { fields: [{ selector: "#pin", value: SECRET }, { selector: "#news", value: true }] });
    await session.call("batch", { calls: [{ tool: "select", args: { selector: "#team", values: ["Engineering"] } }] });
    await session.call("click", { ref: "e9999" });
    await session.call("click", { coords: { x: 1, y: 1 } });
    await session.call("click", { selector: "text=Sign in" });
    await session.call("click", { selector: "div > span:nth-of-type(2)" });
    const { candidates: [pay] } = await session.call("find", { query: "Pay button" });
    await session.call("click", { ref: pay.ref });
    const { structure: { newTabs: [tab] } } = await session.call("click", { selector: "text=Terms" });
    await session.call("click", { page: tab.id, selector: "text=Agree" });

    const made = await session.call("export_playwright_script");
    expect(made).toMatchObject({ ok: true, name: "sign in", stats: { steps: 11, handled: 11, unhandled: 0, fragile: 1 } });
    const { yaml, stepCount, warnings } = await session.call("end_recording");
    const flow = parse(yaml) as Data;
    expect(stepCount).toBe(11);
    expect(briefly(flow)).toEqual([
      "navigate",
      'fill [data-testid="username"] alice',
      'type role=textbox[name="Password"] <PASSWORD>',
      'fill role=textbox[name="PIN"] <PIN>',
      'fill role=checkbox[name="News"] true',
      'select role=combobox[name="Team"] Engineering',
      'click role=button[name="Sign in"]',
      expect.stringMatching(/^click .*span:nth-of-type\(2\)$/),
      'click role=button[name="Pay"]',
      'click role=link[name="Terms"] opens 2',
      'click role=button[name="Agree"] on 2',
    ]);
    expect(flow.steps[1].annotations).toEqual([{ copy: "Your work address.", arrow: "left" }]);
    expect(flow.locators["pay-button"].frames).toEqual(["#pay"]);
    expect(warnings).toEqual([expect.stringContaining("One action at coordinates"), expect.stringContaining("<PASSWORD>")]);
    expect(yaml).toContain("# Worth a second look: ");
    for (const text of [yaml, made.source]) for (const secret of [SECRET, PASSWORD]) expect(text).not.toContain(secret);
    if (engine === "chromium") await runsInPlaywright(made.source);

    // The same, after a release that renamed, moved and wrapped things.
    const moved = shop.replace("data-testid=username", "data-testid=login-name").replace("<label>User <input id=user", "<p><label>User <input id=user").replace("<button>Sign in", "<button>Sign in now").replace("<div><span", "<p></p><div id=rows><span");
    server.html("/shop", moved);
    expect(await session.call("replay_flow", { flow: yaml })).toMatchObject({ ok: false, error: "not-found", missing: ["PASSWORD"] });
    await session.call("register_secret", { name: "PASSWORD", value: PASSWORD });
    const report = await session.call("replay_flow", { flow: yaml });
    expect(report).toMatchObject({ ok: true, completed: 11, failedAt: null });
    expect(report.healed).toMatchObject([
      { step: "step-2", locator: "username", from: '[data-testid="username"]', to: '[data-testid="login-name"]', how: "its role and name" },
      { step: "step-7", locator: "sign-in-button", how: "the words of its name", to: 'role=button[name="Sign in now"]' },
    ]);
    expect(await session.call("verify_text", { selector: "output", text: "alice eng true 21 21" })).toMatchObject({ ok: true });
    const asserted = report.yaml.replace("assertions: []", "assertions:\n  - action: verify_text\n    selector: output\n    text: nobody");
    expect(await session.call("replay_flow", { flow: asserted })).toMatchObject({ ok: false, failedAt: "assertion-1", completed: 11, healed: [], error: "verify-failed" });
    for (const [text, why] of [["steps: {", "flow file"], ["name: x\nsteps:\n  - {id: a, action: click, target: gone}", "gone"], ["name: x\nsteps:\n  - {id: a, action: eval_js, expr: '1'}", "eval_js"]] as const)
      expect(await session.call("replay_flow", { flow: text })).toMatchObject({ ok: false, error: "invalid", message: expect.stringContaining(why) });
    expect(await client.call("session_metrics", { session: session.id })).toMatchObject({ data: { ok: true, errorsByTool: { click: 1 }, capabilityDenials: 0 } });
  });

  test.skipIf(engine === "firefox")("hears a person's hands, and no script's", async ({ server, client }) => {
    const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: "by-hand", ...input })).data;
    const url = routes(server);
    const { endpoint } = await call("open_session", { port: 0 });
    try {
      await call("navigate", { url });
      await call("start_recording", { flowName: "by hand" });
      await using person = await Bystander.at(endpoint, url);
      await person.evaluate("document.querySelector('button').click()");
      await person.clickOn("#user");
      await person.type("bob");
      await person.clickOn("#pass");
      await person.type(PASSWORD);
      // Also while a script runs, which presses nothing.
      const script = call("eval_js", { expr: "new Promise((done) => { document.body.dataset.waits = 1; addEventListener('let-go', done); })" });
      await expect.poll(() => person.evaluate("document.body.dataset.waits"), { timeout: 20_000 }).toBe("1");
      await person.clickOn("#news");
      await person.evaluate("dispatchEvent(new Event('let-go'))");
      await script;
      await call("fill", { selector: "#pin", value: "1234" });
      await person.clickOn("#user");
      await person.key("Enter");
      await person.clickOn("a");
      const { yaml } = await expect.poll(() => call("export_playwright_script"), { timeout: 20_000, interval: 50 }).toMatchObject({ stats: { steps: 6 } }).then(() => call("end_recording"));
      const flow = parse(yaml) as Data;
      expect(briefly(flow)).toEqual([
        'fill [data-testid="username"] bob',
        'fill role=textbox[name="Password"] <PASSWORD>',
        'click role=checkbox[name="News"]',
        'fill role=textbox[name="PIN"] <PASSWORD_2>',
        'press [data-testid="username"] Enter',
        'click role=link[name="Terms"]',
      ]);
      expect(flow.steps.map(({ by = "drover" }: Data) => by)).toEqual(["person", "person", "person", "drover", "person", "person"]);
      expect(flow.startUrl).toBe(url);
      expect(yaml).not.toContain(PASSWORD);
    } finally {
      await call("close_session");
    }
  });
});

/** With Debian's Chromium and nothing that had to be downloaded. */
async function runsInPlaywright(source: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-spec-"));
  try {
    const chromium = (await findBrowsers(resolveHome())).find((each) => each.engine === "chromium");
    symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
    writeFileSync(path.join(folder, "flow.spec.ts"), source.replace(/\}\);\n$/, '  await expect(page.locator("output")).toHaveText("alice eng true 21 21");\n});\n'));
    writeFileSync(path.join(folder, "playwright.config.ts"), `export default { reporter: "line", use: { launchOptions: { executablePath: ${JSON.stringify(chromium?.path)}, args: ["--no-sandbox"] } } };\n`);
    const ran = await promisify(execFile)(process.execPath, [path.resolve("node_modules/@playwright/test/cli.js"), "test"], { cwd: folder, env: { ...process.env, PASSWORD, PIN: SECRET, CI: "1" } }).catch((error: { stdout: string }) => error);
    expect(ran.stdout).toContain("1 passed");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(engine === "firefox")("in a home of its own", () => {
  test("a recording outlives its daemon and its session, records of calls are kept for those who ask, and the shell has commands for both", async ({ server }) => {
    await using own = ownHome({ DROVER_CAPABILITIES: "read,navigation,action,eval,secrets,file-io,diagnostics" });
    const url = routes(server);
    const run = (...args: string[]) => drover(args, { env: { ...own.env, PASSWORD }, cwd: own.workspace });
    await own.call("navigate", { session: "s", url });
    expect((await run("record", "start", "two parts", "--session", "s")).stdout).toContain('Recording "two parts"');
    await own.call("fill", { session: "s", selector: "#user", value: "eve" });
    await killDaemon(own);
    await own.call("fill", { session: "s", selector: "#pass", value: PASSWORD });
    await own.call("close_session", { session: "s" });
    const stopped = await run("record", "stop", "--session", "s");
    expect(stopped.stdout).toContain("2 steps written to");
    expect(readFileSync(path.join(own.workspace, "two-parts.yaml"), "utf8")).toContain("startUrl");
    expect((await run("record", "stop", "--session", "s")).code).toBe(1);
    const replayed = await run("replay", "two-parts.yaml", "--session", "s");
    expect(replayed.stdout).toMatch(/two parts: 3 of 3 steps done, 0 healed/);
    expect(await run("replay", "none.yaml")).toMatchObject({ code: 2 });

    // Records of calls.
    await own.call("eval_js", { session: "s", expr: "document.querySelector('#user').value" });
    await own.call("eval_js", { session: "s", expr: "document.querySelector('#team').value" });
    await own.call("eval_js", { session: "s", expr: `document.querySelector('#pass').value === '${PASSWORD}'` });
    await own.client("mcp", { DROVER_CAPABILITIES: "read,diagnostics" }).call("click", { session: "s", selector: "#user" });
    expect(await own.call("diagnostics_note", { session: "s", insight: `typed ${PASSWORD} by hand`, category: "workaround" })).toMatchObject({ ok: true, recorded: { severity: "info", sessionId: "s" } });
    const found = await own.call("diagnostics_search", { sessionId: "s" });
    expect(found).toMatchObject({ ok: true, truncated: false });
    expect(await own.call("diagnostics_search", { sessionId: "s", limit: 1, category: "workaround" })).toMatchObject({ count: 1, records: [{ kind: "note", insight: "typed <PASSWORD> by hand" }] });
    expect(await own.call("diagnostics_search", { tool: "eval_js", limit: 2 })).toMatchObject({ count: 2, truncated: true, records: [{ evalJs: { taxonomy: "dom-query" } }, { kind: "call" }] });
    expect(await own.call("diagnostics_search", { since: "2999-01-01T00:00:00Z" })).toMatchObject({ count: 0 });
    // The search before this one, which is of no session: their files are read in another order than they were written.
    expect(await own.call("diagnostics_search", { limit: 1 })).toMatchObject({ truncated: true, records: [{ tool: "diagnostics_search" }] });
    const report = await own.call("diagnostics_report", { format: "full" });
    expect(report).toMatchObject({ ok: true, perTool: { eval_js: { count: 3, failureCount: 0 } }, notesByCategory: { workaround: 1 }, missingPrimitiveHypotheses: ["dom-query"], truncated: false });
    expect(JSON.stringify([found, report])).not.toContain(PASSWORD);
    const folder = path.join(own.workspace, "diagnostics");
    const onDisk = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl")).map((name) => readFileSync(path.join(folder, name), "utf8")).join("");
    expect(onDisk).toContain('"tool":"eval_js"');
    expect(onDisk).not.toContain(PASSWORD);
    expect(await own.call("session_metrics", { session: "s" })).toMatchObject({ callsByTool: { eval_js: 3 }, capabilityDenials: 1, tokensEstimateSum: expect.any(Number) });
    const bundle = await run("doctor", "--bundle", "bug.zip");
    expect(bundle.stdout).toContain("bug.zip");
    expect(readFileSync(path.join(own.workspace, "bug.zip")).subarray(0, 2).toString()).toBe("PK");
    expect((await run("doctor")).stdout).toMatch(/diagnostics +\d+ records of \d+ sessions/);

    // Without the capability nothing is written, and what is there can still be read.
    const others = own.client("mcp", { DROVER_CAPABILITIES: "read" });
    const before = (await own.call("diagnostics_search", { limit: 1000 })).count;
    expect((await others.call("diagnostics_note", { insight: "x" })).data).toMatchObject({ ok: false, error: "capability-disabled" });
    expect((await others.call("diagnostics_search", { limit: 1000 })).data).toMatchObject({ count: before + 1 });
    await own.call("close_session", { session: "s" });
    expect(await own.call("diagnostics_search", { sessionId: "s" })).toMatchObject({ count: 0 });
    expect(existsSync(path.join(folder, "s"))).toBe(false);
  });
});


const viewer = path.resolve("node_modules/playwright-core/lib/vite/traceViewer");
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

/** Playwright's own viewer, with one trace. */
function serveViewer(server: FixtureServer, trace: Buffer): string {
  for (const name of readdirSync(viewer, { recursive: true, encoding: "utf8" }).filter((each) => path.extname(each) !== ""))
    server.route(`/viewer/${name}`, (_, response) => {
      response.setHeader("content-type", types[path.extname(name)] ?? "application/octet-stream");
      response.end(readFileSync(path.join(viewer, name)));
    });
  return `${server.origin}/viewer/index.html?trace=${server.route("/trace.zip", (_, response) => response.end(trace))}`;
}

test.skipIf(engine === "firefox")("a report shows what happened: as data, in a file that needs nothing, and in Playwright's viewer", async ({ session, server, client }) => {
  server.route("/order", (_, response) => response.writeHead(500).end("no"));
  const url = server.html("/report", page(`<h1>Shop</h1><label>Card <input></label>
    <button onclick="fetch('/order?token=s3cret').then((r) => { console.error('order failed <img src=x onerror=alert(1)>', r.status); document.body.insertAdjacentHTML('beforeend', '<section aria-label=Apology>Sorry</section>') })">Order</button>`));
  await session.call("register_secret", { name: "CARD", value: SECRET });
  await session.call("start_recording", { flowName: "order" });
  await session.call("navigate", { url });
  await session.call("fill", { selector: "input", value: "<CARD>" });
  await session.call("click", { selector: "button" });
  await session.call("click", { selector: "#nothing", timeoutMs: 1 });
  await session.call("name_region", { name: "corner", box: { x: 0, y: 0, width: 10, height: 10 } });
  await session.call("await_human", { kind: "confirm", prompt: "Try again?", timeoutMs: 1 });
  const data = await session.call("export_session_report", { note: "first try" });
  expect(data).toMatchObject({ ok: true, format: "json", url, note: "first try", consoleErrors: [expect.anything(), expect.stringContaining("order failed")], network: { failed: 1 }, regions: [{ name: "corner" }], sessions: expect.arrayContaining([session.id]) });
  expect(data.path).toBeUndefined();
  for (const [input, error] of [[{ path: "a.html" }, "bad-input"], [{ format: "html", path: "a.zip" }, "bad-path"], [{ format: "html", path: "../a.html" }, "bad-path"], [{ session: "nobody" }, "session-not-found"]] as const)
    expect(await session.call("export_session_report", input)).toMatchObject({ ok: false, error });

  const html = await session.call("export_session_report", { format: "html", note: `about ${SECRET}` });
  expect(html).toMatchObject({ ok: true, calls: expect.any(Number), pictures: expect.any(Number) });
  expect(html.pictures).toBeGreaterThan(2);
  const text = readFileSync(html.path, "utf8");
  for (const secret of [SECRET, "s3cret"]) expect(text).not.toContain(secret);
  const reader = `${session.id}-reader`;
  await client.call("open_session", { session: reader, mode: "incognito" });
  const read = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session: reader, ...input })).data;
  try {
    await read("navigate", { url: server.route("/report.html", (_, response) => response.setHeader("content-type", "text/html").end(text)) });
    expect(await read("eval_js", { expr: "[document.title, document.images.length, document.querySelectorAll('.call').length, document.querySelectorAll('.call.failed').length]" })).toMatchObject({ value: [`${session.id} · session report`, expect.any(Number), expect.any(Number), 1] });
    await read("press", { key: "j" });
    await read("click", { selector: '.call:has-text("click"):has-text("selector=button") > summary' });
    expect(await read("eval_js", { expr: "[...document.querySelectorAll('.call[open] img')].map((each) => each.naturalWidth > 0)" })).toMatchObject({ value: [true, true] });
    for (const words of ["console: order failed", "order failed <img", "Try again?", "about <CARD>"]) expect((await read("text_search", { text: words })).count, words).toBeGreaterThan(0);
    expect(server.requests.filter((each) => each === "GET /x")).toEqual([]);

    const trace = await session.call("export_session_report", { format: "playwright-trace" });
    await read("navigate", { url: serveViewer(server, readFileSync(trace.path)) });
    await read("wait_for", { selector: ".action-title >> text=click selector=button", timeoutMs: 20_000 });
    expect(await read("eval_js", { expr: "[...document.querySelectorAll('.action-title')].map((each) => each.innerText.split('\\n')[0])" })).toMatchObject({ value: expect.arrayContaining([`navigate url=${url}`, "fill selector=input", "click selector=button", "click selector=#nothing"]) });
    await read("click", { selector: ".action-title >> text=click selector=button" });
    await expect.poll(() => read("eval_js", { expr: "[...document.querySelectorAll('iframe')].map((each) => each.contentDocument?.images[0]?.naturalWidth ?? 0)" }), { timeout: 20_000, interval: 100 }).toMatchObject({ value: expect.arrayContaining([1280]) });
  } finally {
    await read("close_session");
  }
});
