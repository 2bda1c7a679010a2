import path from "node:path";
import { DroverError } from "../protocol/errors.ts";
import { fileNameOf, isFileName } from "../text/fileName.ts";

/** Is a folder meant, and not a name? */
export const meansFolder = (profile: string): boolean => /[\\/]|^\.{1,2}$/.test(profile);

/** The profile of a session, as plans and descriptors have it: the folder that was asked for, or a name that is safe as one. */
export function profileFor(sessionId: string, given?: string): string {
  if (given === undefined) return fileNameOf(sessionId);
  if (!meansFolder(given)) return isFileName(given) ? given : fileNameOf(given);
  if (path.isAbsolute(given)) return path.resolve(given);
  throw new DroverError("bad-input", `"${given}" cannot be a profile`, { hint: "Pass a name, or a folder's absolute path." });
}
