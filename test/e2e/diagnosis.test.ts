import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CdpConnection, CdpError } from "../../src/engine/chromium/connection.ts";
import { drover } from "./support/drover.ts";
import { startFixtureServer } from "./support/fixtureServer.ts";
import { ownHome } from "./support/home.ts";

test("Chromium's refusals mean what they are taken for", async () => {
  await using own = ownHome();
  await own.call("open_session", { session: "refusals", mode: "incognito", port: 0 });
  const { sessions } = await own.call("list_sessions");
  const connection = await CdpConnection.open(sessions[0].endpoint);
  const { targetId } = await connection.browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.browser.send("Target.attachToTarget", { targetId, flatten: true });
  const page = connection.session(sessionId, "page");
  const kindOf = (command: Promise<unknown>) => command.then(() => "none", (error: unknown) => (error instanceof CdpError ? error.kind : error));
  const contexts: { id: number; uniqueId: string }[] = [];
  page.on("Runtime.executionContextCreated", ({ context }) => contexts.push(context));
  await page.send("Page.enable");
  await page.send("Runtime.enable");
  const [{ id: contextId, uniqueId: uniqueContextId } = { id: 0, uniqueId: "" }] = contexts;
  const { result } = await page.send("Runtime.evaluate", { expression: "document", uniqueContextId });
  const waiting = kindOf(page.send("Runtime.evaluate", { expression: "window.never = new Promise(() => {})", awaitPromise: true }));
  await page.send("Page.navigate", { url: "data:text/html,other" });
  expect(await waiting).toBe("gone");
  const table: [string, object, string][] = [
    ["Runtime.evaluate", { expression: "1", uniqueContextId }, "gone"],
    ["Runtime.evaluate", { expression: "1", contextId }, "gone"],
    ["Runtime.callFunctionOn", { functionDeclaration: "() => 1", executionContextId: contextId }, "gone"],
    ["Runtime.callFunctionOn", { functionDeclaration: "() => 1", objectId: result.objectId }, "gone"],
    ["Page.createIsolatedWorld", { frameId: "0".repeat(32) }, "gone"],
    ["DOM.getFrameOwner", { frameId: "0".repeat(32) }, "gone"],
    ["Target.getTargetInfo", { targetId: "0".repeat(32) }, "gone"],
    ["Runtime.evaluate", { expression: 42 }, "misuse"],
    ["Runtime.evaluate", {}, "misuse"],
    ["Runtime.callFunctionOn", { functionDeclaration: "() => 1", executionContextId: "one" }, "misuse"],
    ["Page.noSuchThing", {}, "misuse"],
  ];
  const kinds = await Promise.all(table.map(async ([method, params]) => [method, params, await kindOf(page.sendRaw(method, params))]));
  expect(kinds).toEqual(table);
  // Before it is detached, a target that is closed takes commands and never answers them.
  const detached = new Promise((resolve) => connection.browser.on("Target.detachedFromTarget", resolve));
  await connection.browser.send("Target.closeTarget", { targetId });
  await detached;
  expect(await kindOf(page.send("Runtime.evaluate", { expression: "1" }))).toBe("gone");
  connection.close();
});

test("doctor --report tells what was said to the browser, and neither what was typed nor what the page holds", async () => {
  await using own = ownHome();
  const server = await startFixtureServer();
  server.route("/login", (_, response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("set-cookie", "sid=canary-cookie; Path=/");
    response.end("<title>canary-title</title><p>canary-text</p><input id=password type=password><script>console.log('canary-console')</script>");
  });
  const done = async (tool: string, input: Record<string, unknown>) => expect(await own.call(tool, input)).toMatchObject({ ok: true });
  await done("navigate", { session: "r", url: `${server.origin}/login?token=canary-query` });
  await done("fill", { session: "r", selector: "#password", value: "canary-filled" });
  await done("press", { session: "r", key: "q" });
  await done("eval_js", { session: "r", expr: "'canary-' + 'script-value' + document.cookie" });
  await done("set_config", { scope: "user", patch: { unstable: { apiToken: "canary-config" } } });
  const { code, stdout } = await drover(["doctor", "--report"], { env: { ...own.env, DROVER_STATE_KEY: "canary-variable" } });
  await server.close();
  expect(code).toBe(0);
  for (const part of [
    "# A report of `drover doctor`",
    '"platform": "',
    "DROVER_STATE_KEY",
    "ok   node:",
    '"redactUrls": true',
    '"running": true',
    "## Connection pipe:///",
    `→ `,
    "Page.navigate",
    `"url":"${server.origin}/login?…"`,
    "Runtime.callFunctionOn",
    "## Failures that were passed over",
    "listens, pid",
  ])
    expect(stdout).toContain(part);
  expect(stdout).not.toContain("canary");
  expect(stdout.match(/"(?:text|key|unmodifiedText)":"(?!…)/g)).toBeNull();
});

test("doctor --report needs no daemon and starts none, and is one document of JSON when that is asked for", async () => {
  await using own = ownHome();
  const { json } = await drover(["doctor", "--report", "--json"], { env: own.env });
  expect(json).toMatchObject({ ok: true, daemon: { running: false }, remembered: { untold: expect.stringContaining("daemon") }, log: [] });
});

test("with DROVER_DEBUG the daemon's log says what was passed over", async () => {
  await using own = ownHome({ DROVER_DEBUG: "1" });
  mkdirSync(own.home.sessions, { recursive: true });
  writeFileSync(path.join(own.home.sessions, "torn.json"), '{"plan":');
  await own.call("list_sessions");
  expect(readFileSync(own.home.logFile, "utf8")).toMatch(/passed over: the record of a session is damaged; .+: .*JSON[^]*\n +at /);
});
