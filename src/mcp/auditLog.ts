import { appendFileSync, renameSync, statSync } from "node:fs";

const MAX_BYTES = 20 * 1024 * 1024;

/** Who did what at a team's server, a line each: never what was typed or read. */
export class AuditLog {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  readonly write = (entry: Record<string, unknown>): void => {
    if ((statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(this.#file, `${this.#file}.1`);
    appendFileSync(this.#file, `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`, { mode: 0o600 });
  };
}
