import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DaemonClient } from "../../../src/client/daemonClient.ts";
import { resolveHome } from "../../../src/config/home.ts";
import { bundleRegistry } from "./bundledRegistry.ts";

/** Set by the first project that needs it: all of them share one home, and the first one clears it away. */
const MARK = "DROVER_TEST_HOME";

/** A session that keeps an engine's browser there from one test to the next. */
export async function keepRunning(engine: "chromium" | "firefox"): Promise<void> {
  const client = new DaemonClient({ client: "sdk" });
  await client.call("open_session", { session: `keeps-${engine}-running`, mode: "incognito", engine });
  client.close();
}

async function endHome(dir: string): Promise<void> {
  const client = new DaemonClient({ client: "sdk", start: false, home: resolveHome({ ...process.env, DROVER_HOME: dir }) });
  await client.call("close_sessions", { all: true }).catch(() => undefined);
  await client.stop().catch(() => undefined);
}

/** One Drover home for the whole run; each test opens its own incognito session in it. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[MARK]) return async () => undefined;
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-e2e-"));
  process.env[MARK] = dir;
  process.env["DROVER_HOME"] = dir;
  process.env["DROVER_WORKSPACE"] = path.join(dir, "workspace");
  await Promise.all([bundleRegistry(), keepRunning("chromium")]);
  return async () => {
    const ofWorkers = readdirSync(dir).filter((name) => name.startsWith("firefox-"));
    await Promise.all([dir, ...ofWorkers.map((name) => path.join(dir, name))].map(endHome));
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
}
