import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drover, type Ran } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { connectOnStdio, dataOf } from "./support/mcp.ts";
import { pluginFolder, tool } from "./support/pluginFolder.ts";

let own: TestHome;
let sources: string;
const run = (...args: string[]): Promise<Ran> => drover(args, { env: own.env, cwd: sources });
const install = (folder: string): Promise<Ran> => run("plugin", "install", `file:${folder}`, "--json");
const statusOf = async (name: string) => {
  const { plugins } = await own.call("plugins_list");
  return plugins.find((each: { name: string }) => each.name === name);
};

const page = tool({
  name: "title",
  needs: "page",
  input: "z.object({ ref: z.string().optional().describe('whose text'), times: z.number().max(3).optional() })",
  run: `async (api, { ref, times = 1 }) => ({ ok: true, undeclared: 1, value: ref
    ? await api.page.evaluateOn(ref, (element, n) => element.textContent.repeat(n), times)
    : await api.page.evaluate(async (n) => [document.title.repeat(n), document.body.textContent], times) })`,
});

const misbehave = tool({
  name: "misbehave",
  input: "z.object({ how: z.string().optional() })",
  run: `async (api, { how }) => {
    if (how === "exit") process.exit(0);
    if (how === "throw") throw new Error("boom");
    if (how === "hang") for (;;);
    if (how === "leak") for (const kept = []; ; ) kept.push(new Array(1e6).fill({}));
    if (how === "refuse") throw new ToolError("no-board", "there is no board", "Open one.", { boards: 0 });
    if (how === "lie") return { ok: true, valu: 1, value: undefined, extra: () => 1 };
    const tried = {};
    const { readFileSync, writeFileSync } = await import("node:fs");
    for (const [name, act] of Object.entries({ read: () => readFileSync("/etc/hostname"), write: () => writeFileSync("here", ""), home: () => readFileSync(${JSON.stringify("HOME_CONFIG")}) }))
      try { act(); tried[name] = "done"; } catch (error) { tried[name] = error.code; }
    try { (await import("node:child_process")).execSync("id"); tried.program = "ran"; } catch (error) { tried.program = error.code; }
    return { ok: true, value: { ...tried, env: Object.keys(process.env) } };
  }`,
});

const reach = tool({ name: "reach", input: "z.object({ tool: z.string().optional(), input: z.record(z.string(), z.unknown()).optional() })", run: "async (api, { tool, input }) => ({ ok: true, value: await api.callTool(tool, input) })" });

beforeAll(async () => {
  own = ownHome();
  sources = mkdtempSync(path.join(os.tmpdir(), "drover-plugins-"));
  const marker = path.join(sources, "script-ran");
  pluginFolder(sources, { name: "drover-plugin-helper", namespace: "helper" });
  pluginFolder(sources, { name: "drover-plugin-outsider", namespace: "outsider" });
  pluginFolder(sources, {
    name: "drover-plugin-probe",
    namespace: "probe",
    pageCode: true,
    dependsOn: [{ plugin: "drover-plugin-helper", version: "^1.0.0" }],
    scripts: { preinstall: `touch ${marker}`, postinstall: `touch ${marker}`, prepare: `touch ${marker}` },
    tools: [page, misbehave.replace("HOME_CONFIG", own.home.logFile), reach].join(","),
  });
  for (const name of ["helper", "outsider", "probe"]) {
    const { code, stdout, stderr } = await install(path.join(sources, `drover-plugin-${name}`));
    expect(code, stdout + stderr).toBe(0);
  }
  expect(existsSync(marker)).toBe(false);
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
  rmSync(sources, { recursive: true, force: true });
});

test("what was installed is declared, pinned and listed in the order of its dependencies", async () => {
  const declared = JSON.parse(readFileSync(path.join(own.workspace, "plugins.json"), "utf8")).plugins;
  const lock = JSON.parse(readFileSync(path.join(own.workspace, "plugins-lock.json"), "utf8")).plugins;
  expect(Object.keys(declared)).toEqual(["drover-plugin-helper", "drover-plugin-outsider", "drover-plugin-probe"]);
  expect(lock["drover-plugin-probe"]).toEqual({ version: "1.0.0", contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/), source: declared["drover-plugin-probe"].source });
  const { plugins } = await own.call("plugins_list");
  expect(plugins.map(({ namespace, status, trust }: Record<string, string>) => `${namespace} ${status} ${trust}`)).toEqual(["helper loaded local", "outsider loaded local", "probe loaded local"]);
  expect(await own.call("plugins_info", { name: "probe" })).toMatchObject({
    name: "drover-plugin-probe",
    manifest: { apiVersion: 1, pageCode: true },
    dependencies: ["drover-plugin-helper"],
    tools: [{ name: "probe.title", input: { properties: { ref: { description: "whose text" } } } }, { name: "probe.misbehave" }, { name: "probe.reach" }],
  });
  expect((await run("doctor")).stdout).toMatch(/✓ plugin\s+drover-plugin-probe 1\.0\.0/);
});

test("its tools are commands, with help and completion, and work on a page and by ref", async () => {
  await run("open", "data:text/html,<title>Hi</title><button>Press</button> s3cret-value");
  expect((await run("probe.title", "--json")).json).toEqual({ ok: true, value: ["Hi", "Press s3cret-value"] });
  const { stdout } = await run("find", "press", "--json");
  const [{ ref }] = JSON.parse(stdout).matches ?? JSON.parse(stdout).candidates;
  expect((await run("probe", "title", "--ref", ref, "--times", "2", "--json")).json).toMatchObject({ value: "PressPress" });
  expect((await run("probe.title", "--times", "9")).stderr).toContain("times");
  expect((await run("help", "probe.title")).stdout).toContain("whose text");
  expect((await run("help", "probe")).stdout).toContain("probe.misbehave");
  expect((await run("probe.titel")).stderr).toContain("drover probe.title");
  expect((await run("completion", "bash")).stdout).toMatch(/probe\.title\) words="--ref --times /);
});

test("an agent lists them by namespace; what it gets is marked, and secrets in it are masked", async () => {
  const env = { DROVER_HOME: own.home.dir, DROVER_WORKSPACE: own.workspace };
  const agent = await connectOnStdio({ env });
  const names = async () => (await agent.listTools()).tools.map(({ name }) => name);
  expect(await names()).not.toContain("probe.title");
  await agent.callTool({ name: "enable_tools", arguments: { families: ["probe"] } });
  expect(await names()).toContain("probe.title");
  await own.call("open_session", { session: "shared", mode: "incognito", shared: true });
  await own.call("navigate", { session: "shared", url: "data:text/html,<title>T</title>s3cret-value" });
  await own.call("register_secret", { session: "shared", name: "KEY", value: "s3cret-value" });
  const result = await agent.callTool({ name: "probe.title", arguments: { session: "shared" } });
  expect(result._meta).toEqual({ "drover/untrusted": true });
  expect(dataOf(result as never)).toEqual({ ok: true, value: ["T", "<KEY>"] });
  await agent.close();
});

test("a plugin that throws, leaves, hangs or fills its memory fails its call and nothing else", async () => {
  const { pid } = (await run("daemon", "status", "--json")).json;
  expect(await own.call("probe.misbehave", { how: "throw" })).toMatchObject({ error: "plugin-failed", message: "boom", failure: { plugin: "drover-plugin-probe" } });
  expect(await own.call("probe.misbehave", { how: "refuse" })).toMatchObject({ error: "plugin-failed", code: "no-board", hint: "Open one.", boards: 0 });
  expect(await own.call("probe.misbehave", { how: "exit" })).toMatchObject({ error: "plugin-failed", message: expect.stringContaining("exit code 0") });
  const hanging = own.call("probe.misbehave", { how: "hang" });
  expect(await own.call("helper.hello")).toEqual({ ok: true, value: 1 });
  expect(await hanging).toMatchObject({ error: "timeout" });
  expect(["plugin-failed", "timeout"]).toContain((await own.call("probe.misbehave", { how: "leak" })).error);
  expect(await own.call("probe.misbehave")).toMatchObject({ ok: true });
  expect((await statusOf("drover-plugin-probe")).failures.count).toBeGreaterThanOrEqual(3);
  expect((await run("daemon", "status", "--json")).json["pid"]).toBe(pid);
});

test("its process has nothing of the daemon's environment, and no files, programs or answers beyond what it declares", async () => {
  expect((await own.call("probe.misbehave")).value).toEqual({ read: "ERR_ACCESS_DENIED", write: "ERR_ACCESS_DENIED", home: "ERR_ACCESS_DENIED", program: "ERR_ACCESS_DENIED", env: [] });
  expect((await own.call("probe.misbehave", { how: "lie" })).valu).toBeUndefined();
});

test.each([
  ["helper.hello", {}, { ok: true, value: 1 }],
  ["outsider.hello", {}, { ok: false, code: "plugin-call-graph-violation" }],
  ["click", { selector: "a" }, { ok: false, code: "plugin-call-graph-violation" }],
  ["reset_config", { scope: "user" }, { ok: false, code: "plugin-call-graph-violation" }],
  ["get_config", {}, { ok: true }],
])("callTool of %s obeys the manifest", async (name, input, answer) => {
  expect((await own.call("probe.reach", { tool: name, input })).value).toMatchObject(answer);
});

test("whoever lacks a capability that it declares does not have it", async () => {
  const client = own.client("mcp", { DROVER_CAPABILITIES: "navigation,human" });
  expect((await client.call("probe.title", {})).data).toMatchObject({ error: "plugin-disabled", status: "disabled-by-capability-mismatch", message: expect.stringContaining("read") });
});

test("a changed file means not loaded, and says so, until it is as it was", async () => {
  const file = path.join(own.workspace, "plugins/node_modules/drover-plugin-outsider/index.js");
  appendFileSync(file, "\n// changed");
  expect(await statusOf("drover-plugin-outsider")).toMatchObject({ status: "load-error", reason: expect.stringContaining("not those that were installed") });
  expect(await own.call("outsider.hello")).toMatchObject({ error: "plugin-disabled" });
  const { code, stdout } = await run("doctor");
  expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ plugin\s+drover-plugin-outsider: load-error/)]);
  expect((await run("plugin", "sync", "--json")).json).toMatchObject({ changes: expect.arrayContaining([expect.objectContaining({ name: "drover-plugin-outsider", action: "installed" })]) });
  expect(await own.call("outsider.hello")).toEqual({ ok: true, value: 1 });
});

test("what an agent or a repository put into the workspace is not let in", async () => {
  await using other = ownHome();
  const workspace = other.workspace;
  const folder = path.join(workspace, "plugins/node_modules/drover-plugin-evil");
  mkdirSync(path.dirname(folder), { recursive: true });
  pluginFolder(path.dirname(folder), { name: "drover-plugin-evil", namespace: "evil" });
  writeFileSync(path.join(workspace, "plugins.json"), JSON.stringify({ plugins: { "drover-plugin-evil": { source: "file:x", declaredAt: "now" }, "drover-plugin-absent": { source: "1.0.0", declaredAt: "now" } } }));
  const { plugins } = await other.call("plugins_list");
  expect(plugins.map(({ status, reason }: Record<string, string>) => `${status}: ${reason}`)).toEqual([expect.stringContaining("load-error: it is declared but not installed"), expect.stringContaining("load-error: nobody has let it in")]);
  writeFileSync(path.join(workspace, "plugins.json"), JSON.stringify({ plugins: { "../../escape": { source: "file:x", declaredAt: "now" } } }));
  expect(await other.call("plugins_list")).toMatchObject({ error: "bad-input", message: expect.stringContaining("not the name of a package") });
});

test.each<[string, Parameters<typeof pluginFolder>[1], string]>([
  ["of a namespace that is taken", { name: "drover-plugin-second", namespace: "helper" }, 'calls itself "helper" too'],
  ["that closes a circle", { name: "drover-plugin-helper", namespace: "helper", dependsOn: [{ plugin: "drover-plugin-probe" }] }, "depends on itself"],
  ["of another API version", { name: "drover-plugin-future", namespace: "future", apiVersion: 9 }, "version 9 of the plugin API"],
  ["whose tool needs more than the manifest says", { name: "drover-plugin-liar", namespace: "liar", tools: tool({ capability: '"eval"' }) }, 'needs the capability "eval"'],
  ["whose entry leads out of it", { name: "drover-plugin-out", namespace: "out", entry: "../drover-plugin-helper/index.js" }, "leads out of the package"],
  ["whose module throws", { name: "drover-plugin-broken", namespace: "broken", tools: "...(() => { throw new Error('at once') })()" }, "at once"],
  ["of a family's name", { name: "drover-plugin-canvas", namespace: "canvas" }, "means something else"],
])("a plugin %s is refused, and leaves nothing", async (_, source, why) => {
  const parent = mkdtempSync(path.join(sources, "bad-"));
  const before = readFileSync(path.join(own.workspace, "plugins.json"), "utf8");
  const { code, json } = await install(pluginFolder(parent, source));
  expect([code, json]).toEqual([expect.any(Number), expect.objectContaining({ ok: false, message: expect.stringContaining(why) })]);
  expect(readFileSync(path.join(own.workspace, "plugins.json"), "utf8")).toBe(before);
});

test("one that others depend on stays; the last of them may go", async () => {
  expect((await run("plugin", "remove", "helper")).stderr).toContain("depends on drover-plugin-helper");
  expect((await run("plugin", "remove", "outsider")).code).toBe(0);
  expect(await own.call("outsider.hello")).toMatchObject({ error: "unknown-tool" });
  expect(await statusOf("drover-plugin-outsider")).toBeUndefined();
});

test("a new plugin can be installed as it is", async () => {
  expect((await run("plugin", "new", "weather")).code).toBe(0);
  expect((await install(path.join(sources, "drover-plugin-weather"))).code).toBe(0);
  await own.call("navigate", { session: "new", url: "data:text/html,<h1>One</h1><h2>Two</h2>" });
  expect(await own.call("weather.headings", { session: "new", level: 2 })).toEqual({ ok: true, headings: [{ level: 2, text: "Two" }] });
});
