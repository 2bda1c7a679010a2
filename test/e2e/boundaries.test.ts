import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect } from "vitest";
import type { CheckedClient } from "./support/checkedClient.ts";
import { drover as runDrover } from "./support/drover.ts";
import { ownHome, type TestHome } from "./support/home.ts";
import { killed } from "./support/kill.ts";
import { test, type Data } from "./support/session.ts";

const endpointOf = async (owner: TestHome) => (await owner.call("list_sessions")).sessions[0].endpoint as string;

describe("a person's own browser", () => {
  test("an agent gets into it only when whoever started the agent's server said so", async () => {
    await using owner = ownHome({ DROVER_DEBUGGING_PORT: "0" });
    await using guest = ownHome();
    await owner.call("navigate", { url: "about:blank" });
    const endpoint = await endpointOf(owner);
    const agent = guest.client("mcp");
    const disabled = { ok: false, error: "capability-disabled", requiredCapability: "byob-attach" };

    for (const patch of [{ attachEndpoint: endpoint }, { confirmRequired: [] }])
      expect((await agent.call("set_config", { scope: "user", patch })).data).toMatchObject({ ok: false, error: "refused" });
    expect((await agent.call("open_session", { session: "asked", endpoint })).data).toMatchObject(disabled);

    await guest.call("set_config", { scope: "user", patch: { attachEndpoint: endpoint } });
    expect((await agent.call("reset_config", { scope: "user" })).data).toMatchObject({ ok: false, error: "refused" });
    expect((await agent.call("open_session", { session: "configured" })).data).toMatchObject(disabled);
    expect((await agent.call("snapshot", { session: "lazy" })).data).toMatchObject(disabled);
    await guest.call("open_session", { session: "person" });
    expect((await agent.call("snapshot", { session: "person" })).data).toMatchObject({ ok: true });
    const touched = await agent.call("navigate", { session: "person", url: "about:blank" });
    expect(touched.data).toMatchObject({ ok: false, error: "blocked", policy: "byob_action" });
    // What is read there without a page has the person's log-ins all the same.
    for (const mode of ["fingerprint", "browser"])
      expect((await agent.call("web_scrape", { url: "http://192.0.2.1/", mode, sessionId: "person" })).data, mode).toMatchObject({ ok: false, error: "blocked", policy: "byob_action" });

    const invited = guest.client("mcp", { DROVER_ATTACH_CDP: endpoint });
    expect((await invited.call("snapshot", { session: "invited" })).data).toMatchObject({ ok: true });
  });
});

describe("a session that somebody else opened", () => {
  test("who opens it again after its browser died is its opener", async () => {
    await using drover = ownHome();
    const opens = (origin: string) => drover.client("cli", { DROVER_BLOCKED_ORIGINS: origin }).call("open_session", { session: "again" });
    await opens("http://first.test");
    await killed((await drover.call("list_sessions")).sessions[0].pid);
    await opens("http://second.test");
    const { config } = await drover.call("get_config", { scope: "session", session: "again" });
    expect(config.blockedOrigins).toEqual(["http://second.test"]);
  });

  test("the origins of both its opener and its caller count, also after a daemon's end", async ({ server }) => {
    const blocked = { ok: false, error: "refused", message: expect.stringContaining("blocklist") };
    const page = server.html("/bounds", "<title>Bounds</title>");
    await using drover = ownHome();
    const opener = drover.client("cli", { DROVER_BLOCKED_ORIGINS: "http://never.test" });
    await opener.call("open_session", { session: "shared", mode: "incognito" });
    const careful = drover.client("mcp", { DROVER_BLOCKED_ORIGINS: server.origin });
    expect((await careful.call("navigate", { session: "shared", url: page })).data).toMatchObject(blocked);
    const narrow = drover.client("mcp", { DROVER_ALLOWED_ORIGINS: "http://only.test" });
    expect((await narrow.call("navigate", { session: "shared", url: page })).data).toMatchObject({ ok: false, policy: "navigate_off_allowlist" });
    expect(await drover.call("navigate", { session: "shared", url: page })).toMatchObject({ ok: true });
    await drover.client().stop();
    expect(await drover.call("navigate", { session: "shared", url: "http://never.test/" })).toMatchObject(blocked);
    expect(await drover.call("navigate", { session: "shared", url: page })).toMatchObject({ ok: true });
  });

  test("its caller says how long a call may take", async () => {
    await using drover = ownHome();
    await drover.call("navigate", { url: "about:blank" });
    const hasty = drover.client("cli", { DROVER_ACTION_TIMEOUT_MS: "700" });
    const late = await hasty.call("eval_js", { expr: "new Promise(() => {})" });
    expect(late.data).toMatchObject({ ok: false, error: "timeout", message: expect.stringContaining("700 ms") });
    const patient = await hasty.call("eval_js", { expr: "new Promise(() => {})", timeoutMs: 800 });
    expect(patient.data).toMatchObject({ message: expect.stringContaining("800 ms") });
  });
});

describe("the blocklist", () => {
  test("is not got past by another spelling of the address", async ({ server }) => {
    const { port } = new URL(server.origin);
    await using drover = ownHome({ DROVER_BLOCKED_ORIGINS: `http://localhost:${port}/*` });
    for (const url of [`http://localhost:${port}/`, `localhost:${port}`, `http://localhost.:${port}/`, `view-source:http://localhost:${port}/`, `view-source:localhost:${port}/`])
      expect(await drover.call("navigate", { url }), url).toMatchObject({ ok: false, error: "refused", message: expect.stringContaining("blocklist") });
  });

  test("refuses what could never match", async () => {
    await using drover = ownHome();
    const refused = await drover.call("set_config", { scope: "user", patch: { blockedOrigins: ["http://a.test", "nonsense here"] } });
    expect(refused).toMatchObject({ ok: false, error: "bad-input", message: expect.stringContaining('"nonsense here" is no origin') });
  });
});

describe("profiles", () => {
  test("a session's id is never a path, and any id has a profile", async () => {
    await using drover = ownHome();
    const outside = path.join(drover.home.dir, "evil");
    for (const id of ["../../evil", outside, "agent A: checkout", "🦊".repeat(100)]) {
      expect(await drover.call("open_session", { session: id }), id).toMatchObject({ ok: true, id });
      await drover.call("close_session", { session: id });
    }
    expect(existsSync(outside)).toBe(false);
    const { profiles } = drover.home;
    expect(readdirSync(profiles).flatMap((kind) => readdirSync(path.join(profiles, kind)))).toHaveLength(4);
  });

  test("only an absolute path is a folder; the command line makes its own absolute", async () => {
    await using drover = ownHome();
    expect(await drover.call("open_session", { session: "rel", profile: "rel/path" })).toMatchObject({ ok: false, error: "bad-input" });
    const cwd = path.join(drover.home.dir, "elsewhere");
    mkdirSync(cwd);
    for (const session of ["one", "two"]) {
      const { code } = await runDrover(["open", "--session", session, "--profile", "./prof"], { env: drover.env, cwd });
      expect(code).toBe(0);
    }
    expect(existsSync(path.join(cwd, "prof"))).toBe(true);
  });
});

describe("files of this machine", () => {
  test("are pages for people; an agent needs file-io, and sees its workspace", async () => {
    await using drover = ownHome();
    const secret = path.join(drover.home.dir, "secret.txt");
    const own = path.join(drover.workspace, "own.txt");
    mkdirSync(drover.workspace, { recursive: true });
    for (const file of [secret, own]) writeFileSync(file, "text");
    await drover.call("navigate", { url: "about:blank" });
    const go = async (client: CheckedClient, file: string) => (await client.call("navigate", { url: file })).data;

    const agent = drover.client("mcp");
    for (const url of [pathToFileURL(own).href, `view-source:${pathToFileURL(own).href}`])
      expect(await go(agent, url)).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "file-io" });
    const filing = drover.client("mcp", { DROVER_CAPABILITIES: "read,navigation,file-io" });
    expect(await go(filing, pathToFileURL(secret).href)).toMatchObject({ ok: false, error: "bad-path" });
    expect(await go(filing, "file://elsewhere/etc/hostname")).toMatchObject({ ok: false, error: "bad-path" });
    expect(await go(filing, pathToFileURL(own).href)).toMatchObject({ ok: true });
    expect(await go(drover.client("cli"), pathToFileURL(secret).href)).toMatchObject({ ok: true });
  });
});

describe("the workspace", () => {
  test("is its caller's, also of a daemon that somebody else started", async () => {
    await using drover = ownHome();
    await drover.call("navigate", { url: "about:blank" });
    const project = path.join(drover.home.dir, "project");
    const agent = drover.client("mcp", { DROVER_WORKSPACE: project, DROVER_CAPABILITIES: "read,navigation,action,file-io" });
    expect((await agent.call("screenshot", { path: "now.png" })).data).toMatchObject({ ok: true });
    expect(existsSync(path.join(project, "now.png"))).toBe(true);
    expect((await agent.call("screenshot", { path: path.join(drover.workspace, "now.png") })).data).toMatchObject({ ok: false, error: "bad-path" });
    await agent.call("artifact_save", { name: "note", content: "kept" });
    expect(await drover.call("artifact_get", { name: "note" })).toMatchObject({ ok: true, content: "kept" });
  });
});

describe("what a client is told", () => {
  test("variables that are not understood, once", async () => {
    await using drover = ownHome();
    const client = drover.client("mcp", { DROVER_ACTION_TIMEOUT_MS: "abc", DROVER_CAPABILITIES: "read,evel" });
    const first = (await client.call("list_sessions", {})).data as Data;
    expect(first["warnings"]).toEqual([expect.stringContaining("DROVER_CAPABILITIES=read,evel"), expect.stringContaining("DROVER_ACTION_TIMEOUT_MS=abc")]);
    expect((await client.call("list_sessions", {})).data).not.toHaveProperty("warnings");
  });

  test("that its session is not the browser it was to attach to, once", async () => {
    await using drover = ownHome();
    await drover.call("navigate", { url: "about:blank" });
    const client = drover.client("cli", { DROVER_ATTACH_CDP: "http://127.0.0.1:9" });
    const line = expect.stringMatching(/"default" is open in a browser of its own \(persistent\), not attached to http:\/\/127.0.0.1:9/);
    const warnings = async () => ((await client.call("snapshot", {})).data as Data)["warnings"];
    expect(await warnings()).toContainEqual(line);
    expect(await warnings()).not.toContainEqual(line);
  });

  test("that disableWebSecurity is on, by the call that opens the browser", async () => {
    await using drover = ownHome();
    await drover.call("set_config", { scope: "user", patch: { disableWebSecurity: true } });
    const told = expect.arrayContaining([expect.stringContaining("same-origin")]);
    expect(await drover.call("navigate", { url: "about:blank" })).toMatchObject({ warnings: told });
    expect(await drover.call("open_session", { session: "asked" })).toMatchObject({ warnings: told });
    expect(await drover.call("navigate", { url: "about:blank" })).not.toMatchObject({ warnings: told });
  });
});

test("the use of an approval is logged", async ({ server }) => {
  await using drover = ownHome({ DROVER_ALLOWED_ORIGINS: "http://only.test" });
  await drover.call("approve_actions", { scopes: ["navigate_off_allowlist"] });
  await drover.call("navigate", { url: server.html("/logged", "x") });
  expect(readFileSync(drover.home.logFile, "utf8")).toMatch(/approval navigate_off_allowlist of session "default" used by sdk: navigating to/);
});
