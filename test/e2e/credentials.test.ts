import { expect } from "vitest";
import { parseSeed, totpCode } from "../../src/security/credentials/totp.ts";
import { CheckedClient } from "./support/checkedClient.ts";
import { startKeeper } from "./support/passKeeper.ts";
import { test } from "./support/session.ts";

const SEED = "JBSWY3DPEHPK3PXP";
const PASSWORD = "correct-horse-9!";
const everyday = "read,navigation,action,human";

const app = `<title>Log in</title><form method=post action=/session><input name=user aria-label=User><input name=password type=password aria-label=Password>
  <input name=code aria-label=Code><button>Log in</button></form>`;

test("an agent logs in with a password and a one-time code that it never sees", async ({ server, session }) => {
  using keeper = startKeeper({ acme: `${PASSWORD}\nusername: ada\notpauth://totp/Acme:ada?secret=${SEED}\n`, other: "x\notpauth://totp/Other?secret=GEZDGNBVGY3TQOJQ\n" });
  const env = { ...process.env, DROVER_CREDENTIALS_PROVIDER: "pass", DROVER_PASS_BIN: keeper.bin };
  const agent = new CheckedClient({ client: "sdk", env: { ...env, DROVER_CAPABILITIES: `${everyday},secrets,credentials` } });
  const answers: unknown[] = [];
  const call = async (tool: string, input: Record<string, unknown> = {}) => {
    const outcome = await agent.call(tool, { session: session.id, ...input }, { form: "agent" });
    answers.push(outcome);
    return outcome.data as Record<string, unknown>;
  };
  const got: URLSearchParams[] = [];
  server.route("/session", (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      got.push(new URLSearchParams(body));
      response.setHeader("content-type", "text/html");
      response.end(`<title>In</title><p>Welcome ada, your password is ${PASSWORD} and your code ${got.at(-1)?.get("code")}`);
    });
  });
  await call("navigate", { url: server.html("/log-in", app) });
  expect(await call("get_credential", { account: "acme", scope: "127.0.0.1" })).toEqual({ ok: true, username: "ada", aliasName: "PASSWORD_ACME", provider: "pass" });
  expect(await call("get_totp", { account: "acme", alias: true })).toEqual({ ok: true, aliasName: "TOTP_ACME", provider: "pass" });
  const filled = await call("fill_form", {
    fields: [{ selector: "[name=user]", value: "ada" }, { selector: "[name=password]", value: "<PASSWORD_ACME>" }, { selector: "[name=code]", value: "<TOTP_ACME>" }],
    submit: { selector: "button" },
  });
  expect(filled).toMatchObject({ ok: true, navigation: { changed: true } });
  expect(await call("text_search", { text: "Welcome" })).toMatchObject({ matches: [{ text: expect.stringContaining("your password is <PASSWORD_ACME> and your code <TOTP_ACME>") }] });
  const [sent] = got;
  expect(sent?.get("password")).toBe(PASSWORD);
  expect([-1, 0, 1].map((step) => totpCode(parseSeed(SEED)!, Date.now() + step * 30_000))).toContain(sent?.get("code"));
  await call("network_read", { limit: 20 });
  await call("call_log", { session: undefined, limit: 20 });
  const told = JSON.stringify(answers);
  for (const secret of [PASSWORD, sent?.get("code") ?? "?", SEED]) expect(told).not.toContain(secret);
  agent.close();

  const lesser = new CheckedClient({ client: "mcp", env: { ...env, DROVER_CAPABILITIES: `${everyday},credentials` } });
  expect((await lesser.call("get_credential", { session: session.id, account: "acme" })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "secrets" });
  expect((await lesser.call("get_totp", { account: "other" })).data).toMatchObject({ ok: true, code: expect.stringMatching(/^\d{6}$/), provider: "pass" });
  lesser.close();
  const least = new CheckedClient({ client: "mcp", env: { ...env, DROVER_CAPABILITIES: everyday } });
  expect((await least.call("get_totp", { account: "acme" })).data).toMatchObject({ ok: false, error: "capability-disabled", requiredCapability: "credentials" });
  least.close();
});

test("seeds stay with the client until they are asked for, and failures say what to do", async ({ session }) => {
  const env = { ...process.env, DROVER_CAPABILITIES: `${everyday},secrets,credentials`, DROVER_CREDENTIALS_PROVIDER: "builtin", DROVER_OATHTOOL_SEEDS: `acme=${SEED}` };
  const client = new CheckedClient({ client: "sdk", env });
  expect((await client.call("get_totp", { account: "acme" })).data).toMatchObject({ ok: true, provider: "builtin", code: expect.stringMatching(/^\d{6}$/) });
  expect((await client.call("get_totp", { account: "nobody" })).data).toMatchObject({ ok: false, error: "provider-failed", provider: "builtin", reason: "unknown-account", hint: expect.stringContaining("acme") });
  expect((await client.call("get_credential", { account: "acme", session: session.id })).data).toMatchObject({ ok: false, error: "provider-failed", reason: "unsupported" });
  client.close();
});
