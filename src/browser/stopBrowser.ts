import { rmSync } from "node:fs";
import path from "node:path";
import type { Home } from "../config/home.ts";
import { type BrowserDescriptor, isAlive, processStartTime, removeDescriptor } from "./descriptor.ts";
import { groupIsAlive, signalGroup, signalProcess, until } from "./processTable.ts";

const GRACE_MS = 5_000;
const CHILDREN_GRACE_MS = 500;
const KILL_MS = 2_000;

/** Ends a browser with all its processes and clears its traces. Does nothing more when it is gone already. */
export async function stopBrowser(home: Home, descriptor: BrowserDescriptor): Promise<void> {
  await endProcesses(descriptor);
  removeDescriptor(home, descriptor.id);
  if (descriptor.temporary) removeTemporaryProfile(home, descriptor.profileDir);
}

async function endProcesses(descriptor: BrowserDescriptor): Promise<void> {
  const { pid } = descriptor;
  if (isAlive(descriptor)) {
    // Only the main process is asked: it saves cookies and ends its children, which look like crashes when they go first.
    signalProcess(pid, "SIGTERM");
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

/** A descriptor is a file that somebody may have edited: nothing outside the folder for temporary profiles is ever deleted. */
export function removeTemporaryProfile(home: Home, dir: string): void {
  if (path.dirname(path.resolve(dir)) !== path.resolve(home.temporary)) return;
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}
