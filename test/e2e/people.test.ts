import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";
import { Bystander } from "./support/bystander.ts";
import { droverBin, drover as run } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { killDaemon } from "./support/kill.ts";
import { dataOf, environment, mcpCommand, revisions } from "./support/mcp.ts";
import { page } from "./support/page.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

type Call = (tool: string, input?: Record<string, unknown>) => Promise<Data>;

/** The question that is open in a session, as soon as it is. */
async function asked(call: Call, session: string): Promise<Data> {
  const list = await until(() => call("list_questions", { session }), ({ questions }) => questions.length > 0);
  return list.questions[0];
}

const kinds = [
  { ask: { kind: "acknowledge", prompt: "Log in" }, given: undefined, value: null },
  { ask: { kind: "confirm", prompt: "Send it?" }, given: "yes", value: true },
  { ask: { kind: "confirm", prompt: "Send it?" }, given: false, value: false, refused: "perhaps" },
  { ask: { kind: "choose", prompt: "Which?", choices: ["work", "home"] }, given: "home", value: 1, refused: "2" },
  { ask: { kind: "choose", prompt: "Which?", choices: ["work", "home"] }, given: 0, value: 0 },
  { ask: { kind: "input", prompt: "The code?" }, given: "123 456", value: "123 456", refused: 7 },
  { ask: { kind: "pick_element", prompt: "Which button?" }, given: "e12", value: "e12", refused: " " },
];

test("each kind of question gets its kind of answer, the first one counts, and other calls go on meanwhile", async ({ session, client }) => {
  const call: Call = async (tool, input = {}) => (await client.call(tool, input)).data;
  for (const { ask, given, value, refused } of kinds) {
    const waiting = session.call("await_human", ask);
    const { id, expiresAt, askedAt, ...question } = await asked(call, session.id);
    expect(question).toMatchObject({ ...ask, session: session.id, about: "await_human" });
    expect(expiresAt - askedAt).toBe(300_000);
    expect(await session.call("eval_js", { expr: "1+1" })).toMatchObject({ value: 2 });
    if (refused !== undefined) expect(await call("answer_question", { id, value: refused })).toMatchObject({ ok: false, error: "bad-input" });
    const answers = await Promise.all([1, 2].map(() => call("answer_question", { id, ...(given !== undefined && { value: given }) })));
    expect(answers.map(({ ok, error }) => (ok ? "answered" : error)).toSorted()).toEqual(["answered", "expired"]);
    expect(await waiting).toMatchObject({ ok: true, kind: ask.kind, value, timedOut: false, question: id, answeredIn: "terminal" });
  }
  expect(await session.call("await_human", { kind: "confirm", prompt: "Nobody?", timeoutMs: 1 })).toMatchObject({ value: null, timedOut: true });
  expect(await session.call("await_human", { kind: "choose", prompt: "Which?" })).toMatchObject({ ok: false, error: "bad-input" });
  expect(await call("answer_question", { id: "qzzzz", value: true })).toMatchObject({ ok: false, error: "not-found" });
  expect(await call("list_questions", { session: session.id })).toMatchObject({ questions: [] });
});

test("a question waits no longer than an hour, and a session that closes takes its own back", async ({ session, client }) => {
  const call: Call = async (tool, input = {}) => (await client.call(tool, input)).data;
  const waiting = session.call("await_human", { kind: "confirm", prompt: "Long?", timeoutMs: 9_999_999 });
  const { expiresAt, askedAt } = await asked(call, session.id);
  expect(expiresAt - askedAt).toBe(3_600_000);
  await session.call("close_session");
  expect(await waiting).toMatchObject({ timedOut: true, warnings: [expect.stringContaining("hour")] });
});

test("people see and answer from the shell", async ({ session }) => {
  const waiting = session.call("await_human", { kind: "confirm", prompt: "Pay 12 €?" });
  const { id } = await asked(session.call, session.id);
  const listed = await run(["ask", "--session", session.id]);
  expect(listed.stdout).toContain("Pay 12 €?");
  expect((await run(["approve", id])).stdout).toContain(id);
  expect(await waiting).toMatchObject({ value: true });
  expect(await run(["deny", id])).toMatchObject({ code: 1, stderr: expect.stringContaining("answered already") });
});

test("a question outlives the daemon, and so does an answer that nobody was there to take", async () => {
  await using own = ownHome();
  await own.call("open_session", { session: "s" });
  const question = { session: "s", kind: "choose", prompt: "Which account?", choices: ["a", "b"] };
  const lost = own.client().call("await_human", question).catch((error: Error) => error.message);
  const { id } = await asked(own.call, "s");
  await killDaemon(own);
  expect(await lost).toContain("went away");
  expect((await own.call("list_questions")).questions).toMatchObject([{ id, prompt: "Which account?" }]);
  expect(await own.call("answer_question", { value: "b" })).toMatchObject({ ok: true, id });
  expect(await own.call("answer_question", { id, value: "a" })).toMatchObject({ error: "expired" });
  await killDaemon(own);
  expect(await own.call("await_human", question)).toMatchObject({ value: 1, timedOut: false });
  expect((await own.call("list_questions")).questions).toEqual([]);
});

test("each confirm hook waits where somebody listens, does as they say, and is refused where nobody does", async ({ server }) => {
  const hooks = ["navigate_off_allowlist", "byob_action", "file_download", "file_upload"];
  await using own = ownHome({ DROVER_CONFIRM_REQUIRED: hooks.join(), DROVER_ALLOWED_ORIGINS: server.origin, DROVER_CAPABILITIES: "read,navigation,action,eval,file-io,byob-attach,human" });
  const url = server.html("/hooks", page("<input type=file><button onclick=\"document.title = 'pressed'\">Press</button>"));
  const { endpoint } = await own.call("open_session", { session: "s", port: 0 });
  await own.call("navigate", { session: "s", url });
  const attach = () => own.call("open_session", { session: "byob", mode: "attached", endpoint });
  await attach();
  const acts: Record<string, [kind: "sdk" | "mcp", tool: string, input: Record<string, unknown>]> = {
    navigate_off_allowlist: ["sdk", "navigate", { session: "s", url: url.replace(server.origin, server.otherOrigin), mode: "none" }],
    file_download: ["sdk", "downloads_capture", { session: "s", on: true }],
    byob_action: ["mcp", "click", { session: "byob", selector: "button" }],
    file_upload: ["sdk", "upload_file", { session: "byob", selector: "input", content: "aGk=", name: "hi.txt" }],
  };
  expect(Object.keys(acts).toSorted()).toEqual(hooks.toSorted());
  const act = async (hook: string): Promise<Data> => {
    const [kind, tool, input] = acts[hook]!;
    return (await own.client(kind).call(tool, input)).data;
  };
  const nobody = { ok: false, error: "blocked", hint: expect.stringContaining("approve") };
  for (const hook of hooks) expect(await act(hook), hook).toMatchObject({ ...nobody, policy: hook });
  // A guest has rules of its own for the same tab, and would not let it leave the list.
  await own.call("close_session", { session: "byob" });
  const terminal = own.client("repl");
  await terminal.subscribe({ topics: ["question"], onEvent: () => undefined });
  for (const hook of ["file_download", "navigate_off_allowlist", "byob_action", "file_upload"]) {
    if (hook === "byob_action") {
      await own.call("go_back", { session: "s" });
      await attach();
    }
    for (const [answer, outcome] of [
      [false, { ok: false, error: "blocked", policy: hook, message: expect.stringContaining("denied") }],
      [true, { ok: true }],
    ] as const) {
      const waiting = act(hook);
      const { id, about } = await asked(own.call, String(acts[hook]![2]["session"]));
      expect(about).toBe(hook);
      await own.call("answer_question", { id, value: answer });
      expect(await waiting, hook).toMatchObject(outcome);
    }
  }
});

test.each(revisions)("an MCP client of %s that can ask its user does; the agent itself cannot answer", async (revision) => {
  await using own = ownHome();
  const client = new Client({ name: "asking", version: "1.0.0" }, { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } } });
  const seen: string[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    seen.push(params.message);
    return params.message === "Send it?" ? { action: "decline" } : { action: "accept", content: { value: "home" } };
  });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: mcpCommand, env: environment(own.env as Record<string, string>) }));
  try {
    const call = async (name: string, input: Record<string, unknown>) => dataOf(await client.callTool({ name, arguments: input }));
    expect(await call("await_human", { kind: "choose", prompt: "Which?", choices: ["work", "home"] })).toMatchObject({ value: 1, answeredIn: "client" });
    expect(await call("await_human", { kind: "confirm", prompt: "Send it?" })).toMatchObject({ value: false, answeredIn: "client" });
    expect(await call("answer_question", { value: true })).toMatchObject({ error: "refused" });
    expect(seen).toEqual(["Which?", "Send it?"]);
  } finally {
    await client.close();
  }
});

const patient = { timeout: 20_000, interval: 20 };

const helped = page(`<p style="height:80px"></p><button id=mine onclick="__drover.confirm(true)">Page's own</button><p>Text</p><script>
  setInterval(() => { window.__drover?.confirm(true); document.documentElement.setAttribute("data-drover-answer", '{"value":true}') }, 5);
</script>`);

test("in a window people answer in a banner or the page's own handlers, which no script and no agent can", async ({ server, client }) => {
  const call: Call = async (tool, input = {}) => (await client.call(tool, input)).data;
  const url = server.html("/window", helped);
  const { endpoint } = await call("open_session", { session: "window-owner", port: 0 });
  await call("navigate", { session: "window-owner", url });
  await call("open_session", { session: "window", mode: "attached", endpoint, headless: false });
  try {
    await using person = await Bystander.at(endpoint, url);
    const ask = (kind: string) => call("await_human", { session: "window", kind, prompt: "Send it?" });
    const banner = ask("confirm");
    const { id } = await asked(call, "window");
    await expect.poll(() => person.buttons(), patient).toContain("Allow");
    // What a script calls, and what Drover presses itself, is nobody's answer.
    await person.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
    await call("click", { session: "window", selector: "#mine" });
    expect((await call("list_questions", { session: "window" })).questions).toMatchObject([{ id }]);
    await person.press("Deny");
    expect(await banner).toMatchObject({ value: false, answeredIn: "page" });
    await expect.poll(() => person.buttons(), patient).toEqual(["Page's own"]);
    await expect.poll(() => person.evaluate("'__drover' in window"), patient).toBe(false);

    const own = ask("confirm");
    await asked(call, "window");
    await expect.poll(() => person.evaluate("'__drover' in window"), patient).toBe(true);
    await person.press("Page's own");
    expect(await own).toMatchObject({ value: true, answeredIn: "page" });

    await expect.poll(() => person.evaluate("'__drover' in window"), patient).toBe(false);
    const picking = ask("pick_element");
    await asked(call, "window");
    await expect.poll(() => person.evaluate("'__drover' in window"), patient).toBe(true);
    await person.press("Page's own");
    const { value: ref } = await picking;
    expect(await call("generate_locator", { session: "window", ref })).toMatchObject({ playwright: expect.stringContaining("getByRole('button'") });
  } finally {
    await call("close_session", { session: "window" });
    await call("close_session", { session: "window-owner" });
  }
});

/** A command that goes on, what it has printed, and a way to type. */
function running(args: string[]) {
  const child = spawn(process.execPath, [droverBin, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = once(child, "exit");
  return {
    prints: (text: string) => expect.poll(() => printed, patient).toContain(text),
    type: (line: string) => child.stdin.write(`${line}\n`),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

test("who follows the console or sits in the REPL sees questions, and what is typed while a command waits answers it", async ({ session }) => {
  await using repl = running(["repl", "--session", session.id]);
  repl.type("1 + 1");
  await repl.prints("2");
  repl.type("await-human confirm 'Are you there?'");
  await repl.prints("? Are you there? (approve q");
  // Whoever comes to it later sees what is open.
  await using watching = running(["console", "-f", "--session", session.id]);
  await watching.prints("Are you there? (approve q");
  repl.type("yes");
  await repl.prints("value: true");
});

test("in somebody else's browser nothing is wrapped before a policy is set, every answer says so, and closing gives it back", async ({ server, client }) => {
  const call: Call = async (tool, input = {}) => (await client.call(tool, input)).data;
  const url = server.html("/guest", page("<p>Guest</p>"));
  const { endpoint } = await call("open_session", { session: "host", port: 0 });
  await call("navigate", { session: "host", url });
  await using person = await Bystander.at(endpoint, url);
  const own = () => person.evaluate("(window.before ??= Geolocation.prototype.getCurrentPosition) === Geolocation.prototype.getCurrentPosition");
  expect(await own()).toBe(true);
  await call("open_session", { session: "guest", mode: "attached", endpoint });
  expect(await own()).toBe(true);
  for (const [tool, input] of [["set_permission_policy", { mode: "deny" }], ["set_notification_policy", { mode: "deny" }], ["set_fs_picker_policy", { mode: "deny" }]] as const)
    expect(await call(tool, { session: "guest", ...input })).toMatchObject({ ok: true, warnings: [expect.stringContaining("BYOB caveat")] });
  expect(await own()).toBe(false);
  await call("close_session", { session: "guest" });
  await expect.poll(own, patient).toBe(true);
  await call("close_session", { session: "host" });
});
