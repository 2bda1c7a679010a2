import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { DroverError } from "../protocol/errors.ts";
import { diskError } from "./diskError.ts";
import { writeWhole } from "./wholeFile.ts";
import type { Workspace } from "./workspace.ts";

/** As much as crosses to a page at once. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_ENTRIES = 2000;

/** A file of a tree, with the names that lead to it; a folder has no bytes. */
export interface PickedEntry {
  names: string[];
  bytes?: Buffer;
}

/** A file or a folder of the workspace that a page was given: what is below it may be read and changed, and nothing else. */
export class PickedPlace {
  readonly #workspace: Workspace;
  readonly #given: string;

  constructor(workspace: Workspace, given: string) {
    this.#workspace = workspace;
    this.#given = given;
    workspace.path(given);
  }

  get name(): string {
    return path.basename(this.#place([]));
  }

  get kind(): "file" | "directory" | undefined {
    const stats = statSync(this.#place([]), { throwIfNoEntry: false });
    if (!stats) return undefined;
    return stats.isDirectory() ? "directory" : "file";
  }

  read(): Buffer {
    return readFileSync(this.#place([]));
  }

  /** Everything below, folders before what is in them. */
  tree(): PickedEntry[] {
    const entries: PickedEntry[] = [];
    let bytes = 0;
    const walk = (names: string[]) => {
      for (const entry of readdirSync(this.#place(names), { withFileTypes: true })) {
        // Links could lead out of the folder that was given.
        if (!entry.isDirectory() && !entry.isFile()) continue;
        const inner = [...names, entry.name];
        if (entries.length >= MAX_ENTRIES) throw tooMuch(this.#given, `more than ${MAX_ENTRIES} files and folders`);
        if (entry.isDirectory()) {
          entries.push({ names: inner });
          walk(inner);
          continue;
        }
        const contents = readFileSync(this.#place(inner));
        bytes += contents.length;
        if (bytes > MAX_BYTES) throw tooMuch(this.#given, `more than ${MAX_BYTES} bytes`);
        entries.push({ names: inner, bytes: contents });
      }
    };
    walk([]);
    return entries;
  }

  async write(names: readonly string[], bytes: Uint8Array): Promise<void> {
    await writeWhole(this.#place(names), bytes);
  }

  makeFolder(names: readonly string[]): void {
    this.#change(names, (place) => mkdirSync(place, { recursive: true, mode: 0o700 }));
  }

  /** What was given itself stays. */
  remove(names: readonly string[]): void {
    if (names.length > 0) this.#change(names, (place) => rmSync(place, { recursive: true, force: true }));
  }

  move(from: readonly string[], to: readonly string[]): void {
    this.#change(from, (place) => renameSync(place, this.#place(to)));
  }

  #change(names: readonly string[], change: (place: string) => void): void {
    const place = this.#place(names);
    try {
      change(place);
    } catch (thrown) {
      throw diskError(place, thrown);
    }
  }

  #place(names: readonly string[]): string {
    const wrong = names.find((name) => name === "" || name === "." || name === ".." || /[/\\\0]/.test(name));
    if (wrong !== undefined) throw new DroverError("bad-path", `"${wrong}" is not the name of a file`);
    return this.#workspace.path(path.join(this.#given, ...names));
  }
}

const tooMuch = (given: string, why: string) => new DroverError("too-large", `${given} has ${why}, too much for a page`, { hint: "Give the page a smaller folder, or single files." });
