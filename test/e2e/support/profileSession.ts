import { onTestFinished } from "vitest";
import { CheckedClient } from "./checkedClient.ts";
import { engine, type Data } from "./session.ts";

/** Calls in a session with a profile of its own, headless, until the test has ended: extensions live in profiles. */
export async function withProfile(id: string, capabilities: string): Promise<(tool: string, input?: Record<string, unknown>) => Promise<Data>> {
  const client = new CheckedClient({ client: "sdk", env: { ...process.env, DROVER_CAPABILITIES: capabilities } });
  await client.call("open_session", { session: id, mode: "persistent", profile: id, engine, headless: true });
  onTestFinished(async () => {
    await client.call("close_session", { session: id });
    client.close();
  });
  return async (tool, input = {}) => (await client.call(tool, { session: id, ...input })).data;
}
