import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DaemonClient } from "../../../src/client/daemonClient.ts";

/** One Drover home for the whole run; each test opens its own incognito session in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(os.tmpdir(), "drover-e2e-"));
  process.env["DROVER_HOME"] = home;
  process.env["DROVER_WORKSPACE"] = path.join(home, "workspace");
  return async () => {
    const client = new DaemonClient({ client: "sdk", start: false });
    await client.call("close_sessions", { all: true }).catch(() => undefined);
    await client.stop().catch(() => undefined);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
}
