import { randomBytes } from "node:crypto";
import { test as base } from "vitest";
import { CheckedClient } from "./checkedClient.ts";
import type { Outcome } from "../../../src/protocol/messages.ts";
import { startFixtureServer, type FixtureServer } from "./fixtureServer.ts";

/** A result as loose data: tests look at what a user would see. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any;

export interface TestSession {
  id: string;
  engine: "chromium" | "firefox";
  /** The result's data. */
  call(tool: string, input?: Record<string, unknown>): Promise<Data>;
  /** The whole outcome, with images and the agent's text form. */
  outcome(tool: string, input?: Record<string, unknown>): Promise<Outcome>;
}

interface Fixtures {
  server: FixtureServer;
  client: CheckedClient;
  session: TestSession;
  /** One for all tests of the file that ask for it. */
  fileSession: TestSession;
}

/** The engine that a run of the shared tests is for: DROVER_TEST_ENGINE=firefox runs them on Firefox. */
export const engine = process.env["DROVER_TEST_ENGINE"] === "firefox" ? "firefox" : "chromium";

/** Each test has its own incognito session, unless it asks for the file's; the server and the client are the file's. */
export const test = base.extend<Fixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startFixtureServer();
      await use(server);
      await server.close();
    },
    { scope: "file" },
  ],
  client: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const client = new CheckedClient({ client: "sdk" });
      await use(client);
      client.close();
    },
    { scope: "file" },
  ],
  session: ({ client }, use) => withSession(client, use),
  fileSession: [({ client }, use) => withSession(client, use), { scope: "file" }],
});

async function withSession(client: CheckedClient, use: (session: TestSession) => Promise<void>): Promise<void> {
  const id = `t-${randomBytes(6).toString("hex")}`;
  const opened = await client.call("open_session", { session: id, mode: "incognito", engine });
  if (!opened.ok) throw new Error(JSON.stringify(opened.data));
  const outcome = (tool: string, input: Record<string, unknown> = {}) => client.call(tool, { session: id, ...input }, { form: "agent" });
  await use({ id, engine, outcome, call: async (tool, input) => (await outcome(tool, input)).data });
  await client.call("close_session", { session: id });
}
