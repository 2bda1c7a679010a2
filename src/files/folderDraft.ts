import { createReadStream, existsSync, renameSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { settled } from "../diagnosis/settled.ts";
import { DroverError } from "../protocol/errors.ts";
import { diskError } from "./diskError.ts";
import { makeKeptFolder, removeFromDisk } from "./onDisk.ts";
import { draftBeside } from "./wholeFile.ts";

const STREAMED = 256 * 1024;

/** A folder that is written beside its place and has its name when it is whole. */
export class FolderDraft {
  readonly path: string;
  readonly #folder: string;
  readonly #writing = new Set<Promise<void>>();
  #isDiscarded = false;
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
    if (this.#isDiscarded) throw new DroverError("not-writable", `${path.join(this.#folder, name)} cannot be written: the folder was given up`);
    const writing = this.#write(name, contents);
    this.#writing.add(writing);
    await writing.finally(() => this.#writing.delete(writing));
  }

  /** What was written before. */
  read(name: string): Promise<Buffer> {
    return readFile(path.join(this.path, name));
  }

  /** The same, piece by piece. */
  stream(name: string): AsyncIterable<Buffer> {
    return createReadStream(path.join(this.path, name), { highWaterMark: STREAMED });
  }

  async #write(name: string, contents: string | Uint8Array | Iterable<string>): Promise<void> {
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

  /** Nothing of it is left, whoever still writes. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    await Promise.all([...this.#writing].map(settled));
    removeFromDisk(this.path);
  }
}
