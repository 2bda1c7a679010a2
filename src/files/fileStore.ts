import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { DroverError } from "../protocol/errors.ts";
import { fileNameOf } from "../text/fileName.ts";
import { surplus } from "./bounds.ts";
import { ChosenPlaces } from "./chosenPlaces.ts";
import { fileKinds, ruleOf, type FileKind } from "./fileKinds.ts";
import { madeName } from "./fileNames.ts";
import { describeKept, keptOfKind, type KeptFile } from "./keptFile.ts";
import { makeKeptFolder, removeFromDisk } from "./onDisk.ts";
import { removeStaleDrafts } from "./staleDrafts.ts";
import { lineByLine } from "./lineByLine.ts";
import { writeWhole, writeWholeFrom } from "./wholeFile.ts";
import type { Workspace } from "./workspace.ts";

/** Where a file of a tool is going to be, as `place`, `folder` or `named` have said. */
export interface FilePlace {
  readonly kind: FileKind;
  readonly path: string;
  readonly session?: string;
  /** The caller named it. */
  readonly chosen: boolean;
  /** A folder in which there are other things than the tool's: only the files are. */
  readonly shared?: true;
}

export interface Selection {
  kind?: FileKind;
  session?: string;
}

/** The one store for what tools make and keep: names, bounds, whole files, modes, listing and clean-up. It is of one caller's workspace. */
export class FileStore {
  readonly #workspace: Workspace;
  readonly #warn: (line: string) => void;
  readonly #fit: (text: string) => string;
  readonly #chosen: ChosenPlaces;

  /** `fit` takes out of a text what must not lie in a file. */
  constructor(workspace: Workspace, warn: (line: string) => void, fit: (text: string) => string) {
    this.#workspace = workspace;
    this.#fit = fit;
    this.#warn = warn;
    this.#chosen = new ChosenPlaces(workspace);
  }

  get workspace(): Workspace {
    return this.#workspace;
  }

  /** A place for a new file: the one that the caller chose, or one with a name of its own. Refuses before anything is done for it. */
  place(kind: FileKind, { session, ending, chosen, what }: { session: string; ending: string; chosen?: string | undefined; what?: string }): FilePlace {
    if (chosen !== undefined) return { kind, session, path: this.#place(chosen), chosen: true };
    return { kind, session, path: this.#free(kind, session, ending, what), chosen: false };
  }

  /** A place that the caller always chooses. */
  chosenPlace(kind: FileKind, session: string, chosen: string): FilePlace {
    return { kind, session, path: this.#place(chosen), chosen: true };
  }

  /** A file of its kind by its name, there or not. The name has been checked. */
  named(kind: FileKind, name: string): FilePlace {
    return { kind, path: this.#workspace.path(path.join(folderOf(kind), name)), chosen: false };
  }

  /** A folder that is one thing to its readers, such as a series of pictures. It is made at once; `settle` when it is complete. */
  folder(kind: FileKind, { session, chosen }: { session: string; chosen?: string | undefined }): FilePlace {
    const place = this.place(kind, { session, ending: "", chosen });
    makeKeptFolder(place.path);
    if (readdirSync(place.path).length > 0 && !this.#chosen.has(place.path)) return { ...place, shared: true };
    if (place.chosen) this.#note(place);
    return place;
  }

  /** A place for a folder that holds nothing but what a tool puts there: it is written with `FolderDraft`. One that it made earlier makes room. */
  wholeFolder(kind: FileKind, { session, ending = "", chosen }: { session: string; ending?: string; chosen?: string | undefined }): FilePlace {
    const place = this.place(kind, { session, ending, chosen });
    const there = statSync(place.path, { throwIfNoEntry: false });
    if (there && (!there.isDirectory() || (readdirSync(place.path).length > 0 && !this.#chosen.has(place.path))))
      throw new DroverError("bad-path", `${place.path} is there already, and is not Drover's`, { hint: "Name a folder that is not there yet, or an empty one." });
    return place;
  }

  /** The folder of a session's files of a kind. */
  sessionFolder(kind: FileKind, session: string): string {
    return this.#workspace.path(path.join(folderOf(kind), fileNameOf(session)));
  }

  /** Writes a text that a tool composed. Saved log-ins, which would be useless without their secrets, are written as bytes. */
  async writeText(place: FilePlace, text: string): Promise<void> {
    await this.writeBytes(place, Buffer.from(this.#fit(text)));
  }

  async writeBytes(place: FilePlace, bytes: Uint8Array | string): Promise<void> {
    await writeWhole(place.path, bytes);
    await this.settle(place);
  }

  /** A long text that comes in pieces, such as a trace: never in memory as a whole. Returns its size. */
  async writeLines(place: FilePlace, pieces: AsyncIterable<string>): Promise<number> {
    const bytes = await writeWholeFrom(place.path, lineByLine(pieces, this.#fit));
    await this.settle(place);
    return bytes;
  }

  /** A long text in pieces, as it is: not for what a tool composed of a page's words. Returns its size. */
  async writePieces(place: FilePlace, pieces: Iterable<string> | AsyncIterable<string>): Promise<number> {
    const bytes = await writeWholeFrom(place.path, Readable.from(pieces));
    await this.settle(place);
    return bytes;
  }

  /** Into a folder that `folder` has made. */
  async writeBytesInto({ shared, ...folder }: FilePlace, name: string, bytes: Uint8Array): Promise<string> {
    const file = { ...folder, path: path.join(folder.path, name) };
    await writeWhole(file.path, bytes);
    if (shared) this.#note(file);
    return file.path;
  }

  /** What `writeBytes` does after a write, for folders and for what something else writes: it is remembered, or the oldest of its kind make room. */
  async settle(place: FilePlace): Promise<void> {
    if (place.shared) return;
    if (place.chosen) this.#note(place);
    else await this.#makeRoomFor(place);
  }

  /** Of the files that nobody named the oldest go, until what is there besides the fresh one keeps within the kind's bounds. */
  async makeRoom(kind: FileKind, fresh?: string): Promise<void> {
    const { bounds } = ruleOf(kind);
    if (!bounds) return;
    const others = (await keptOfKind(this.#workspace, kind)).filter((each) => !each.chosen && each.path !== fresh);
    const old = surplus(others, bounds);
    if (old.length === 0) return;
    this.discard(old);
    this.#warn(`${old.length === 1 ? "One file" : `${old.length} files`} of the kind "${kind}" made room: ${names(old)}.`);
  }

  /** A file that is there and inside the workspace, for reading. */
  existing(given: string): { path: string; bytes: number; read: () => Buffer } {
    const file = this.#workspace.path(given);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile())
      throw new DroverError("bad-path", `there is no file ${given} in the workspace`, { hint: `The workspace is ${this.#workspace.folder}; put the file there first.` });
    return { path: file, bytes: stats.size, read: () => readFileSync(file) };
  }

  /** Everything kept, newest first. */
  async list({ kind, session }: Selection = {}): Promise<KeptFile[]> {
    const kinds = kind === undefined ? fileKinds : [kind];
    const inFolders = await Promise.all(kinds.map((each) => keptOfKind(this.#workspace, each)));
    const notes = this.#chosen.list().filter((note) => kinds.includes(note.kind));
    const chosen = await Promise.all(notes.map(({ path: place, ...about }) => describeKept(this.#workspace, place, { ...about, chosen: true })));
    const byPath = new Map([...inFolders.flat(), ...chosen.flatMap((each) => each ?? [])].map((each) => [each.path, each]));
    return [...byPath.values()]
      .filter((each) => session === undefined || isOf(each, session))
      .toSorted((a, b) => b.modifiedAt - a.modifiedAt);
  }

  /** By its id, or by its path; also one of the files of a kept folder. Nothing else in the workspace is the store's. */
  async find(wanted: string): Promise<KeptFile> {
    return this.#findIn(await this.list(), wanted);
  }

  /** All of them, or none when one is unknown. */
  async remove(wanted: readonly string[]): Promise<KeptFile[]> {
    const all = await this.list();
    const found = await Promise.all(wanted.map((each) => this.#findIn(all, each)));
    const once = [...new Map(found.map((each) => [each.path, each])).values()];
    this.discard(once);
    return once;
  }

  discard(files: readonly KeptFile[]): void {
    for (const { path: file } of files) removeFromDisk(file);
    this.#chosen.forget(files.filter(({ chosen }) => chosen).map(({ path: file }) => file));
  }

  /** Clears away what is as old as `before` (in milliseconds) and what nobody named. Log-ins and profiles only when their kind is given. */
  async prune({ before, dryRun = false, ...selection }: Selection & { before: number; dryRun?: boolean | undefined }): Promise<KeptFile[]> {
    const old = (await this.list(selection)).filter(
      (each) => !each.chosen && each.modifiedAt <= before && (selection.kind !== undefined || !ruleOf(each.kind).lasting),
    );
    if (dryRun) return old;
    this.discard(old);
    await removeStaleDrafts(fileKinds.flatMap((each) => (ruleOf(each).folder === undefined ? [] : this.#workspace.path(folderOf(each)))));
    return old;
  }

  async #findIn(all: readonly KeptFile[], wanted: string): Promise<KeptFile> {
    const known = all.find(({ id }) => id === wanted) ?? (await this.#findByPath(wanted, all));
    if (known) return known;
    throw new DroverError("not-found", `no tool has made a file "${wanted}" in this workspace`, { hint: "files_list shows those there are, with their ids." });
  }

  async #findByPath(wanted: string, all: readonly KeptFile[]): Promise<KeptFile | undefined> {
    const file = this.#workspace.path(wanted);
    const exact = all.find((each) => each.path === file);
    if (exact) return exact;
    const folder = all.find((each) => each.files !== undefined && file.startsWith(each.path + path.sep));
    return folder && describeKept(this.#workspace, file, { kind: folder.kind, chosen: folder.chosen, ...(folder.session !== undefined && { session: folder.session }) });
  }

  #free(kind: FileKind, session: string, ending: string, what = ""): string {
    const now = new Date();
    for (let turn = 1; ; turn++) {
      const file = this.#place(path.join(folderOf(kind), madeName(session, ending, { now, turn, what })));
      if (!existsSync(file)) return file;
    }
  }

  /** The folder of a file that is about to be written is made, so that a place where nothing can be written is refused early. */
  #place(given: string): string {
    const file = this.#workspace.path(given);
    makeKeptFolder(path.dirname(file));
    return file;
  }

  /** A failure is a warning here and below: the file itself is written. */
  #note({ path: file, kind, session }: FilePlace): void {
    try {
      this.#chosen.note(file, kind, session);
    } catch (thrown) {
      this.#warn(`${file} is written, but \`drover files\` will not list it: ${(thrown as Error).message}`);
    }
  }

  async #makeRoomFor({ path: file, kind }: FilePlace): Promise<void> {
    try {
      await this.makeRoom(kind, file);
    } catch (thrown) {
      this.#warn(`${file} is written, but older files could not be cleared away: ${(thrown as Error).message}`);
    }
  }
}

const MAX_NAMED = 3;

const names = (files: readonly KeptFile[]): string =>
  files.slice(0, MAX_NAMED).map((each) => path.basename(each.path)).join(", ") + (files.length > MAX_NAMED ? ", …" : "");

const isOf = ({ session }: KeptFile, wanted: string): boolean => session === wanted || session === fileNameOf(wanted);

function folderOf(kind: FileKind): string {
  const { folder } = ruleOf(kind);
  if (folder === undefined) throw new Error(`files of the kind ${kind} have no folder of their own`);
  return folder;
}

