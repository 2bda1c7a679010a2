import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { claimProfile, profileFolder } from "../../browser/profileFolder.ts";
import { browserKinds, type BrowserKind } from "../../browser/kinds.ts";
import type { Home } from "../../config/home.ts";
import { DroverError } from "../../protocol/errors.ts";
import { meansFolder, profileFor } from "../../config/profile.ts";
import type { FileStore } from "../../files/fileStore.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import { replaceFolder } from "../../files/replaceFolder.ts";
import { writeWholeSync } from "../../files/wholeFile.ts";
import { checkName } from "./names.ts";

const NOTE = "drover-snapshot.json";
/** Belongs to a running browser and would make a copy look like one. */
const RUNTIME_FILES = /^(Singleton.*|lock|\.parentlock|parent\.lock|DevToolsActivePort|MarionetteActivePort)$/;

const noteSchema = z.object({ kind: z.enum(browserKinds), profile: z.string(), takenAt: z.string() });

/** Profiles are the daemon's, snapshots of them the caller's. */
interface Folders {
  home: Home;
  files: FileStore;
}

export interface CopiedProfile {
  snapshot: string;
  profile: string;
  browser: BrowserKind;
  path: string;
  files: number;
  bytes: number;
}

/** Copies a profile at rest into the workspace; a snapshot of the same name is replaced when the copy is whole. */
export async function takeSnapshot({ home, files }: Folders, kind: BrowserKind, profile: string, snapshot: string): Promise<CopiedProfile> {
  const to = snapshotFolder(files, snapshot);
  const from = profileAtRest(home, kind, profile);
  if (!existsSync(from))
    throw new DroverError("not-found", `${kind} has no profile "${profile}"`, { hint: knownProfiles(home) });
  await replaceFolder(from, to, { leaveOut: RUNTIME_FILES });
  const note: z.infer<typeof noteSchema> = { kind, profile, takenAt: new Date().toISOString() };
  writeWholeSync(path.join(to, NOTE), JSON.stringify(note));
  return { snapshot, profile, browser: kind, path: to, ...sizeOf(to) };
}

/** Puts a snapshot in a profile's place. */
export async function restoreSnapshot({ home, files }: Folders, kind: BrowserKind, profile: string, snapshot: string): Promise<CopiedProfile> {
  const from = snapshotFolder(files, snapshot);
  if (!existsSync(from))
    throw new DroverError("not-found", `there is no snapshot "${snapshot}"`, { hint: knownSnapshots(from) });
  const taken = readNote(from);
  if (taken && (taken.kind === "firefox") !== (kind === "firefox"))
    throw new DroverError("refused", `"${snapshot}" is a ${taken.kind} profile; ${kind} cannot use it`, {
      hint: `Pass browser:"${taken.kind}".`,
    });
  const to = profileAtRest(home, kind, profile);
  await replaceFolder(from, to, { leaveOut: RUNTIME_FILES });
  removeFromDisk(path.join(to, NOTE));
  return { snapshot, profile, browser: kind, path: from, ...sizeOf(to) };
}

function profileAtRest(home: Home, kind: BrowserKind, profile: string): string {
  // Folders elsewhere are not Drover's to replace: only names are taken, and no path is one.
  const name = meansFolder(profile) ? profile : profileFor("default", profile);
  const { dir } = profileFolder(home, kind, "", { name });
  if (existsSync(dir)) claimProfile(kind, dir);
  return dir;
}

function snapshotFolder(files: FileStore, snapshot: string): string {
  checkName(snapshot, "a snapshot");
  return files.named("profile", snapshot).path;
}

function sizeOf(dir: string): { files: number; bytes: number } {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return { files: files.length, bytes: files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0) };
}

function readNote(dir: string): z.infer<typeof noteSchema> | undefined {
  return ifPresent(() => noteSchema.parse(JSON.parse(readFileSync(path.join(dir, NOTE), "utf8"))), "the note of a profile's snapshot is damaged; the snapshot is not listed");
}

function knownProfiles(home: Home): string {
  const known = browserKinds.flatMap((kind) => folders(path.join(home.profiles, kind)).map((name) => `${kind}/${name}`));
  return known.length > 0 ? `Profiles there are: ${known.join(", ")}. Pass profile and browser.` : "No persistent session has been opened yet.";
}

function knownSnapshots(wanted: string): string {
  const known = folders(path.dirname(wanted));
  return known.length > 0 ? `Snapshots there are: ${known.join(", ")}.` : "profile_snapshot makes one.";
}

function folders(dir: string): string[] {
  const entries = ifPresent(() => readdirSync(dir, { withFileTypes: true }), "the snapshots of profiles cannot be listed", []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
