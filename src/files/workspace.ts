import { statSync } from "node:fs";
import { isDroverError } from "../protocol/errors.ts";
import { workspacePath, type WorkspaceRules } from "./workspacePath.ts";

export interface SavedWorkspace extends WorkspaceRules {
  folder: string;
}

/** The folder of whoever calls: files that a call reads and writes are in it. What the daemon keeps of its own is in its `Home`. */
export class Workspace {
  readonly #folder: string;
  readonly #rules: WorkspaceRules;

  constructor(folder: string, rules: WorkspaceRules = {}) {
    this.#folder = folder;
    this.#rules = rules;
  }

  get folder(): string {
    return this.#folder;
  }

  /** Enough to have it again after the daemon ended. */
  get saved(): SavedWorkspace {
    return { folder: this.#folder, ...this.#rules };
  }

  static of({ folder, ...rules }: SavedWorkspace): Workspace {
    return new Workspace(folder, rules);
  }

  /** Relative paths start here; one that leads out is refused. */
  path(given: string): string {
    return workspacePath(this.#folder, given, this.#rules);
  }

  /** A file, not a folder, and in here. */
  holdsFile(given: string): boolean {
    try {
      return statSync(this.path(given), { throwIfNoEntry: false })?.isFile() ?? false;
    } catch (thrown) {
      if (isDroverError(thrown) && thrown.code === "bad-path") return false;
      throw thrown;
    }
  }
}
