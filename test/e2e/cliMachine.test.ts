import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loadDescriptors } from "../../src/browser/descriptor.ts";
import { drover } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { killed } from "./support/kill.ts";

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("browsers and install find what is there", async () => {
  await using own = ownHome();
  const { json } = await drover(["browsers", "--json"], { env: own.env });
  const browsers = json["browsers"] as { engine: string; version: string; path: string }[];
  const chromium = browsers.find(({ engine }) => engine === "chromium");
  expect(chromium).toMatchObject({ version: expect.stringMatching(/^\d+/), path: expect.any(String) });
  expect((await drover(["install", "chromium", "--json"], { env: own.env })).json).toMatchObject({ ok: true, how: "found", path: chromium?.path });
  expect(await drover(["install", "netscape"], { env: own.env })).toMatchObject({ code: 2 });
});

test("doctor finds everything well, and says what is not", async () => {
  await using own = ownHome();
  const well = await drover(["doctor", "--json"], { env: own.env });
  expect(well).toMatchObject({ code: 0, json: { healthy: true } });
  const ill = await drover(["doctor"], { env: { ...own.env, DROVER_ATTACH_CDP: `http://127.0.0.1:${await freePort()}` } });
  expect(ill).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ attach endpoint/) });
  const wrong = await drover(["doctor"], { env: { ...own.env, DROVER_BROWSER: "netscape", DROVER_ACTION_TIMEOUT_MS: "abc" } });
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ environment .*DROVER_BROWSER=netscape.*DROVER_ACTION_TIMEOUT_MS=abc/) });
});

test("doctor --fix clears away what a killed daemon and browser left", async () => {
  await using own = ownHome();
  await own.call("open_session", { session: "lost", mode: "incognito" });
  const { pid } = await own.client().status();
  const [record = ""] = (await drover(["session", "list", "--json"], { env: own.env })).stdout.match(/"pid":\d+/) ?? [];
  process.kill(pid, "SIGKILL");
  process.kill(Number(record.slice(6)), "SIGKILL");
  await expect.poll(async () => (await drover(["doctor"], { env: own.env })).stdout).toContain("records of browsers that are gone");
  expect(await drover(["doctor", "--fix"], { env: own.env })).toMatchObject({ code: 0, stdout: expect.stringContaining("Mended") });
});

test("chrome start makes a browser that sessions attach to and leave alone", async () => {
  await using own = ownHome();
  const port = await freePort();
  const run = (...args: string[]) => drover(args, { env: own.env });
  const started = (await run("chrome", "start", "--headless", "--port", String(port), "--json")).json;
  try {
    expect(started).toMatchObject({ running: true, endpoint: `http://127.0.0.1:${port}` });
    expect(readFileSync(path.join(own.workspace, "chrome.pid"), "utf8").trim()).toBe(String(started["pid"]));
    expect(await run("open", "about:blank", "--attach", String(port))).toMatchObject({ code: 0 });
    expect(await run("close")).toMatchObject({ code: 0 });
    expect((await run("chrome", "status", "--json")).json).toMatchObject({ running: true, pid: started["pid"] });
    expect(await run("chrome", "start", "--port", String(port))).toMatchObject({ code: 0, stdout: expect.stringContaining("runs already") });
    expect(await run("chrome", "start", "--port", String(await freePort()))).toMatchObject({ code: 2, stderr: expect.stringContaining(`on port ${port}`) });
    expect(await run("chrome", "start", "--insecure")).toMatchObject({ code: 2 });
  } finally {
    expect((await run("chrome", "stop", "--json")).json).toMatchObject({ stopped: true });
  }
  expect((await run("chrome", "status", "--json")).json).toEqual({ ok: true, running: false });
});

test("chrome stop clears away what a killed browser left", async () => {
  await using own = ownHome();
  const run = (...args: string[]) => drover(args, { env: own.env });
  const { pid } = (await run("chrome", "start", "--headless", "--port", String(await freePort()), "--json")).json;
  await killed(Number(pid));
  expect((await run("chrome", "stop", "--json")).json).toMatchObject({ stopped: false, running: false });
  expect(loadDescriptors(own.home)).toEqual([]);
});

test("doctor --fix says what is wrong with a home that it cannot mend", async () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), "drover-doctor-")), "file");
  writeFileSync(file, "");
  const { code, stdout, stderr } = await drover(["doctor", "--fix"], { env: { ...process.env, DROVER_HOME: path.join(file, "home") } });
  expect({ code, stdout, stderr }).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ home[^]*chromium/), stderr: expect.stringContaining("Not everything could be mended") });
  rmSync(path.dirname(file), { recursive: true });
});

test("init writes .mcp.json beside what was there, with the project's test attributes first", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-init-"));
  mkdirSync(path.join(folder, "src"));
  writeFileSync(path.join(folder, "src", "page.tsx"), `<b data-cy="a"/><b data-cy="b"/><b data-testid="c"/>`);
  writeFileSync(path.join(folder, ".mcp.json"), `{"mcpServers":{"other":{"command":"x"}}}`);
  expect((await drover(["init", folder, "--json"])).json).toMatchObject({ ok: true, testAttributes: ["data-cy", "data-testid", "data-test", "data-qa"] });
  const written = JSON.parse(readFileSync(path.join(folder, ".mcp.json"), "utf8")) as { mcpServers: Record<string, { args: string[]; env: Record<string, string> }> };
  expect(Object.keys(written.mcpServers)).toEqual(["other", "drover", "drover-attached"]);
  expect(written.mcpServers["drover"]).toMatchObject({ args: expect.arrayContaining(["mcp"]), env: { DROVER_WORKSPACE: ".drover", DROVER_TEST_ATTRIBUTES: "data-cy,data-testid,data-test,data-qa" } });
  expect(JSON.stringify(written)).not.toContain(path.sep === "/" ? "\"/" : ":\\");
  // What somebody changed by hand stays, and what they took out comes back.
  const edited = { command: "npx", args: ["drover", "mcp", "--tools", "all"], env: { DROVER_TEST_ATTRIBUTES: "data-mine", DEBUG: "1" } };
  writeFileSync(path.join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { drover: edited } }));
  const entry = async (...args: string[]) => {
    await drover(["init", folder, ...args]);
    return (JSON.parse(readFileSync(path.join(folder, ".mcp.json"), "utf8")) as typeof written).mcpServers["drover"];
  };
  expect(await entry()).toEqual({ ...edited, env: { ...edited.env, DROVER_WORKSPACE: ".drover" } });
  expect(await entry("--test-attrs", "data-qa")).toMatchObject({ env: { DROVER_TEST_ATTRIBUTES: "data-qa", DEBUG: "1" } });
  writeFileSync(path.join(folder, ".mcp.json"), "not json");
  expect(await drover(["init", folder])).toMatchObject({ code: 2 });
  expect(await drover(["init", path.join(folder, ".mcp.json")])).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a folder") });
  rmSync(folder, { recursive: true });
});

test("the demo drives its shop, says so and leaves no session", async () => {
  await using own = ownHome();
  const { code, stdout } = await drover(["demo"], { env: own.env });
  expect(code).toBe(0);
  for (const step of ["Opened", "Looked", "typed Ada", "Clicked", "Checked"]) expect(stdout).toContain(step);
  expect((await drover(["daemon", "status", "--json"], { env: own.env })).json).toMatchObject({ sessions: 0, browsers: 0 });
});

test("init writes each client's own file, shows it first, and asks before it leaves the project", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-clients-"));
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-person-"));
  const env = { ...process.env, HOME: home };
  mkdirSync(path.join(folder, ".vscode"));
  writeFileSync(path.join(folder, ".vscode", "mcp.json"), `{\n  // ours\n  "servers": {}\n}\n`);
  // Where nobody can be asked, the one usual file is written and the others are told of.
  expect((await drover(["init", folder, "--json"], { env })).json).toMatchObject({ files: [{ client: "claude", changed: true }], hint: expect.stringContaining("--for vscode") });
  const shown = await drover(["init", folder, "--for", "codex", "--dry-run"], { env });
  expect(shown.stdout).toMatch(/config\.toml\n\[mcp_servers\.drover\]/);
  expect(existsSync(path.join(folder, ".codex"))).toBe(false);
  const { json } = await drover(["init", folder, "--for", "codex", "--for", "vscode,zed,gemini,cursor", "--json"], { env });
  expect(json).toMatchObject({ ok: true, files: [{ client: "codex", changed: true }, { client: "vscode" }, { client: "zed" }, { client: "gemini" }, { client: "cursor" }] });
  expect(readFileSync(path.join(folder, ".vscode", "mcp.json"), "utf8")).toMatch(/\/\/ ours[^]*"type": "stdio"/);
  expect(readFileSync(path.join(folder, ".codex", "config.toml"), "utf8")).toContain(`command = "drover"`);
  expect(await drover(["init", folder, "--for", "windsurf"], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  const windsurf = path.join(home, ".codeium", "windsurf", "mcp_config.json");
  expect(existsSync(windsurf)).toBe(false);
  expect(await drover(["init", folder, "--for", "windsurf", "--yes"], { env })).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(windsurf, "utf8"))).toMatchObject({ mcpServers: { drover: { args: ["mcp"] } } });
  expect(await drover(["init", folder, "--for", "curser"], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining("cursor") });
  for (const each of [folder, home]) rmSync(each, { recursive: true });
});
