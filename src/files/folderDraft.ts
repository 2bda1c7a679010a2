import { existsSync, renameSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { diskError } from "./diskError.ts";
import { makeKeptFolder, removeFromDisk } from "./onDisk.ts";
import { draftBeside } from "./wholeFile.ts";

/** A folder that is written beside its place and has its name when it is whole. */
export class FolderDraft {
  readonly path: string;
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.path = draftBeside(folder);
    makeKeptFolder(this.path);
  }

  /** Of everything that was written. */
  get bytes(): number {
    return this.#bytes;
  }

  async write(name: string, contents: string | Uint8Array | Iterable<string>): Promise<void> {
    const file = path.join(this.path, name);
    makeKeptFolder(path.dirname(file));
    try {
      await writeFile(file, contents, { mode: 0o600, flag: "wx" });
      const { size } = await stat(file);
      this.#bytes += size;
    } catch (thrown) {
      throw diskError(path.join(this.#folder, name), thrown);
    }
  }

  /** Takes the place of what was there under its name. */
  async keep(): Promise<void> {
    const old = draftBeside(this.#folder);
    try {
      if (existsSync(this.#folder)) renameSync(this.#folder, old);
      renameSync(this.path, this.#folder);
      await rm(old, { recursive: true, force: true });
    } catch (thrown) {
      throw diskError(this.#folder, thrown);
    }
  }

  discard(): void {
    removeFromDisk(this.path);
  }
}
