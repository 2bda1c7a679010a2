import { DaemonClient } from "../../../src/client/daemonClient.ts";
import setup from "./globalSetup.ts";

/** The same home as the rest of the run, with a session that keeps Firefox there from one test to the next. */
export default async function firefoxSetup(): Promise<() => Promise<void>> {
  const teardown = await setup();
  const client = new DaemonClient({ client: "sdk" });
  await client.call("open_session", { session: "keeps-firefox-running", mode: "incognito", engine: "firefox" });
  client.close();
  return teardown;
}
