import { rmSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { makeFolder } from "../config/makeFolder.ts";
import { diskError } from "./diskError.ts";

/** Makes a folder for its owner only, and those above it. */
export function makeKeptFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch (thrown) {
    throw diskError(folder, thrown);
  }
}

/** Takes a file or a folder away; one that is not there is as good. */
export function removeFromDisk(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch (thrown) {
    throw diskError(place, thrown);
  }
}

/** Gives a file that a browser wrote its name, and to its owner alone. */
export async function takeOver(written: string, file: string): Promise<void> {
  try {
    await chmod(written, 0o600);
    await rename(written, file);
  } catch (thrown) {
    throw diskError(file, thrown);
  }
}
