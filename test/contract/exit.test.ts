import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { EventEmitter } from "node:events";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { ConfigStore } from "../../src/config/configStore.ts";
import { resolveHome } from "../../src/config/home.ts";
import { forwardEvents } from "../../src/daemon/forwardEvents.ts";
import { LogFile } from "../../src/daemon/logFile.ts";
import type { Caller } from "../../src/dispatch/call.ts";
import { declaredBy } from "../../src/dispatch/declaredBy.ts";
import { Dispatch } from "../../src/dispatch/dispatch.ts";
import { Exit } from "../../src/exit/exit.ts";
import { DroverError } from "../../src/protocol/errors.ts";
import type { DaemonEvent } from "../../src/protocol/messages.ts";
import { SecretMask } from "../../src/security/secretMask.ts";
import { HarSpool } from "../../src/session/har/harSpool.ts";
import type { Sessions } from "../../src/session/sessions.ts";
import type { DaemonContext } from "../../src/tools/context.ts";
import { defineTool, type Tool } from "../../src/tools/defineTool.ts";
import { registry } from "../../src/tools/registry.ts";
import { valueOf } from "./valueOf.ts";

const CANARY = "tweet-7d1f-canary";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function exitWithSecret(): Exit {
  const secrets = new SecretMask();
  secrets.hold("CANARY", CANARY);
  return new Exit(secrets);
}

function temporaryHome() {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-exit-"));
  folders.push(dir);
  return resolveHome({ DROVER_HOME: dir });
}

const leaving = { warnings: [`a warning about ${CANARY}`], redact: true } as const;

/** What a tool's `run` returns, with the text wherever a text may be; a tool that renders its answer returns something else. */
function returnedBy({ name, output, render }: Tool, text: string): unknown {
  const answer = valueOf(output, text);
  if (!render) return answer;
  expect(name).toBe("snapshot");
  return { ...(answer as object), tree: [[0, "button", text, "e1", { value: text, test: ["data-testid", text] }], [1, text]] };
}

describe.each([...registry])("%s", (name, tool) => {
  const result = returnedBy(tool, CANARY);

  test.each(["data", "agent", "people"] as const)("lets no secret out of its result, as %s", (form) => {
    const outcome = exitWithSecret().result(declaredBy(tool), result, { ...leaving, warnings: [...leaving.warnings], form });
    expect(JSON.stringify(outcome)).not.toContain(CANARY);
  });

  test("is marked as not to be trusted unless it tells only of Drover", () => {
    const { untrusted } = exitWithSecret().result(declaredBy(tool), result, { ...leaving, warnings: [], form: "data" });
    expect(untrusted ?? false).toBe(tool.tells !== "own");
    if (name.endsWith("_read") || ["network_body", "cookies_list", "dump_storage_state", "list_targets", "download_get", "eval_js"].includes(name)) expect(untrusted).toBe(true);
  });

  test("loses what identifies somebody from captured addresses, and from warnings", () => {
    const secretive = "https://api.test/v1/things?token=abc";
    const captured = returnedBy(tool, secretive);
    const { data, warnings } = exitWithSecret().result(declaredBy(tool), captured, { warnings: [`waited for ${secretive}`], redact: true, form: "data" });
    const told = JSON.stringify((data as { warnings?: unknown }).warnings ?? warnings);
    expect(told).toContain("https://api.test/v1/things?…");
    expect(told).not.toContain("token=abc");
    if (tool.tells === "traffic") expect(JSON.stringify(data)).not.toContain("token=abc");
  });
});

test("addresses of pages stay as they are: calls are made with them", () => {
  const targets = registry.get("list_targets")!;
  const { data } = exitWithSecret().result(declaredBy(targets), valueOf(targets.output, "https://a.test/?q=1"), { ...leaving, warnings: [], form: "data" });
  expect(JSON.stringify(data)).toContain("https://a.test/?q=1");
});

const caller: Caller = { kind: "sdk", cwd: os.tmpdir(), env: {}, owner: { kind: "person" }, secret: async () => undefined };

function dispatchWith(tool: Tool, log: (line: string) => void = () => undefined): Dispatch {
  const home = temporaryHome();
  return new Dispatch({
    toolbox: { names: [tool.name], named: async () => tool },
    // The tools here need no session.
    sessions: {} as Sessions,
    configStore: new ConfigStore(home),
    home,
    exit: exitWithSecret(),
    log,
  });
}

const talkative = (run: (context: DaemonContext) => Promise<{ ok: true; said?: string }>): Tool =>
  defineTool({
    name: "talk",
    family: "diagnostics",
    capability: null,
    effect: "read",
    needs: "daemon",
    tells: "own",
    summary: "Talks.",
    input: z.object({}),
    output: z.object({ ok: z.literal(true), said: z.string().optional() }),
    engines: { chromium: "full", firefox: "full" },
    examples: [{}],
    run,
  });

describe("no secret leaves", () => {
  test("in progress", async () => {
    const told: string[] = [];
    const tool = talkative(async ({ progress }) => {
      progress(`half of ${CANARY}`);
      return { ok: true };
    });
    await dispatchWith(tool).call(caller, "talk", {}, { progress: (message) => told.push(message) });
    expect(told).toEqual(["half of <CANARY>"]);
  });

  test("in a warning", async () => {
    const tool = talkative(async ({ warn }) => {
      warn(`mind ${CANARY}`);
      return { ok: true };
    });
    expect((await dispatchWith(tool).call(caller, "talk", {})).data).toMatchObject({ warnings: ["mind <CANARY>"] });
  });

  test("in a refusal, its hint and its fields", async () => {
    const tool = talkative(async () => {
      throw new DroverError("refused", `not with ${CANARY}`, { hint: `leave ${CANARY} out`, fields: { [CANARY]: [CANARY] } });
    });
    expect(await dispatchWith(tool).call(caller, "talk", {})).toMatchObject({
      ok: false,
      data: { message: "not with <CANARY>", hint: "leave <CANARY> out", "<CANARY>": ["<CANARY>"] },
    });
  });

  test("in the answer to a call that is not understood", async () => {
    const outcome = await dispatchWith(talkative(async () => ({ ok: true }))).call(caller, "talk", { [CANARY]: 1 });
    expect(JSON.stringify(outcome)).not.toContain(CANARY);
  });

  test("in the log", () => {
    const { dir } = temporaryHome();
    const file = path.join(dir, "daemon.log");
    new LogFile(file, exitWithSecret().logLine).write(`broke on ${CANARY} at https://a.test/?q=1`);
    expect(readFileSync(file, "utf8")).toContain("broke on <CANARY> at https://a.test/?…");
  });

  test("in the log of calls", async () => {
    const seen: unknown[] = [];
    const tool = talkative(async ({ calls }) => {
      seen.push(...calls.last(10, () => true));
      return { ok: true };
    });
    const dispatch = dispatchWith(tool);
    await dispatch.call(caller, "talk", { name: CANARY });
    await dispatch.call(caller, "talk", {});
    expect(seen).toMatchObject([{ tool: "talk", subject: "name=<CANARY>" }]);
  });

  test("in any event", () => {
    const events = new EventEmitter();
    const page = { id: CANARY, title: CANARY, url: CANARY, session: { activePage: undefined } };
    const session = { id: "s", events, config: { redactUrls: true } };
    const sessions = { each: (found: (each: unknown) => void) => found(session), peek: () => undefined };
    const heard: DaemonEvent[] = [];
    const said: Record<string, unknown[]> = {
      pageopened: [page],
      pageclosed: [page],
      activechanged: [page],
      navigated: [page, CANARY, "spa"],
      console: [page, { level: "log", text: CANARY, ts: 1 }],
      pageerror: [page, { message: CANARY, ts: 1 }],
      requestdone: [page, { requestId: "r", method: "GET", url: `http://a.test/${CANARY}`, type: "fetch", startedAt: 1 }],
      dialog: [page, { kind: "alert", message: CANARY }, "accepted"],
      called: [{ id: "c1", client: "cli", tool: "click", subject: CANARY, ts: 1, ms: 1, ok: true }],
    };
    const signal = new AbortController().signal;
    forwardEvents({ sessions: sessions as unknown as Sessions, exit: exitWithSecret() }, { topics: Object.keys(said), signal, mayHear: () => true }, (event) => heard.push(event));
    for (const [topic, args] of Object.entries(said)) events.emit(topic, ...args);
    expect(heard.map(({ topic }) => topic)).toEqual(Object.keys(said));
    expect(JSON.stringify(heard)).not.toContain(CANARY);
    expect(JSON.stringify(heard)).toContain("<CANARY>");
  });

  test("in an archive of requests, neither in its entries nor in its pages", () => {
    const file = path.join(temporaryHome().dir, "log.har");
    const spool = new HarSpool(file, exitWithSecret().fileText);
    spool.add(1, { startedDateTime: "2026-11-16T00:00:00Z", request: { url: CANARY } });
    spool.finish({ pages: [{ title: CANARY }] });
    const archive = readFileSync(file, "utf8");
    expect(JSON.parse(archive)).toMatchObject({ log: { pages: [{ title: "<CANARY>" }], entries: [{ request: { url: "<CANARY>" } }] } });
  });

  test("in text that is written to a file", () => {
    expect(exitWithSecret().fileText(`{"password":"${CANARY}"}`)).toBe('{"password":"<CANARY>"}');
  });
});
