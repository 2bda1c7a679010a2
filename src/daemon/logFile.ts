import { appendFileSync, renameSync, statSync } from "node:fs";
import { attempt } from "../diagnosis/mayFail.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";

const MAX_LOG_BYTES = 2 * 1024 * 1024;

/** The daemon's log: bounded, with one earlier file kept. A full disk must not stop the daemon. */
export class LogFile {
  readonly #file: string;
  readonly #fit: (line: string) => string;

  /** `fit` takes out of a line what must not lie in a file. */
  constructor(file: string, fit: (line: string) => string) {
    this.#file = file;
    this.#fit = fit;
  }

  readonly write = (line: string): void => {
    attempt(() => {
      if (this.#size() > MAX_LOG_BYTES) renameSync(this.#file, `${this.#file}.1`);
      appendFileSync(this.#file, `${new Date().toISOString()} ${this.#fit(line)}\n`, { mode: 0o600 });
    }, "the log cannot be written: the disk may be full");
  };

  #size(): number {
    return ifPresent(() => statSync(this.#file).size, "the size of the log cannot be read", 0);
  }
}
