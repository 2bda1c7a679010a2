import os from "node:os";
import { expect, test } from "vitest";
import { z } from "zod";
import { defaultConfig } from "../config/config.ts";
import type { ConfigStore } from "../config/configStore.ts";
import { resolveHome } from "../config/home.ts";
import { Exit } from "../exit/exit.ts";
import { DroverError } from "../protocol/errors.ts";
import { Approvals } from "../policy/approvals.ts";
import { SecretMask } from "../security/secretMask.ts";
import { CallQueue } from "../session/callQueue.ts";
import type { Session } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { defineTool, type Tool } from "../tools/defineTool.ts";
import { answerLater } from "../../test/support/answerLater.ts";
import type { AskPerson } from "./askPerson.ts";
import type { Caller } from "./call.ts";
import { Dispatch } from "./dispatch.ts";

const agent: Caller = { kind: "mcp", cwd: os.tmpdir(), env: {}, owner: { kind: "agent", id: "a", pid: process.pid, folder: os.tmpdir() }, secret: async () => undefined };

/** A session as far as the steps look at it. */
function sessionNamed(id: string): Session {
  const session = { id, mode: "persistent", engine: "chromium", plan: { mode: "persistent" }, config: { ...defaultConfig, confirmRequired: ["file_upload"] }, parts: { approvals: new Approvals(), flow: { isOn: false }, metrics: { add: () => undefined }, wheel: { taken: false, stops: () => false, takeNotice: () => undefined } }, queue: new CallQueue(), events: { emit: () => true, listenerCount: () => 0 } };
  return session as unknown as Session;
}

function dispatchOf(tools: Tool[], ask?: AskPerson): Dispatch {
  const open = new Map<string, Session>();
  const sessions = {
    dashboards: { anybody: false },
    planOf: () => undefined,
    knows: (id: string) => open.has(id),
    use: async ({ id }: { id: string }) => {
      const session = open.get(id) ?? sessionNamed(id);
      open.set(id, session);
      return { session, warnings: [], reused: true };
    },
  };
  return new Dispatch({
    toolbox: { names: tools.map(({ name }) => name), named: async (wanted) => tools.find(({ name }) => name === wanted) },
    sessions: sessions as unknown as Sessions,
    configStore: { resolve: () => defaultConfig } as unknown as ConfigStore,
    home: resolveHome({ DROVER_HOME: os.tmpdir() }),
    exit: new Exit(new SecretMask()),
    log: () => undefined,
    ...(ask && { ask }),
  });
}

const common = {
  family: "act",
  capability: null,
  effect: "write",
  needs: "session",
  tells: "own",
  summary: "Does something.",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
  engines: { chromium: "full", firefox: "full" },
  run: async () => ({ ok: true as const }),
} as const;

const upload = defineTool({ ...common, examples: [{}], name: "upload", confirm: () => ({ file_upload: "uploading a file" }) });
const look = defineTool({ ...common, examples: [{}], name: "look" });

test("a hook that a tool declares is enforced without a word in the tool", async () => {
  const { data } = await dispatchOf([upload]).call(agent, "upload", {});
  expect(data).toMatchObject({ ok: false, error: "blocked", policy: "file_upload", message: expect.stringContaining("uploading a file") });
});

test("a call that waits for a person holds up neither its own deadline nor anybody else", async () => {
  const answer = answerLater<boolean>();
  const dispatch = dispatchOf([upload, look], () => answer.promise);
  let answered = false;
  const waiting = dispatch.call(agent, "upload", { session: "a", timeoutMs: 1 }).finally(() => (answered = true));
  expect((await dispatch.call(agent, "look", { session: "b" })).ok).toBe(true);
  // Not even another call of the same session: the question comes before the turn.
  expect((await dispatch.call(agent, "look", { session: "a" })).ok).toBe(true);
  expect(answered).toBe(false);
  answer.resolve(true);
  expect((await waiting).ok).toBe(true);
});

test("a caller's own deadline counts for tools that usually have long", async () => {
  const heavy = defineTool({ ...common, examples: [{}], name: "heavy", deadline: 60_000, run: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true })) });
  expect((await dispatchOf([heavy]).call(agent, "heavy", { timeoutMs: 1 })).data).toMatchObject({ ok: false, error: "timeout" });
});

test("what is for people to decide is refused to agents and done for people", async () => {
  const decide = defineTool({ ...common, examples: [{}], name: "decide", forPeople: { refusal: "not an agent's to decide", hint: "Ask." } });
  const dispatch = dispatchOf([decide]);
  expect((await dispatch.call(agent, "decide", {})).data).toMatchObject({ ok: false, error: "refused", message: "not an agent's to decide", hint: "Ask." });
  expect((await dispatch.call({ ...agent, kind: "cli", owner: { kind: "person" } }, "decide", {})).ok).toBe(true);
});

test("a person's no is a refusal", async () => {
  const { data } = await dispatchOf([upload], async () => false).call(agent, "upload", {});
  expect(data).toMatchObject({ ok: false, error: "blocked", message: expect.stringContaining("denied") });
});

test("a call that another one makes has its turn, and is written down as its child", async () => {
  const outer = defineTool({ ...common, examples: [{}], name: "outer", run: async ({ call }) => ({ ok: (await call("look", {})).ok as true }) });
  const log = defineTool({
    ...common,
    examples: [{}],
    name: "log",
    output: z.object({ ok: z.literal(true), calls: z.array(z.unknown()) }),
    run: async ({ calls }) => ({ ok: true as const, calls: calls.last(10, () => true) }),
  });
  const dispatch = dispatchOf([outer, look, log]);
  await dispatch.call(agent, "outer", { session: "a" });
  const { data } = await dispatch.call(agent, "log", { session: "a" });
  expect(data).toMatchObject({
    calls: [
      { id: "c2", parent: "c1", tool: "look", session: "a", client: "mcp", ok: true },
      { id: "c1", tool: "outer", session: "a", ok: true },
    ],
  });
});

test("a call that was given up before its turn is not begun", async () => {
  const gate = answerLater<void>();
  let begun = 0;
  const slow = defineTool({
    ...common,
    examples: [{}],
    name: "slow",
    run: async () => {
      begun++;
      await gate.promise;
      return { ok: true as const };
    },
  });
  const dispatch = dispatchOf([slow]);
  const impatient = new AbortController();
  const first = dispatch.call(agent, "slow", {});
  const second = dispatch.call(agent, "slow", {}, { cancelled: impatient.signal });
  impatient.abort();
  gate.resolve();
  expect((await first).ok).toBe(true);
  expect((await second).data).toMatchObject({ error: "cancelled" });
  expect(begun).toBe(1);
});

test("calls that come while a session is being opened wait, and are refused when that is", async () => {
  const answer = answerLater<void>();
  const opener = defineTool({
    ...common,
    examples: [{ session: "a" }],
    name: "open_session",
    needs: "daemon",
    input: z.object({ session: z.string(), device: z.string().optional() }),
    run: async (_, { device }) => {
      await answer.promise;
      if (device) throw new DroverError("bad-input", "there is no such device");
      return { ok: true as const };
    },
  });
  const dispatch = dispatchOf([opener, look]);
  const opening = dispatch.call(agent, "open_session", { session: "a", device: "iPone" });
  const meanwhile = dispatch.call(agent, "look", { session: "a" });
  answer.resolve();
  expect((await opening).data).toMatchObject({ ok: false, error: "bad-input" });
  const refused = { ok: false, error: "session-not-found", message: expect.stringContaining("there is no such device"), hint: expect.stringContaining("open_session") };
  expect((await meanwhile).data).toMatchObject(refused);
  expect((await dispatch.call(agent, "look", { session: "a" })).data).toMatchObject(refused);
  expect((await dispatch.call({ ...agent, kind: "cli", owner: { kind: "person" } }, "look", { session: "a" })).ok, "another caller's").toBe(true);
  expect((await dispatch.call(agent, "open_session", { session: "b", device: 7 })).data).toMatchObject({ error: "bad-input" });
  expect((await dispatch.call(agent, "look", { session: "b" })).data).toMatchObject({ error: "session-not-found" });
  expect((await dispatch.call(agent, "open_session", { session: "b" })).ok).toBe(true);
  expect((await dispatch.call(agent, "look", { session: "b" })).ok).toBe(true);
});
