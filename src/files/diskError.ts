import { DroverError } from "../protocol/errors.ts";

const reasons: Record<string, string> = {
  EACCES: "permission is denied",
  EDQUOT: "the quota is used up",
  EFBIG: "the file is too large for this disk",
  ENOENT: "its folder cannot be made",
  ENOSPC: "the disk is full",
  EPERM: "permission is denied",
  EROFS: "the disk is read-only",
};

const misplaced: Record<string, string> = {
  EEXIST: "something is there already",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "the name is too long",
  ENOTDIR: "it leads through a file",
};

/** Says what the file system had against a file, by the name that the caller knows it under; anything else stays what it is. */
export function diskError(file: string, thrown: unknown): unknown {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  if (Object.hasOwn(reasons, code))
    return new DroverError("not-writable", `${file} cannot be written: ${reasons[code]} (${code})`, {
      cause: thrown,
      hint: "Free some space (`drover files prune`), correct the folder's permissions, or point DROVER_WORKSPACE at another folder.",
    });
  if (Object.hasOwn(misplaced, code))
    return new DroverError("bad-path", `${file} cannot be written: ${misplaced[code]}`, { cause: thrown, hint: "Choose another place for the file." });
  return thrown;
}
