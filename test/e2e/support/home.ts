import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { reapOrphans } from "../../../src/browser/orphans.ts";
import { CheckedClient } from "./checkedClient.ts";
import { resolveHome, workspaceFolder, type Home } from "../../../src/config/home.ts";
import type { ClientKind } from "../../../src/protocol/messages.ts";
import type { Data } from "./session.ts";

export interface TestHome extends AsyncDisposable {
  readonly home: Home;
  readonly workspace: string;
  readonly env: NodeJS.ProcessEnv;
  client(kind?: ClientKind, extraEnv?: Record<string, string>): CheckedClient;
  call(tool: string, input?: Record<string, unknown>): Promise<Data>;
}

/** A Drover of its own, for tests that kill, fill or configure it. Ends everything it started. */
export function ownHome(extraEnv: Record<string, string> = {}): TestHome {
  const dir = mkdtempSync(path.join(os.tmpdir(), "drover-own-"));
  const env = { ...process.env, DROVER_HOME: dir, DROVER_WORKSPACE: path.join(dir, "workspace"), ...extraEnv };
  const home = resolveHome(env);
  const open: CheckedClient[] = [];
  const client = (kind: ClientKind = "sdk", further: Record<string, string> = {}) => {
    const made = new CheckedClient({ client: kind, home, env: { ...env, ...further } });
    open.push(made);
    return made;
  };
  const main = client();
  return {
    home,
    workspace: workspaceFolder(home, env),
    env,
    client,
    call: async (tool, input = {}) => (await main.call(tool, input)).data,
    async [Symbol.asyncDispose]() {
      const last = new CheckedClient({ client: "sdk", home, env, start: false });
      await last.call("close_sessions", { all: true }).catch(() => undefined);
      await last.stop().catch(() => undefined);
      for (const each of open) each.close();
      // A test that failed half-way may leave browsers without a daemon, and those would write on while the folder goes.
      await reapOrphans(home, { endUnowned: true });
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}
