import { expect } from "vitest";
import { CheckedClient } from "./support/checkedClient.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { test, type Data } from "./support/session.ts";

const KEY = "0123456789abcdef0123456789abcdef";
const SOLUTION = "03AGdBq25-solution";

interface Service {
  /** What was handed in, and how often an answer was asked for. */
  taken: URLSearchParams[];
  asked: number;
  /** What is said instead of taking or answering, one after the other. */
  refusesTask: string[];
  refusesAnswer: string[];
}

/** A service that speaks 2Captcha's protocol. */
function service(server: FixtureServer): Service {
  const state: Service = { taken: [], asked: 0, refusesTask: [], refusesAnswer: [] };
  const say = (status: number, request: string) => JSON.stringify({ status, request });
  server.route("/in.php", (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const task = new URLSearchParams(body);
      if (task.get("key") !== KEY) return response.end(say(0, "ERROR_KEY_DOES_NOT_EXIST"));
      const refusal = state.refusesTask.shift();
      if (refusal) return response.end(say(0, refusal));
      state.taken.push(task);
      response.end(say(1, `7211${state.taken.length}`));
    });
  });
  server.route("/res.php", (request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    if (query.get("action") === "getbalance") return void response.end(say(1, "0.00041"));
    state.asked++;
    const refusal = state.refusesAnswer.shift();
    // The older form of an answer, without JSON.
    response.end(refusal ?? `OK|${SOLUTION}`);
  });
  return state;
}

const clientWith = (env: Record<string, string>) => new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_CAPABILITIES: "read,navigation,action,secrets,captcha", ...env } });

test("a captcha is handed to the configured service, and its answer to the caller", async ({ session, server }) => {
  const state = service(server);
  const url = server.html("/captcha", `<div class=g-recaptcha data-sitekey=6Le-site></div><div class=cf sitekey=0x4AAA></div><p id=none>x`);
  await session.call("navigate", { url });
  const client = clientWith({ DROVER_CAPTCHA_PROVIDER: "2Captcha", DROVER_CAPTCHA_API_KEY: KEY, DROVER_CAPTCHA_API_BASE: server.origin, DROVER_CAPTCHA_POLL_MS: "20", DROVER_CAPTCHA_TIMEOUT_MS: "2000" });
  const solve = async (input: Record<string, unknown>): Promise<Data> => (await client.call("solve_captcha", { session: session.id, ...input })).data;

  state.refusesTask = ["ERROR_NO_SLOT_AVAILABLE"];
  state.refusesAnswer = ["CAPCHA_NOT_READY", "CAPCHA_NOT_READY"];
  const solved = await solve({ type: "recaptcha2", selector: ".g-recaptcha" });
  expect(solved).toMatchObject({ ok: true, provider: "2captcha", solution: SOLUTION, taskId: "72111", elapsedMs: expect.any(Number), warnings: [expect.stringContaining("terms of service")] });
  expect(Object.fromEntries(state.taken[0]!)).toEqual({ key: KEY, json: "1", method: "userrecaptcha", googlekey: "6Le-site", pageurl: url });
  expect(state.asked).toBe(3);

  await solve({ type: "recaptcha3", siteKey: "k3" });
  await solve({ type: "hcaptcha", siteKey: "kh" });
  await solve({ type: "turnstile", selector: ".cf" });
  await solve({ type: "image", imageBase64: "iVBORw0KGgo=" });
  expect(state.taken.slice(1).map((task) => [task.get("method"), task.get("version"), task.get("sitekey") ?? task.get("googlekey") ?? task.get("body")])).toEqual([
    ["userrecaptcha", "v3", "k3"],
    ["hcaptcha", null, "kh"],
    ["turnstile", null, "0x4AAA"],
    ["base64", null, "iVBORw0KGgo="],
  ]);

  state.refusesTask = ["ERROR_ZERO_BALANCE"];
  expect(await solve({ type: "hcaptcha", siteKey: "kh" })).toMatchObject({ ok: false, error: "provider-failed", provider: "2captcha", providerCode: "ERROR_ZERO_BALANCE", message: expect.stringContaining("balance 0.00041"), hint: expect.stringContaining("funds") });
  state.refusesAnswer = ["ERROR_CAPTCHA_UNSOLVABLE"];
  expect(await solve({ type: "hcaptcha", siteKey: "kh" })).toMatchObject({ ok: false, providerCode: "ERROR_CAPTCHA_UNSOLVABLE", hint: expect.stringContaining("await_human") });
  for (const [input, error] of [
    [{ type: "recaptcha2" }, "bad-input"],
    [{ type: "recaptcha2", selector: "#none" }, "not-found"],
    [{ type: "recaptcha2", selector: ".absent" }, "not-found"],
    [{ type: "image" }, "bad-input"],
    [{ type: "image", imageBase64: "data:image/png;base64,iVBO" }, "bad-input"],
  ] as const)
    expect(await solve(input), JSON.stringify(input)).toMatchObject({ ok: false, error });

  // The answer is masked like everything else.
  await client.call("register_secret", { session: session.id, name: "ANSWER", value: SOLUTION });
  expect(await solve({ type: "hcaptcha", siteKey: "kh" })).toMatchObject({ solution: "<ANSWER>" });
  client.close();
});

test("without a service, with a wrong one or a slow one, it says so", async ({ session, server }) => {
  const state = service(server);
  const ask = async (env: Record<string, string>) => {
    const client = clientWith(env);
    const { data } = await client.call("solve_captcha", { session: session.id, type: "hcaptcha", siteKey: "k" });
    client.close();
    return data;
  };
  expect(await ask({})).toMatchObject({ ok: false, message: "no captcha provider configured", hint: expect.stringContaining("DROVER_CAPTCHA_PROVIDER") });
  expect(await ask({ DROVER_CAPTCHA_PROVIDER: "2captcha" })).toMatchObject({ message: "no captcha provider configured", hint: expect.stringContaining("DROVER_CAPTCHA_API_KEY") });
  expect(await ask({ DROVER_CAPTCHA_PROVIDER: "other", DROVER_CAPTCHA_API_KEY: KEY })).toMatchObject({ ok: false, hint: expect.stringContaining("2captcha, capmonster") });
  const known = { DROVER_CAPTCHA_PROVIDER: "capmonster", DROVER_CAPTCHA_API_BASE: server.origin, DROVER_CAPTCHA_POLL_MS: "10", DROVER_CAPTCHA_TIMEOUT_MS: "60" };
  expect(await ask({ ...known, DROVER_CAPTCHA_API_KEY: "wrong-key-wrong-key" })).toMatchObject({ ok: false, provider: "capmonster", providerCode: "ERROR_KEY_DOES_NOT_EXIST" });
  state.refusesAnswer = Array.from({ length: 100 }, () => "CAPCHA_NOT_READY");
  expect(await ask({ ...known, DROVER_CAPTCHA_API_KEY: KEY })).toMatchObject({ ok: false, providerCode: "CAPCHA_NOT_READY", hint: expect.stringContaining("DROVER_CAPTCHA_TIMEOUT_MS") });
  expect(await ask({ ...known, DROVER_CAPTCHA_API_KEY: KEY, DROVER_CAPTCHA_API_BASE: "http://127.0.0.1:9" })).toMatchObject({ ok: false, message: expect.stringContaining("cannot be reached") });
  expect(await ask({ ...known, DROVER_CAPTCHA_API_KEY: KEY, DROVER_CAPTCHA_API_BASE: `${server.origin}/nowhere` })).toMatchObject({ ok: false, message: expect.stringContaining("does not speak") });
  const agent = new CheckedClient({ client: "mcp", env: process.env });
  expect((await agent.call("solve_captcha", { session: session.id, type: "hcaptcha", siteKey: "k" })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "captcha" });
  agent.close();
});
