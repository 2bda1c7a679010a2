import { statSync } from "node:fs";
import path from "node:path";
import type { Home } from "../../config/home.ts";
import type { FilePlace, FileStore } from "../../files/fileStore.ts";
import type { KeptFile } from "../../files/keptFile.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { CapturedState } from "./captureState.ts";
import { checkName } from "./names.ts";
import { readSavedState, sealedIf } from "./stateFile.ts";
import type { StorageState } from "./storageState.ts";

const ENDING = ".json";

export interface AuthSlot {
  name: string;
  path: string;
  bytes: number;
  modifiedAt: string;
}

/** Log-ins saved by name, for any later session. */
export class AuthSlots {
  readonly #files: FileStore;
  readonly #temporary: string;
  readonly #key: string | undefined;

  constructor(files: FileStore, { temporary }: Home, key: string | undefined) {
    this.#files = files;
    this.#temporary = temporary;
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
    const { path: file } = this.#place(name);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
      throw new DroverError("bad-path", `${file} is a folder`, { hint: "Choose another name, or take the folder away." });
  }

  async save(name: string, state: CapturedState): Promise<{ path: string; bytes: number }> {
    const place = this.#place(name);
    const contents = await sealedIf(this.#key, state);
    await this.#files.writeBytes(place, contents);
    return { path: place.path, bytes: contents.length };
  }

  load(name: string): Promise<StorageState> {
    return readSavedState(this.#place(name).path, `the saved log-in "${name}"`, this.#key);
  }

  async list(): Promise<AuthSlot[]> {
    const slots = await this.#slots();
    return slots.map((slot) => ({ name: nameOf(slot), path: slot.path, bytes: slot.bytes, modifiedAt: new Date(slot.modifiedAt).toISOString() }));
  }

  /** False when there was none. */
  async delete(name: string): Promise<boolean> {
    checkName(name, "a saved log-in");
    const slot = (await this.#slots()).find((each) => nameOf(each) === name);
    if (slot) this.#files.discard([slot]);
    return slot !== undefined;
  }

  /** By name. */
  async #slots(): Promise<KeptFile[]> {
    const kept = await this.#files.list({ kind: "login" });
    return kept.filter((each) => each.files === undefined && each.path.endsWith(ENDING)).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  }

  #place(name: string): FilePlace {
    checkName(name, "a saved log-in");
    return this.#files.named("login", `${name}${ENDING}`);
  }
}

const nameOf = ({ path: file }: KeptFile): string => path.basename(file, ENDING);
