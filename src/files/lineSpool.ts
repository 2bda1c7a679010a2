import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../config/makeFolder.ts";
import { diskError } from "./diskError.ts";

/** Where a line is in its spool. */
export interface SpooledLine {
  offset: number;
  length: number;
}

/** Lines on disk as they come, so that a long recording neither fills the daemon's memory nor ends with it. */
export class LineSpool {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #fit: (text: string) => string;
  #length = 0;

  /**
   * @param fit takes out of a line what must not lie in a file
   * @param goOn after the lines that an earlier daemon wrote
   */
  constructor(file: string, fit: (text: string) => string, { goOn = false } = {}) {
    this.#file = file;
    this.#fit = fit;
    try {
      makeFolder(path.dirname(file));
      this.#descriptor = openSync(file, goOn && existsSync(file) ? "r+" : "w+", 0o600);
    } catch (thrown) {
      throw diskError(file, thrown);
    }
  }

  /** The lines that an earlier daemon wrote. One that it was killed over is lost. */
  *readAgain(): Generator<SpooledLine & { text: string }> {
    const there = readFileSync(this.#file);
    for (let end; (end = there.indexOf("\n", this.#length)) !== -1; ) {
      const line = { offset: this.#length, length: end - this.#length };
      this.#length = end + 1;
      yield { ...line, text: there.toString("utf8", line.offset, end) };
    }
  }

  add(text: string): SpooledLine {
    const line = Buffer.from(`${this.#fit(text)}\n`);
    const offset = this.#length;
    writeSync(this.#descriptor, line, 0, line.length, offset);
    this.#length += line.length;
    return { offset, length: line.length - 1 };
  }

  read({ offset, length }: SpooledLine): Buffer {
    const piece = Buffer.alloc(length);
    readSync(this.#descriptor, piece, 0, length, offset);
    return piece;
  }

  /** The file stays. */
  close(): void {
    closeSync(this.#descriptor);
  }

  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.#file, { force: true });
  }
}

/** Such a file while it is recorded, and what goes with it. */
export const spoolOf = (target: string): string => `${target}.recording`;
export const isSpool = (name: string): boolean => /\.recording(-bodies)?$/.test(name);
