import { appendFileSync, renameSync, statSync } from "node:fs";

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
    try {
      if (this.#size() > MAX_LOG_BYTES) renameSync(this.#file, `${this.#file}.1`);
      appendFileSync(this.#file, `${new Date().toISOString()} ${this.#fit(line)}\n`, { mode: 0o600 });
    } catch {
      // Nowhere left to say it.
    }
  };

  #size(): number {
    try {
      return statSync(this.#file).size;
    } catch {
      return 0;
    }
  }
}
