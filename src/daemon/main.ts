/** The daemon's entry: `node dist/daemon.js`. Started by the first client that finds no daemon. */
import { reapOrphans } from "../browser/orphans.ts";
import { ConfigStore } from "../config/configStore.ts";
import { prepareHome, resolveHome } from "../config/home.ts";
import { Dispatch } from "../dispatch/dispatch.ts";
import { registry } from "../tools/registry.ts";
import { Sessions } from "../session/sessions.ts";
import { VERSION } from "../protocol/version.ts";
import { connectBrowser } from "./connectBrowser.ts";
import { Daemon } from "./daemon.ts";
import { LogFile } from "./logFile.ts";
import { listenAlone } from "./singleInstance.ts";

const home = resolveHome();
prepareHome(home);
const log = new LogFile(home.logFile).write;
const configStore = new ConfigStore(home);
const sessions = new Sessions(home, connectBrowser);
const dispatch = new Dispatch({ tools: registry, sessions, configStore, home, log });
const daemon = new Daemon({ home, dispatch, sessions, configStore, log });

const server = await listenAlone(home, daemon.accept);
if (!server) process.exit(0);
daemon.serve(server);
log(`Drover ${VERSION} listens, pid ${process.pid}`);

// What a crash or a power cut left behind. Browsers that still answer are never ended here.
void reapOrphans(home, { owned: sessions.browserIds() }).catch((error: Error) => log(`reaping: ${error.stack}`));

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void daemon.stop(signal));
process.on("uncaughtException", (error) => log(`uncaught: ${error.stack}`));
process.on("unhandledRejection", (reason) => log(`unhandled: ${reason instanceof Error ? reason.stack : String(reason)}`));
