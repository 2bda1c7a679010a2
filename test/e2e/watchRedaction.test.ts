import { expect } from "vitest";
import { CheckedClient } from "./support/checkedClient.ts";
import type { DaemonEvent } from "../../src/protocol/messages.ts";
import type { FixtureServer } from "./support/fixtureServer.ts";
import { test, type Data } from "./support/session.ts";
import { until } from "./support/until.ts";

const SECRET = "s3cr3t";

/** A page whose requests, lines, errors and events all name an address with a secret in it. */
function leakyPage(server: FixtureServer): string {
  const secret = `${server.origin}/api/leak?key=${SECRET}`;
  server.route("/api/leak", (_, response) => response.end("x"));
  server.route("/leaky-worker.js", (_, response) => {
    response.setHeader("content-type", "text/javascript");
    response.end("");
  });
  server.route("/leaky-events", (_, response) => {
    response.setHeader("content-type", "text/event-stream");
    response.write(`data: see ${secret}\n\n`);
  });
  return server.html("/leaky", `<title>Leaky</title><button onclick="leak()">Leak</button><script>
    new Worker("/leaky-worker.js?key=${SECRET}"); new EventSource("/leaky-events?key=${SECRET}");
    function leak() { fetch(${JSON.stringify(secret)}); console.error("asked", ${JSON.stringify(secret)}); throw new Error("no ${secret}") }
  </script>`);
}

/** Everything that leaves about the page's traffic, by where it left. */
async function exits(client: CheckedClient, session: string, url: string): Promise<Record<string, unknown>> {
  const call = async (tool: string, input: Record<string, unknown> = {}): Promise<Data> => (await client.call(tool, { session, ...input })).data;
  const events: DaemonEvent[] = [];
  await call("navigate", { url });
  await client.subscribe({ topics: ["console", "pageerror", "requestdone"], session, onEvent: (event) => events.push(event) });
  const click = await call("click", { selector: "button" });
  const network = await until(() => call("network_read", { url: `key=${SECRET}` }), ({ requests }) => requests.some((each: Data) => each.url.includes("/api/leak") && each.ms !== null));
  const { requestId } = network.requests.find((each: Data) => each.url.includes("/api/leak"));
  return {
    "the action's requests": click.network,
    "the action's console": click.console,
    "the action's errors": click.pageErrors ?? click.console,
    network_read: network.requests,
    "one request": (await call("network_read", { requestId })).request,
    console_read: await call("console_read"),
    ws_read: await until(() => call("ws_read"), ({ frames }) => frames.length > 0),
    workers_list: await call("workers_list"),
    events: await until(async () => events, (list) => list.length >= 3),
  };
}

test("every exit is redacted", async ({ session, server, client }) => {
  for (const [exit, data] of Object.entries(await exits(client, session.id, leakyPage(server)))) {
    expect.soft(JSON.stringify(data), exit).not.toContain(SECRET);
    expect.soft(JSON.stringify(data), exit).toContain("?…");
  }
});

test("no exit is redacted where redactUrls is off", async ({ server, session }) => {
  const id = `${session.id}-plain`;
  const plain = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_REDACT_URLS: "false" } });
  try {
    await plain.call("open_session", { session: id, mode: "incognito" });
    for (const [exit, data] of Object.entries(await exits(plain, id, leakyPage(server)))) expect.soft(JSON.stringify(data), exit).toContain(SECRET);
  } finally {
    await plain.call("close_session", { session: id });
    plain.close();
  }
});
