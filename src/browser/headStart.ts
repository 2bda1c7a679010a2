import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Home } from "../config/home.ts";
import { saveDescriptor } from "./descriptor.ts";
import { type LaunchRequest, launchBrowser } from "./launchBrowser.ts";
import { hasEnded } from "./processTable.ts";

const POLL_MS = 4;

/** Says who is starting a browser before there is a daemon to do it. */
const markerOf = (home: Home): string => path.join(home.browsers, "head-start");

/**
 * Starts the browser of a session that is about to be opened, while the daemon that will have it is still loading. The
 * daemon finds it by its descriptor. When it cannot be started nothing is said: the daemon tries again and tells why.
 */
export async function giveHeadStart(request: LaunchRequest): Promise<void> {
  const { home } = request;
  if (!mark(home)) return;
  try {
    const { descriptor, warnings } = await launchBrowser(request);
    saveDescriptor(home, { ...descriptor, unclaimed: warnings });
  } catch {
    // See above.
  } finally {
    rmSync(markerOf(home), { force: true });
  }
}

/** Resolves when no client is starting a browser. */
export async function afterHeadStart(home: Home): Promise<void> {
  while (isUnderWay(home)) await pause(POLL_MS);
}

/** Of several clients that find no daemon, one starts the browser. */
function mark(home: Home): boolean {
  const draft = `${markerOf(home)}.${process.pid}.tmp`;
  mkdirSync(home.browsers, { recursive: true, mode: 0o700 });
  writeFileSync(draft, String(process.pid), { mode: 0o600 });
  try {
    if (!isUnderWay(home)) rmSync(markerOf(home), { force: true });
    // Unlike a file that is made and then written, a link has its contents from the start.
    linkSync(draft, markerOf(home));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isUnderWay(home: Home): boolean {
  try {
    return !hasEnded(Number(readFileSync(markerOf(home), "utf8")));
  } catch {
    return false;
  }
}
