import path from "node:path";
import { DroverError } from "../protocol/errors.ts";
import { wrongUsage } from "./values.ts";

/** Why a place that the caller named could not be used, in words that name the place. */
const reasons: Record<string, (file: string) => Error> = {
  ENOENT: (file) => wrongUsage(`there is no folder ${path.dirname(path.resolve(file))}`, "Make it first, or choose another place."),
  ENOTDIR: (file) => wrongUsage(`${path.dirname(path.resolve(file))} is not a folder`),
  EISDIR: (file) => wrongUsage(`${file} is a folder`, `Name a file in it, such as ${path.join(file, "result")}.`),
  EACCES: (file) => notAllowed(file),
  EPERM: (file) => notAllowed(file),
  EROFS: (file) => notAllowed(file),
};

const notAllowed = (file: string) =>
  new DroverError("not-writable", `${file} cannot be written to`, { hint: "Correct its permissions, or choose another place." });

/** Stores something where the caller said. A place that will not do is the caller's to mend, not a bug of Drover's. */
export function atGivenPath<T>(file: string, store: () => T): T {
  try {
    return store();
  } catch (error) {
    throw reasons[(error as NodeJS.ErrnoException).code ?? ""]?.(file) ?? error;
  }
}
