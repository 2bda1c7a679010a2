import { readlinkSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";
import { makeFolder } from "../config/makeFolder.ts";
import { DroverError } from "../protocol/errors.ts";
import { isFileName } from "../text/fileName.ts";
import { meansFolder } from "../config/profile.ts";
import type { BrowserKind } from "./kinds.ts";
import { commandOf, groupOf, processStartTime } from "./processTable.ts";

export type ProfileChoice = { name: string } | { dir: string } | { temporary: true };

export interface ProfileFolder {
  dir: string;
  /** As the descriptor records it. */
  name: string;
  temporary: boolean;
}

export function profileFolder(home: Home, kind: BrowserKind, id: string, choice: ProfileChoice): ProfileFolder {
  if ("temporary" in choice) return { dir: path.join(home.temporary, id), name: "", temporary: true };
  if ("dir" in choice) {
    const dir = path.resolve(choice.dir);
    return { dir, name: dir, temporary: false };
  }
  checkProfileName(choice.name);
  return { dir: path.join(home.profiles, kind, choice.name), name: choice.name, temporary: false };
}

/** What a session's profile is to the browser that is started on it. */
export const profileChoice = (profile: string): ProfileChoice => (meansFolder(profile) ? { dir: profile } : { name: profile });

function checkProfileName(name: string): void {
  if (isFileName(name)) return;
  throw new DroverError("bad-input", `"${name}" cannot be a profile's name.`, {
    hint: "Use letters, digits, dots, dashes and underscores, not starting with a dot; at most 100 of them.",
  });
}

export function makeProfileFolder(folder: ProfileFolder): void {
  makeFolder(folder.dir);
}

interface Lock {
  file: string;
  host?: string;
  pid: number;
}

/** Refuses a profile that a running program holds; clears away a lock whose holder was killed. */
export function claimProfile(kind: BrowserKind, dir: string): void {
  const lock = lockOf(kind, dir);
  if (!lock) return;
  if (lock.host !== undefined && lock.host !== os.hostname()) {
    throw new DroverError("profile-in-use", `The profile ${dir} is locked by process ${lock.pid} on ${lock.host}.`, {
      hint: `If nothing runs there any more, delete ${lock.file}; or choose another profile.`,
      fields: { pid: lock.pid, host: lock.host },
    });
  }
  if (isBrowserProcess(lock.pid)) throw profileInUse(dir, lock.pid);
  rmSync(lock.file, { force: true });
}

/** The browser of this machine that has the profile open. */
export function holderOf(kind: BrowserKind, dir: string): number | undefined {
  const lock = lockOf(kind, dir);
  return lock && (lock.host === undefined || lock.host === os.hostname()) && isBrowserProcess(lock.pid) ? lock.pid : undefined;
}

/** Is the profile held by a browser other than the one that leads this process group? */
export function isHeldByAnother(kind: BrowserKind, dir: string, group: number | undefined): boolean {
  const lock = lockOf(kind, dir);
  return lock !== undefined && isBrowserProcess(lock.pid) && groupOf(lock.pid) !== group;
}

const lockOf = (kind: BrowserKind, dir: string): Lock | undefined => (kind === "firefox" ? firefoxLock(dir) : chromiumLock(dir));

export function profileInUse(dir: string, pid?: number): DroverError {
  const holder = pid === undefined ? "another browser" : `process ${pid}`;
  return new DroverError("profile-in-use", `The profile ${dir} is in use by ${holder}.`, {
    hint: `Close ${pid === undefined ? "that browser" : `the browser with pid ${pid}`}, or choose another profile.`,
    fields: pid === undefined ? {} : { pid },
  });
}

function isBrowserProcess(pid: number): boolean {
  return processStartTime(pid) !== undefined && /chrom|edge|brave|firefox|browser/i.test(commandOf(pid)[0] ?? "");
}

/** SingletonLock is a symbolic link to `<host>-<pid>`; a host's name may hold dashes too. */
function chromiumLock(dir: string): Lock | undefined {
  const file = path.join(dir, "SingletonLock");
  const match = /^(.*)-(\d+)$/.exec(linkTarget(file));
  return match ? { file, host: match[1], pid: Number(match[2]) } : undefined;
}

/** Firefox's `lock` is a symbolic link to `<address>:+<pid>` (the plus says that the file lock is held too). */
function firefoxLock(dir: string): Lock | undefined {
  const file = path.join(dir, "lock");
  const match = /:\+?(\d+)$/.exec(linkTarget(file));
  return match ? { file, pid: Number(match[1]) } : undefined;
}

function linkTarget(file: string): string {
  return ifPresent(() => readlinkSync(file), "the lock of a profile cannot be read", "");
}
