/** What callers of other browser tools expect to find: boxes to show, code of their own, tools of the page, comparing, logging in. */
import { expect } from "vitest";
import { CheckedClient } from "./support/checkedClient.ts";
import { startKeeper } from "./support/passKeeper.ts";
import { decodePng } from "./support/png.ts";
import { engine, test, type Data } from "./support/session.ts";

test("highlight draws boxes that follow their elements, are in pictures and not in snapshots, and go with clear", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/boxes", `<title>Boxes</title><body style="margin:0;height:3000px"><button style="position:absolute;left:100px;top:300px;width:100px;height:40px">Go</button><a href=#1>one</a><a href=#2>two</a>`) });
  const snapshot = async () => (await session.call("snapshot")).tree;
  const before = await snapshot();
  const colourAt = async (x: number, y: number) => decodePng(Buffer.from((await session.outcome("screenshot", { format: "png" })).images![0]!.data, "base64")).pixel(x, y);
  const plain = await colourAt(98, 320);
  expect(await session.call("highlight", { selector: "button", label: "Here", color: "#0000ff" })).toMatchObject({ ok: true, shown: 1, matches: 1 });
  expect(await snapshot()).toBe(before);
  expect(await colourAt(98, 320)).toEqual([0, 0, 255]);
  await session.call("eval_js", { expr: "new Promise((done) => { scrollTo(0, 100); requestAnimationFrame(() => requestAnimationFrame(done)); })" });
  expect(await colourAt(98, 220)).toEqual([0, 0, 255]);
  expect(await session.call("highlight", { selector: "a" })).toMatchObject({ shown: 2 });
  expect(await session.call("highlight", { selector: ".none" })).toMatchObject({ ok: false, error: "not-found" });
  // The boxes take no clicks.
  expect(await session.call("click", { selector: "button" })).toMatchObject({ ok: true });
  await session.call("highlight", { clear: true });
  expect(await colourAt(98, 220)).toEqual(plain);
});

test("init scripts run before a document's own in every page, in the session they were given to, until they are removed", async ({ session, server, client }) => {
  const url = server.html("/init", "<title>Init</title><script>window.found = window.given ?? 'nothing'</script>");
  const found = async (options: Data = {}) => (await session.call("eval_js", { expr: "window.found", ...options })).value;
  expect(await session.call("add_init_script", { source: "window.given = 'mine'", name: "given" })).toMatchObject({ ok: true, name: "given", initScripts: ["given"] });
  await session.call("navigate", { url });
  expect(await found()).toBe("mine");
  const { id } = await session.call("tab_open", { url });
  expect(await found({ page: id })).toBe("mine");
  await session.call("add_init_script", { source: "window.given = 'another'", name: "given" });
  expect(await session.call("add_init_script", { source: "document.title = 'Now'", now: true })).toMatchObject({ name: "init-1", initScripts: ["given", "init-1"] });
  expect((await session.call("eval_js", { expr: "document.title", page: id })).value).toBe("Now");
  await session.call("navigate", { url });
  expect(await found()).toBe("another");
  expect(await session.call("add_init_script", { source: "window.x = " })).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining("does not parse") });
  expect(await session.call("remove_init_script", { name: "givne" })).toMatchObject({ ok: false, error: "not-found" });
  expect(await session.call("remove_init_script")).toMatchObject({ removed: ["given", "init-1"], initScripts: [] });
  await session.call("navigate", { url });
  expect(await found()).toBe("nothing");

  const other = `${session.id}-scripts`;
  const agent = new CheckedClient({ client: "mcp", env: { ...process.env, DROVER_CAPABILITIES: "read,navigation,action,human" } });
  expect((await agent.call("open_session", { session: other, mode: "incognito", engine, initScripts: ["window.given = 1"] })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "eval" });
  agent.close();
  expect((await client.call("open_session", { session: other, mode: "incognito", engine, initScripts: ["window.given = 'from the start'"] })).ok).toBe(true);
  await client.call("navigate", { session: other, url });
  expect((await client.call("eval_js", { session: other, expr: "window.found" })).data).toMatchObject({ value: "from the start" });
  await client.call("close_session", { session: other });
});

test("run_code calls tools in loops, hands refusals to the script, and has nothing of the machine", async ({ session, server }) => {
  await session.call("navigate", { url: server.html("/list", `<title>List</title><input id=name aria-label=Name><button onclick="list.append(Object.assign(document.createElement('li'), { textContent: document.getElementById('name').value }))">Add</button><ul id=list></ul>`) });
  const ran = await session.call("run_code", {
    code: `for (const name of args.names) { await session.fill({ selector: "#name", value: name }); await session.click({ selector: "button" }); console.log("added", name); }
      let refused; try { await session.click({ selector: "#nowhere", timeoutMs: 300 }); } catch (error) { refused = [error instanceof ToolError, error.code, error.tool]; }
      return { refused, items: (await session.evalJs({ expr: "[...document.querySelectorAll('li')].map((li) => li.textContent)" })).value };`,
    args: { names: ["Ada", "Grace"] },
  });
  expect(ran).toMatchObject({ ok: true, calls: 6, printed: ["added Ada", "added Grace"], value: { refused: [true, "not-found", "click"], items: ["Ada", "Grace"] } });
  expect(await session.call("run_code", { code: "async (session, { word }) => word + (await session.evalJs({ expr: 'document.title' })).value", args: { word: "a " } })).toMatchObject({ value: "a List" });
  const reach = "[typeof process, typeof require, typeof fetch, typeof setTimeout, typeof WebSocket, (() => { try { return (0, eval)('this').constructor.constructor('return typeof process')() } catch (error) { return String(error) } })()]";
  expect(await session.call("run_code", { code: reach })).toMatchObject({ value: ["undefined", "undefined", "undefined", "undefined", "undefined", "undefined"] });
  expect(await session.call("run_code", { code: "import('node:fs')" })).toMatchObject({ ok: false, error: "script-error" });
  expect(await session.call("run_code", { code: "throw new TypeError('mine')" })).toMatchObject({ ok: false, error: "script-error", message: "TypeError: mine" });
  expect(await session.call("run_code", { code: "return await session.runCode({ code: '1' })" })).toMatchObject({ ok: false, error: "script-error", message: expect.stringContaining("may not be called from run_code") });
  expect(await session.call("run_code", { code: "await new Promise(() => {})" })).toMatchObject({ ok: false, error: "script-error", message: expect.stringContaining("never come") });
  expect(await session.call("run_code", { code: "for (;;);", timeoutMs: 1500 })).toMatchObject({ ok: false, error: "timeout" });
  expect(await session.call("run_code", { code: "new ArrayBuffer(1e8)" })).toMatchObject({ ok: false, error: "script-error", message: expect.stringContaining("out of memory") });
});

test("snapshot_diff compares the page with what it was, and two addresses with each other", async ({ session, server }) => {
  const page = (price: string, more = "") => `<title>Shop</title><main><h1>Shoes</h1><button>Buy for ${price}</button>${more}</main>`;
  const [live, staging] = [server.html("/live", page("10")), server.html("/staging", page("12", "<a href=/help>Help</a>"))];
  await session.call("navigate", { url: live });
  expect(await session.call("snapshot_diff", { keep: "before" })).toMatchObject({ ok: true, kept: "before" });
  expect(await session.call("snapshot_diff", { from: "before" })).toMatchObject({ same: true, added: 0, removed: 0, diff: [] });
  await session.call("eval_js", { expr: "document.querySelector('button').textContent = 'Sold out'" });
  const changed = await session.call("snapshot_diff", { from: "before" });
  expect(changed).toMatchObject({ same: false, added: 1, removed: 1 });
  expect(changed.diff.join("\n")).toMatch(/- +button "Buy for 10" \[ref=e\d+\]\n\+ +button "Sold out" \[ref=e\d+\]/);
  const compared = await session.call("snapshot_diff", { from: live, to: staging });
  expect(compared).toMatchObject({ same: false, from: live, to: staging, added: 2, removed: 1 });
  expect(compared.diff.join("\n")).not.toContain("ref=");
  expect((await session.call("list_targets")).length).toBe(1);
  expect(await session.call("snapshot_diff", { from: "befor" })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("before") });
});

test("log_in fills in the form of the page with an account or a secret, over two pages and with a code, and shows nothing of it", async ({ session, server }) => {
  const PASSWORD = "correct-horse-9!";
  using keeper = startKeeper({ acme: `${PASSWORD}\nusername: ada\notpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXP\n` });
  const agent = new CheckedClient({ client: "mcp", env: { ...process.env, DROVER_CREDENTIALS_PROVIDER: "pass", DROVER_PASS_BIN: keeper.bin, DROVER_CAPABILITIES: "read,navigation,action,human,secrets,credentials" } });
  const answers: unknown[] = [];
  const call = async (tool: string, input: Record<string, unknown>) => {
    const outcome = await agent.call(tool, { session: session.id, ...input }, { form: "agent" });
    answers.push(outcome);
    return outcome.data as Data;
  };
  const got: Record<string, string> = {};
  const form = (action: string, fields: string) => `<title>Log in</title><form action=/search><input name=q aria-label=Search><button>Search</button></form><form method=post action=${action}>${fields}<button>Continue</button></form>`;
  const step = (path: string, next: string) =>
    server.route(path, (request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        Object.assign(got, Object.fromEntries(new URLSearchParams(body)));
        response.setHeader("content-type", "text/html");
        response.end(next);
      });
    });
  step("/in", `<title>Welcome</title><h1>Welcome, your password is ${PASSWORD}</h1>`);
  step("/code", form("/in", `<input name=code autocomplete=one-time-code aria-label=Code>`));
  step("/password", form("/code", `<input name=pass type=password aria-label=Password>`));
  const url = server.html("/who", form("/password", `<input name=user type=email autocomplete=username aria-label=E-mail>`).replace("type=email ", ""));
  expect(await call("log_in", { account: "acme", url })).toMatchObject({ ok: true, loggedIn: true, title: "Welcome", filled: ["username", "password", "code"] });
  expect(got).toMatchObject({ user: "ada", pass: PASSWORD, code: expect.stringMatching(/^\d{6}$/) });
  await call("snapshot", {});
  await call("register_secret", { name: "PLAIN", value: "other-password-1" });
  const one = server.html("/one", form("/in", `<input name=user aria-label=User><input name=pass type=password aria-label=Password>`));
  expect(await call("log_in", { username: "grace", secret: "PLAIN", url: one })).toMatchObject({ ok: true, loggedIn: true, filled: ["username", "password"] });
  expect(got).toMatchObject({ user: "grace", pass: "other-password-1" });
  expect(await call("log_in", { account: "acme", secret: "PLAIN" })).toMatchObject({ ok: false, error: "bad-input" });
  const told = JSON.stringify(answers);
  expect(told).not.toContain(PASSWORD);
  agent.close();
  const lesser = new CheckedClient({ client: "mcp", env: { ...process.env, DROVER_CAPABILITIES: "read,navigation,action,human,secrets" } });
  expect((await lesser.call("log_in", { session: session.id, account: "acme" })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "credentials" });
  lesser.close();
});

test.runIf(engine === "chromium")("page_tools lists what the page offers to agents, scripts and forms alike, and call_page_tool calls it", async ({ server, client, session }) => {
  const id = `${session.id}-mcp`;
  const call = async (tool: string, input: Record<string, unknown> = {}) => (await client.call(tool, { session: id, ...input })).data as Data;
  expect(await call("open_session", { mode: "incognito", webMcp: true })).toMatchObject({ ok: true });
  const url = server.html("/tools", `<title>Tools</title><form toolname=send tooldescription="Sends it"><input name=q></form><script>
    document.modelContext.registerTool({ name: "add", description: "Adds", inputSchema: { type: "object", properties: { a: { type: "number" } } }, execute: async ({ a }) => ({ content: [{ type: "text", text: String(a + 1) }] }) });
    document.modelContext.registerTool({ name: "fail", description: "Fails", execute: async () => { throw new Error("no such luck") } });</script>`);
  await call("navigate", { url });
  const { tools } = await call("page_tools");
  expect(tools.toSorted((a: Data, b: Data) => a.name.localeCompare(b.name))).toMatchObject([{ name: "add", inputSchema: { properties: { a: { type: "number" } } } }, { name: "fail" }, { name: "send", description: "Sends it" }]);
  expect(await call("call_page_tool", { tool: "add", input: { a: 2 } })).toMatchObject({ ok: true, output: { content: [{ type: "text", text: "3" }] } });
  expect(await call("call_page_tool", { tool: "fail" })).toMatchObject({ ok: false, error: "script-error" });
  expect(await call("call_page_tool", { tool: "ad" })).toMatchObject({ ok: false, error: "not-found", hint: expect.stringContaining("add") });
  await call("close_session");
});

test("tools of a page that brings the interface along are listed and called too", async ({ session, server }) => {
  const url = server.html("/polyfill", `<title>Own</title><script>
    const tools = new Map();
    Object.defineProperty(navigator, "modelContext", { value: { registerTool: (tool) => tools.set(tool.name, tool) } });
    Object.defineProperty(navigator, "modelContextTesting", { value: { listTools: () => [...tools.values()].map(({ name, description }) => ({ name, description, inputSchema: '{"type":"object"}' })), executeTool: async (name, json) => JSON.stringify(await tools.get(name).execute(JSON.parse(json))) } });
    navigator.modelContext.registerTool({ name: "greet", description: "Greets", execute: ({ who }) => "Hello " + who });</script>`);
  await session.call("navigate", { url });
  expect(await session.call("page_tools")).toMatchObject({ ok: true, tools: [{ name: "greet", inputSchema: { type: "object" } }] });
  expect(await session.call("call_page_tool", { tool: "greet", input: { who: "Ada" } })).toMatchObject({ ok: true, output: "Hello Ada" });
});
