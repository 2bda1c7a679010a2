import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { removeFromDisk } from "./onDisk.ts";
import { isDraft } from "./wholeFile.ts";

/** No write takes this long. */
const STALE_MS = 60 * 60 * 1000;

/** Clears away what writers that died have left in these folders, beside the files that they were going to write. */
export async function removeStaleDrafts(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(missing);
    for (const draft of names.filter((name) => isDraft(path.basename(name))).map((name) => path.join(folder, name)))
      if (Date.now() - (await stat(draft)).mtimeMs > STALE_MS) removeFromDisk(draft);
  }
}

function missing(thrown: NodeJS.ErrnoException): string[] {
  if (thrown.code === "ENOENT") return [];
  throw thrown;
}
