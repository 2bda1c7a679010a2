import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";

/** Makes a folder for its owner only, and those above it. Level by level: Node's own way never ends below /proc. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && statSync(dir).isDirectory()) return;
    const above = path.dirname(dir);
    if (code !== "ENOENT" || existsSync(above)) throw error;
    makeFolder(above);
    makeFolder(dir);
  }
}
