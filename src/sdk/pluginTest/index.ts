/**
 * `import { tryPlugin } from "drover/plugin-test"`: runs a plugin's tools in a real browser, in a Drover of their own that ends with the test. Works with any
 * test runner.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { DaemonClient } from "../../client/daemonClient.ts";
import { resolveHome, workspaceFolder } from "../../config/home.ts";
import { mayFail } from "../../diagnosis/mayFail.ts";
import { PluginLife } from "../../plugins/life.ts";
import { callTool } from "../call.ts";

export { ToolError } from "../call.ts";

export interface TryOptions {
  /** Folders of plugins that it depends on. */
  dependsOn?: (string | URL)[];
  /** "chromium" unless given. */
  engine?: "chromium" | "firefox";
  /** What the caller may do. Unless given: what a person at a shell may. An agent's usual ones are read, navigation, action and human. */
  capabilities?: string[];
}

/** A plugin, installed in a Drover of its own, with a session to try it in. */
export interface TriedPlugin extends AsyncDisposable {
  /** Shows a document, which is served from this machine. Gives back its address. */
  show(html: string): Promise<string>;
  /** Calls a tool, the plugin's or one of Drover's, on the session. Throws a ToolError when it could not do it. */
  call<Answer extends object = Record<string, unknown>>(tool: string, input?: Record<string, unknown>): Promise<Answer>;
  /** Where files of calls are. */
  readonly workspace: string;
  /** Ends the browser, the daemon and everything they made. */
  close(): Promise<void>;
}

const folderOf = (place: string | URL): string => path.resolve(typeof place === "string" ? place.replace(/^file:(?!\/\/)/, "") : fileURLToPath(place));

/** Installs the plugin of a folder as `drover plugin install` does, and opens a browser to try it in. */
export async function tryPlugin(folder: string | URL, { dependsOn = [], engine = "chromium", capabilities }: TryOptions = {}): Promise<TriedPlugin> {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), "drover-plugin-")));
  const env = { ...process.env, DROVER_HOME: dir, DROVER_WORKSPACE: path.join(dir, "workspace"), ...(capabilities && { DROVER_CAPABILITIES: capabilities.join(",") }) };
  const home = resolveHome(env);
  const workspace = workspaceFolder(home, env);
  const client = new DaemonClient({ client: "sdk", home, env });
  const pages = new Documents();
  const call = <Answer extends object>(tool: string, input: Record<string, unknown> = {}): Promise<Answer> => callTool<Answer>(client, tool, { session: "tried", ...input });
  const close = async (): Promise<void> => {
    await mayFail(client.call("close_sessions", { all: true }), "a daemon that is gone has closed them");
    await mayFail(client.stop(), "a daemon that is gone need not be stopped");
    client.close();
    await pages.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  try {
    const life = new PluginLife(home, workspace, () => undefined);
    for (const each of [...dependsOn, folder]) await life.install(`file:${folderOf(each)}`, process.cwd());
    await call("open_session", { mode: "incognito", engine });
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    workspace,
    call,
    show: async (html) => {
      const url = await pages.serve(html);
      await call("navigate", { url });
      return url;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Documents under addresses of this machine, each its own. */
class Documents {
  readonly #documents: string[] = [];
  #server: Server | undefined;

  async serve(html: string): Promise<string> {
    const server = (this.#server ??= createServer(({ url = "/" }, response) => {
      const found = this.#documents[Number(url.slice(1))];
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(found);
    }));
    if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${this.#documents.push(html) - 1}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((resolve) => (this.#server ? this.#server.close(() => resolve()) : resolve()));
  }
}
