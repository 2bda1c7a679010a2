import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { diskError } from "./diskError.ts";
import { makeKeptFolder } from "./onDisk.ts";

/** A file that is worth having before it is complete: each piece is on disk when it was written. */
export class GrowingFile {
  readonly path: string;
  readonly #descriptor: number;
  #bytes = 0;

  constructor(file: string) {
    this.path = file;
    try {
      makeKeptFolder(path.dirname(file));
      this.#descriptor = openSync(file, "w", 0o600);
    } catch (thrown) {
      throw diskError(file, thrown);
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** All of it or nothing, so that a full disk leaves what was whole before. */
  append(bytes: Uint8Array): void {
    try {
      this.#write(bytes, this.#bytes);
      this.#bytes += bytes.length;
    } catch (thrown) {
      ftruncateSync(this.#descriptor, this.#bytes);
      throw diskError(this.path, thrown);
    }
  }

  /** Over what was written before. */
  patch(bytes: Uint8Array, position: number): void {
    try {
      this.#write(bytes, position);
    } catch (thrown) {
      throw diskError(this.path, thrown);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** For one that nothing came of. */
  discard(): void {
    rmSync(this.path, { force: true });
  }

  #write(bytes: Uint8Array, position: number): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
  }
}
