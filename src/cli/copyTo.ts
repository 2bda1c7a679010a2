import { copyFileSync } from "node:fs";
import path from "node:path";
import { wrongUsage } from "./values.ts";

/** Puts what the daemon wrote into its workspace where the person wants it. */
export function copyTo(made: string, given: string): string {
  const file = path.resolve(given);
  try {
    copyFileSync(made, file);
  } catch (thrown) {
    throw wrongUsage(`${file} cannot be written: ${(thrown as Error).message}`, `The report is at ${made}.`);
  }
  return file;
}
