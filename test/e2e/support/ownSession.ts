import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { reapOrphans } from "../../../src/browser/orphans.ts";
import { defaultConfig } from "../../../src/config/config.ts";
import { prepareHome, resolveHome } from "../../../src/config/home.ts";
import { connectBrowser } from "../../../src/daemon/connectBrowser.ts";
import type { Session } from "../../../src/session/session.ts";
import { Exit } from "../../../src/exit/exit.ts";
import { SecretMask } from "../../../src/security/secretMask.ts";
import { Sessions } from "../../../src/session/sessions.ts";
import { engine } from "./session.ts";

/** A session in the test's own process, without a daemon: for seams that tools stand on and none shows. */
export async function ownSession(): Promise<AsyncDisposable & { session: Session }> {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-session-"));
  const home = resolveHome({ ...process.env, DROVER_HOME: dir, DROVER_WORKSPACE: path.join(dir, "workspace") });
  prepareHome(home);
  const config = { ...defaultConfig, headless: true };
  const sessions = new Sessions(home, connectBrowser, new Exit(new SecretMask()));
  const end = async () => {
    await reapOrphans(home, { endUnowned: true });
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    const { session } = await sessions.open({ id: "own", mode: "incognito", engine }, config, { opens: () => undefined, enters: () => undefined, asks: () => undefined });
    return {
      session,
      async [Symbol.asyncDispose]() {
        await sessions.close(session.id, config, () => undefined);
        await end();
      },
    };
  } catch (thrown) {
    await end();
    throw thrown;
  }
}
