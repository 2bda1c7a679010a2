import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import type { Home } from "../../config/home.ts";
import { DroverError } from "../../protocol/errors.ts";
import { workspaceFile, workspacePath } from "../../files/workspacePath.ts";
import type { CapturedState } from "./captureState.ts";
import { checkName } from "./names.ts";
import { readSavedState, writeState } from "./stateFile.ts";
import type { StorageState } from "./storageState.ts";

const FOLDER = ".auth-states";

export interface AuthSlot {
  name: string;
  path: string;
  bytes: number;
  modifiedAt: string;
}

/** Log-ins saved by name, for any later session. */
export class AuthSlots {
  readonly #workspace: string;
  readonly #temporary: string;
  readonly #key: string | undefined;

  constructor(home: Home, key: string | undefined) {
    this.#workspace = home.workspace;
    this.#temporary = home.temporary;
    this.#key = key;
  }

  get encrypts(): boolean {
    return this.#key !== undefined;
  }

  /** Where what is saved may lie while it is loaded: only what is not encrypted. */
  get spool(): string | undefined {
    return this.encrypts ? undefined : this.#temporary;
  }

  /** Refuses a name before any work is done for it. */
  check(name: string): void {
    const file = workspacePath(this.#workspace, relative(name));
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new DroverError("bad-path", `${file} is a folder`, { hint: "Choose another name, or take the folder away." });
  }

  async save(name: string, state: CapturedState): Promise<{ path: string; bytes: number }> {
    const file = workspaceFile(this.#workspace, relative(name));
    return { path: file, bytes: await writeState(file, state, this.#key) };
  }

  load(name: string): Promise<StorageState> {
    return readSavedState(workspacePath(this.#workspace, relative(name)), `the saved log-in "${name}"`, this.#key);
  }

  list(): AuthSlot[] {
    const dir = workspacePath(this.#workspace, FOLDER);
    return listFiles(dir)
      .filter((file) => file.endsWith(".json"))
      .toSorted()
      .flatMap((file) => slotIn(path.join(dir, file)) ?? []);
  }

  /** False when there was none. */
  delete(name: string): boolean {
    relative(name);
    const slot = this.list().find((each) => each.name === name);
    if (slot) rmSync(slot.path, { force: true });
    return slot !== undefined;
  }
}

function relative(name: string): string {
  checkName(name, "a saved log-in");
  return path.join(FOLDER, `${name}.json`);
}

/** Nothing when it is a folder, a link to nowhere, or was deleted meanwhile. */
function slotIn(file: string): AuthSlot | undefined {
  return ifPresent(() => {
    const stats = statSync(file);
    if (!stats.isFile()) return undefined;
    return { name: path.basename(file, ".json"), path: file, bytes: stats.size, modifiedAt: stats.mtime.toISOString() };
  }, "a saved log-in cannot be read");
}

function listFiles(dir: string): string[] {
  return ifPresent(() => readdirSync(dir), "the saved log-ins cannot be listed", []);
}
