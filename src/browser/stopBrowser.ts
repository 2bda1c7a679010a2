import { rmSync } from "node:fs";
import path from "node:path";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { Home } from "../config/home.ts";
import { DroverError } from "../protocol/errors.ts";
import { type BrowserDescriptor, isAlive, processStartTime, removeDescriptor } from "./descriptor.ts";
import { beginSession, type MarionetteAddress } from "./firefoxSession.ts";
import { endProcess, groupIsAlive, signalGroup, until } from "./processTable.ts";

const GRACE_MS = 5_000;
/** A Firefox that has begun to quit writes its pages' storage last; on a busy machine that takes its time. */
const SAVING_MS = 20_000;
const CHILDREN_GRACE_MS = 500;
const KILL_MS = 2_000;

/** How long one that was silent gets to hear what it was told while it was stopped. */
const THAW_MS = 2_000;

/**
 * Ends a browser with all its processes and clears its traces. Does nothing more when it is gone already. `silent`: it was told to
 * end and did not answer, so that asking again is no use.
 */
export async function stopBrowser(home: Home, descriptor: BrowserDescriptor, { silent = false } = {}): Promise<void> {
  await (silent ? endSilent(descriptor) : endProcesses(descriptor));
  if (isAlive(descriptor))
    throw new DroverError("browser-failed", `the browser (pid ${descriptor.pid}) does not end`, { hint: "It stays on record. End the process, then try again." });
  removeDescriptor(home, descriptor.id);
  if (descriptor.temporary) removeTemporaryProfile(home, descriptor.profileDir);
}

/** A process that somebody stopped hears nothing, and would be killed with what it has not saved. */
async function endSilent(descriptor: BrowserDescriptor): Promise<void> {
  const { pid } = descriptor;
  if (!isAlive(descriptor)) return endProcesses(descriptor);
  signalGroup(pid, "SIGCONT");
  await until(() => !isAlive(descriptor), THAW_MS);
  await killGroup(pid, isAlive(descriptor) ? 0 : CHILDREN_GRACE_MS);
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
  await killGroup(pid, isAlive(descriptor) ? 0 : CHILDREN_GRACE_MS);
}

async function killGroup(pid: number, graceMs: number): Promise<void> {
  const gone = (): boolean => !groupIsAlive(pid);
  if (await until(gone, graceMs)) return;
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
  const { pid, marionettePort, keeper, temporary } = descriptor;
  if (descriptor.engine === "chromium") return endProcess(pid, "SIGINT");
  if (!temporary && marionettePort !== undefined) {
    if (await quitFirefox({ marionettePort, ...(keeper !== undefined && { keeper }) })) return;
    // Nobody answers: most likely it is on its way out already and still writes what pages have stored.
    if (await until(() => !isAlive(descriptor), SAVING_MS)) return;
  }
  endProcess(pid, "SIGTERM");
}

async function quitFirefox(address: MarionetteAddress): Promise<boolean> {
  try {
    using marionette = (await beginSession(address)).marionette;
    const patience = setTimeout(() => marionette.close(), GRACE_MS);
    marionette.onClose(() => clearTimeout(patience));
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
