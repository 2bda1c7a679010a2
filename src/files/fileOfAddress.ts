import { fileURLToPath } from "node:url";
import { DroverError } from "../protocol/errors.ts";

/** The file that a `file:` address means. */
export function fileOfAddress(address: string): string {
  try {
    return fileURLToPath(address);
  } catch (cause) {
    throw new DroverError("bad-path", `${address} is not a file of this machine`, { cause });
  }
}
