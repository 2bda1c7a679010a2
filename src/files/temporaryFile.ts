import { randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A file of the daemon's own that is there while it is used. */
export async function withTemporaryFile<T>(folder: string, contents: string, use: (file: string) => Promise<T>): Promise<T> {
  const file = path.join(folder, `text-${randomUUID()}`);
  try {
    writeFileSync(file, contents, { mode: 0o600 });
    return await use(file);
  } finally {
    rmSync(file, { force: true });
  }
}
