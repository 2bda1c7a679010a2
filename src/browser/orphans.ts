import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";
import { type BrowserDescriptor, isAlive, loadDescriptors, removeDescriptor } from "./descriptor.ts";
import { groupLeaders, signalGroup } from "./processTable.ts";
import { removeTemporaryProfile, stopBrowser } from "./stopBrowser.ts";

export interface Orphans {
  /** On record, but the process has ended. */
  stale: BrowserDescriptor[];
  /** Running, but nobody owns it. A daemon that starts adopts these; they are never ended unless somebody says so. */
  unowned: BrowserDescriptor[];
  /** Running on a folder of ours without a record: whoever started it was killed before it could write one. */
  strays: { pid: number; profileDir: string }[];
  /** Folders of temporary profiles, logs and pipes of browsers that are gone. */
  leftovers: string[];
}

// A browser that is starting has a folder and a process but no record yet; after this long it has failed.
const STARTING_MS = 60_000;

/** What no session needs any more. `owned` are the ids of the browsers that the running daemon answers for, if there is one. */
export async function findOrphans(home: Home, owned: Iterable<string> = []): Promise<Orphans> {
  const ownedIds = new Set(owned);
  const descriptors = loadDescriptors(home);
  const alive = descriptors.filter(isAlive);
  const strays = findStrays(home, alive);
  return {
    stale: descriptors.filter((descriptor) => !alive.includes(descriptor)),
    unowned: alive.filter(({ id }) => !ownedIds.has(id)),
    strays,
    leftovers: findLeftovers(home, [...alive, ...strays].map(({ profileDir }) => profileDir), descriptors),
  };
}

/** Clears away what is certainly of no use; the unowned only when asked to. Gives back what was found. */
export async function reapOrphans(
  home: Home,
  options: { owned?: Iterable<string>; endUnowned?: boolean } = {},
): Promise<Orphans> {
  const orphans = await findOrphans(home, options.owned);
  const ending = options.endUnowned ? [...orphans.stale, ...orphans.unowned] : orphans.stale;
  await Promise.all(ending.map((descriptor) => stopBrowser(home, descriptor)));
  for (const { pid, profileDir } of orphans.strays) {
    signalGroup(pid, "SIGKILL");
    removeTemporaryProfile(home, profileDir);
  }
  for (const leftover of orphans.leftovers) rmSync(leftover, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  for (const { id } of orphans.stale) removeDescriptor(home, id);
  return orphans;
}

function findStrays(home: Home, known: BrowserDescriptor[]): Orphans["strays"] {
  const knownPids = new Set(known.map(({ pid }) => pid));
  return groupLeaders().flatMap(({ pid, command }) => {
    const profileDir = profileInCommand(command, home);
    return profileDir && !knownPids.has(pid) && isOld(profileDir) ? [{ pid, profileDir }] : [];
  });
}

/** The folder of ours that a browser's command line names as its profile. */
export function profileInCommand(command: string[], home: Home): string | undefined {
  const joined = command.find((word) => word.startsWith("--user-data-dir="))?.slice("--user-data-dir=".length);
  const profileDir = joined ?? command[command.indexOf("--profile", 1) + 1];
  const isOurs = [home.temporary, home.profiles].some((folder) => profileDir?.startsWith(folder + path.sep));
  return isOurs ? profileDir : undefined;
}

function findLeftovers(home: Home, usedFolders: string[], descriptors: BrowserDescriptor[]): string[] {
  const recorded = new Set([...usedFolders, ...descriptors.map(({ profileDir }) => profileDir)]);
  // Only what has a browser's name: the folder may be a link to a place where other things lie.
  const folders = entries(home.temporary).filter((folder) => path.basename(folder).startsWith("b-") && !recorded.has(folder));
  const ids = new Set(descriptors.map(({ id }) => id));
  const traces = entries(home.browsers).filter((file) => /\.(log|pipe)$/.test(file) && !ids.has(path.parse(file).name));
  return [...folders, ...traces].filter(isOld);
}

function isOld(file: string): boolean {
  const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && Date.now() - changed > STARTING_MS;
}

function entries(dir: string): string[] {
  return ifPresent(() => readdirSync(dir).map((name) => path.join(dir, name)), "a folder of temporary profiles cannot be listed", []);
}
