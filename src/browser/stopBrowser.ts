import { rmSync } from "node:fs";
import path from "node:path";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { Home } from "../config/home.ts";
import { type BrowserDescriptor, isAlive, processStartTime, removeDescriptor } from "./descriptor.ts";
import { Marionette } from "./marionette.ts";
import { endProcess, groupIsAlive, signalGroup, until } from "./processTable.ts";

const GRACE_MS = 5_000;
/** A Firefox that has begun to quit writes its pages' storage last; on a busy machine that takes its time. */
const SAVING_MS = 20_000;
const CHILDREN_GRACE_MS = 500;
const KILL_MS = 2_000;
const GREETING_MS = 500;

/** Ends a browser with all its processes and clears its traces. Does nothing more when it is gone already. */
export async function stopBrowser(home: Home, descriptor: BrowserDescriptor): Promise<void> {
  await endProcesses(descriptor);
  removeDescriptor(home, descriptor.id);
  if (descriptor.temporary) removeTemporaryProfile(home, descriptor.profileDir);
}

async function endProcesses(descriptor: BrowserDescriptor): Promise<void> {
  const { pid } = descriptor;
  if (isAlive(descriptor)) {
    await askToEnd(descriptor);
    await until(() => !isAlive(descriptor), GRACE_MS);
  } else if (processStartTime(pid) !== undefined) {
    // Another program has the pid now. A pid is not given out while a group of that number has members: ours are gone.
    return;
  }
  const gone = (): boolean => !groupIsAlive(pid);
  if (await until(gone, isAlive(descriptor) ? 0 : CHILDREN_GRACE_MS)) return;
  signalGroup(pid, "SIGKILL");
  await until(gone, KILL_MS);
}

/**
 * Only the main process is asked: it saves the profile and ends its children, which would look like crashes if they went
 * first. Chromium takes SIGTERM for the end of the login session and exits without writing its cookies; SIGINT quits in
 * good order. Firefox drops its profile's last changes on any signal, but quits in good order over Marionette, which
 * answers once the engine that held it has let go.
 */
async function askToEnd(descriptor: BrowserDescriptor): Promise<void> {
  const { pid, marionettePort, temporary } = descriptor;
  if (descriptor.engine === "chromium") return endProcess(pid, "SIGINT");
  if (!temporary && marionettePort !== undefined) {
    if (await quitFirefox(marionettePort)) return;
    // Nobody answers: most likely it is on its way out already and still writes what pages have stored.
    if (await until(() => !isAlive(descriptor), SAVING_MS)) return;
  }
  endProcess(pid, "SIGTERM");
}

async function quitFirefox(marionettePort: number): Promise<boolean> {
  try {
    using marionette = await Marionette.connect(marionettePort, GREETING_MS);
    const patience = setTimeout(() => marionette.close(), GRACE_MS);
    marionette.onClose(() => clearTimeout(patience));
    await marionette.send("WebDriver:NewSession");
    await marionette.send("Marionette:Quit", { flags: ["eForceQuit"] });
    return true;
  } catch (thrown) {
    noteFailure(thrown, "a Firefox that does not quit when it is asked to is ended");
    return false;
  }
}

/** A descriptor is a file that somebody may have edited: nothing outside the folder for temporary profiles is ever deleted. */
export function removeTemporaryProfile(home: Home, dir: string): void {
  if (path.dirname(path.resolve(dir)) !== path.resolve(home.temporary)) return;
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}
