import { expect } from "vitest";
import { drover } from "./support/drover.ts";
import { ownHome } from "./support/home.ts";
import { test } from "./support/session.ts";

test("the log tells who called what on a session, how long it took and how it ended", async ({ server }) => {
  await using own = ownHome();
  const run = (...args: string[]) => drover(args, { env: own.env });
  expect((await run("log")).stdout).toContain("The daemon is not running");
  await run("open", server.html("/log", "<button>Save</button><input aria-label=Code>"));
  const agent = own.client("mcp");
  await agent.call("batch", { calls: [{ tool: "click", args: { selector: "text=Save" } }] });
  await agent.call("fill", { selector: "input", value: "nobody's business" });
  expect((await agent.call("click", { ref: "e999" })).ok).toBe(false);

  const { calls } = (await run("log", "--json")).json as { calls: Record<string, unknown>[] };
  expect(calls.map(({ client, tool, ok }) => [client, tool, ok])).toEqual([
    ["cli", "navigate", true],
    ["mcp", "click", true],
    ["mcp", "batch", true],
    ["mcp", "fill", true],
    ["mcp", "click", false],
  ]);
  const [, inner, outer] = calls;
  expect(inner).toMatchObject({ parent: outer!["id"], subject: "selector=text=Save" });
  expect(calls.at(-1)).toMatchObject({ error: "ref-gone", subject: "ref=e999", ms: expect.any(Number) });
  expect(JSON.stringify(calls)).not.toContain("business");

  expect((await run("log", "--limit", "1")).stdout).toMatch(/mcp +\d+ ms +ref-gone +click ref=e999\n$/);
  expect((await run("status")).stdout).toMatch(/ref-gone +click ref=e999/);
  expect((await run("log", "--session", "other")).stdout).toContain('No calls on session "other"');
  expect((await run("log", "--limit", "many")).code).toBe(2);
  expect((await agent.call("call_log", { all: true })).data).toMatchObject({ ok: false, error: "capability-disabled" });
});

test("the key of saved log-ins, once it was needed, is masked wherever it would leave", async () => {
  await using own = ownHome();
  const key = "correct-horse-battery-staple";
  const client = own.client("sdk", { DROVER_STATE_KEY: key });
  await client.call("auth_list", {});
  await client.call("navigate", { url: `data:text/html,<title>${key}</title>` });
  const { data } = await client.call("list_targets", {});
  expect(JSON.stringify(data)).toContain("<DROVER_STATE_KEY>");
  expect(JSON.stringify(data)).not.toContain(key);
});
