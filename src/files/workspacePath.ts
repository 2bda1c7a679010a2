import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { DroverError } from "../protocol/errors.ts";
import { makeKeptFolder } from "./onDisk.ts";

export interface WorkspaceRules {
  /** Drover's own folder: a workspace around it does not open it. */
  closed?: string;
  /** Whether a file may have another name elsewhere, which nobody can find out. Default: yes. */
  hardLinks?: boolean;
}

/**
 * The one way from a path that a caller gave to a path on disk. Relative paths start in the workspace; the result stays
 * inside it after every symbolic link is followed.
 */
export function workspacePath(workspace: string, given: string, { closed, hardLinks = true }: WorkspaceRules = {}): string {
  if (given.includes("\0")) throw refused(given, "it contains a NUL byte");
  makeKeptFolder(workspace);
  const root = realpathSync(workspace);
  const wanted = path.resolve(root, given);
  if (!isInside(root, wanted) && !isInside(path.resolve(workspace), wanted)) throw refused(given, "it leads out of the workspace");
  const real = realpathOfNearest(wanted);
  if (!isInside(root, real)) throw refused(given, "a symbolic link leads out of the workspace");
  if (closed !== undefined && isInDrover(closed, root, real)) throw refused(given, "it is in Drover's own folder");
  if (!hardLinks && hasOtherNames(real)) throw refused(given, "it is a hard link: the file has another name, perhaps outside the workspace");
  return real;
}

/** Of a workspace that lies inside Drover's folder, as it does by default, everything is the caller's. */
function isInDrover(closed: string, root: string, real: string): boolean {
  const own = ifPresent(() => realpathSync(closed), "where Drover's folder is cannot be read");
  return own !== undefined && !isInside(own, root) && isInside(own, real);
}

function hasOtherNames(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && stats.nlink > 1;
}

const isInside = (root: string, candidate: string) => candidate === root || candidate.startsWith(root + path.sep);

/** Follows links of the part of the path that exists; the rest cannot hold any. */
function realpathOfNearest(wanted: string): string {
  const missing: string[] = [];
  for (let existing = wanted; ; existing = path.dirname(existing)) {
    const real = ifPresent(() => realpathSync(existing), "where a path leads cannot be read");
    if (real !== undefined) return path.join(real, ...missing);
    // A link to nowhere exists as a link: writing through it would create its target.
    if (isLink(existing)) throw refused(wanted, "it is a broken symbolic link");
    missing.unshift(path.basename(existing));
  }
}

function isLink(file: string): boolean {
  return ifPresent(() => lstatSync(file).isSymbolicLink(), "whether a path is a link cannot be found out", false);
}

const refused = (given: string, why: string) =>
  new DroverError("bad-path", `${given} is refused: ${why}`, {
    hint: "Use a path inside the workspace ($DROVER_WORKSPACE).",
  });
