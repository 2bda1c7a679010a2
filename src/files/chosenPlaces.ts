import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { attempt } from "../diagnosis/mayFail.ts";
import { fileKinds, type FileKind } from "./fileKinds.ts";
import { writeWholeSync } from "./wholeFile.ts";
import type { Workspace } from "./workspace.ts";

const NOTES = ".drover-files.jsonl";
/** Above this the notes of files that are gone are left out, and then the oldest. */
const MAX_NOTES = 2000;

const noteSchema = z.object({ path: z.string(), kind: z.enum(fileKinds), session: z.string().optional() });

export type ChosenPlace = z.infer<typeof noteSchema>;

/** Files are found by their folders; this remembers those for which a caller chose another place. */
export class ChosenPlaces {
  readonly #workspace: Workspace;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  get #file(): string {
    return this.#workspace.path(NOTES);
  }

  /** The last word on each file counts. Paths are below the workspace. */
  list(): ChosenPlace[] {
    const notes = this.#lines().flatMap((line) => parseNote(line) ?? []);
    return [...new Map(notes.map((note) => [note.path, note])).values()];
  }

  has(file: string): boolean {
    return this.list().some((each) => each.path === this.#relative(file));
  }

  note(file: string, kind: FileKind, session: string | undefined): void {
    const note: ChosenPlace = { path: this.#relative(file), kind, ...(session !== undefined && { session }) };
    const line = JSON.stringify(note);
    const lines = this.#lines();
    if (lines.includes(line) && this.list().some((known) => JSON.stringify(known) === line)) return;
    if (lines.length < MAX_NOTES) appendFileSync(this.#file, `${line}\n`, { mode: 0o600 });
    else this.#write([...this.#live().slice(-MAX_NOTES / 2), note]);
  }

  forget(files: readonly string[]): void {
    const gone = new Set(files.map((file) => this.#relative(file)));
    const known = this.list();
    const left = known.filter(({ path: each }) => !gone.has(each));
    if (left.length < known.length) this.#write(left);
  }

  /** Those whose file is still there. */
  #live(): ChosenPlace[] {
    return this.list().filter((each) => existsSync(path.join(this.#workspace.path("."), each.path)));
  }

  #write(notes: ChosenPlace[]): void {
    writeWholeSync(this.#file, notes.map((note) => `${JSON.stringify(note)}\n`).join(""));
  }

  #relative(file: string): string {
    return path.relative(this.#workspace.path("."), file);
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#file, "utf8").split("\n").filter(Boolean);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw thrown;
    }
  }
}

/** Nothing for a line that a crash cut short. */
function parseNote(line: string): ChosenPlace | undefined {
  return attempt(() => noteSchema.parse(JSON.parse(line)), "a crash may have cut a note of a file short");
}
