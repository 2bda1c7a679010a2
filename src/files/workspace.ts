import { workspacePath } from "./workspacePath.ts";

/** The folder of whoever calls: files that a call reads and writes are in it. What the daemon keeps of its own is in its `Home`. */
export class Workspace {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Relative paths start here; one that leads out is refused. */
  path(given: string): string {
    return workspacePath(this.#folder, given);
  }
}
