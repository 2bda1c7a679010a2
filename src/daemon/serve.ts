import type { Server, Socket } from "node:net";
import { reapOrphans } from "../browser/orphans.ts";
import { ConfigStore } from "../config/configStore.ts";
import type { Home } from "../config/home.ts";
import { onSwallowed } from "../diagnosis/mayFail.ts";
import { askPerson } from "../dispatch/askPerson.ts";
import { Dispatch } from "../dispatch/dispatch.ts";
import { sweepLeftovers } from "../dispatch/sweepLeftovers.ts";
import { Exit } from "../exit/exit.ts";
import { VERSION } from "../protocol/version.ts";
import { SecretMask } from "../security/secretMask.ts";
import { Sessions } from "../session/sessions.ts";
import { Toolbox } from "../tools/toolbox.ts";
import { connectBrowser } from "./connectBrowser.ts";
import { PluginsOnDemand } from "./pluginsOnDemand.ts";
import { Daemon } from "./daemon.ts";
import { LogFile } from "./logFile.ts";
import { tidyHeap } from "./tidyHeap.ts";

/** Puts the daemon together behind a socket that already listens. Gives back what takes a client in. */
export function serve(home: Home, server: Server, { spare }: { spare: boolean }): (socket: Socket) => void {
  const secrets = new SecretMask();
  const exit = new Exit(secrets);
  const log = new LogFile(home.logFile, exit.logLine).write;
  process.on("uncaughtException", (error) => log(`uncaught: ${error.stack}`));
  process.on("unhandledRejection", (reason) => log(`unhandled: ${reason instanceof Error ? reason.stack : String(reason)}`));
  if (process.env["DROVER_DEBUG"])
    onSwallowed(({ why, message, stack, count }) => log(`passed over: ${why}: ${message}${count === 1 && stack ? `\n${stack}` : ""}`));
  const configStore = new ConfigStore(home);
  const sessions = new Sessions(home, connectBrowser, exit);
  const plugins = new PluginsOnDemand({ home, log, mask: (value) => exit.masked(value) });
  const dispatch = new Dispatch({ toolbox: new Toolbox(), plugins, sessions, configStore, home, exit, log, ask: askPerson });
  const daemon = new Daemon({ home, dispatch, plugins, exit, secrets, sessions, configStore, log }, spare);
  daemon.serve(server);
  log(`Drover ${VERSION} listens, pid ${process.pid}`);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void daemon.stop(signal));
  // What a crash or a power cut left behind. Browsers that still answer are never ended here.
  void reapOrphans(home, { owned: sessions.browserIds() }).catch((error: Error) => log(`reaping: ${error.stack}`));
  setImmediate(() => sweepLeftovers(home, configStore));
  tidyHeap();
  return daemon.accept;
}

/** What most sessions come to need, all at once: so that the build has code of it too. */
export const loadUsual = (): Promise<unknown> =>
  Promise.all([...["open_session", "list_sessions", "close_session", "navigate", "wait_for", "eval_js", "snapshot", "find", "click", "fill", "press", "type"].map((name) => new Toolbox().named(name)), import("../engine/chromium/browser.ts")]);
