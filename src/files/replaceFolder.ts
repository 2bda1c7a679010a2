import { existsSync, renameSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "../config/makeFolder.ts";
import { diskError } from "./diskError.ts";

/** Copies beside the target first, so that a full disk or a crash leaves the old contents in place. */
export async function replaceFolder(from: string, to: string, { leaveOut }: { leaveOut: RegExp }): Promise<void> {
  const draft = `${to}.new`;
  const old = `${to}.old`;
  try {
    makeFolder(path.dirname(to));
    await Promise.all([draft, old].map((left) => rm(left, { recursive: true, force: true })));
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter: (source) => !leaveOut.test(path.basename(source)) });
    if (existsSync(to)) renameSync(to, old);
    renameSync(draft, to);
    await rm(old, { recursive: true, force: true });
  } catch (thrown) {
    throw diskError(to, thrown);
  }
}
