import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { noteFailure } from "../diagnosis/mayFail.ts";
import { settled } from "../diagnosis/settled.ts";
import { fileNameOf } from "../text/fileName.ts";
import { makeKeptFolder, removeFromDisk } from "./onDisk.ts";
import type { Workspace } from "./workspace.ts";

const FOLDER = "diagnostics";
const DAY_MS = 86_400_000;
/** Of one session and one daemon. What comes later is not recorded. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Of the configuration. */
export interface Retention {
  /** 0 keeps everything. */
  diagnosticsRetentionDays?: number | undefined;
}

const DEFAULT_DAYS = 30;

/** What is kept to find out how tools are used: a file for each session and each run of the daemon, in the workspace of whoever calls. */
export class DiagnosticLog {
  /** Of this run: texts are told apart by it, and not to be guessed. */
  readonly key = randomBytes(16).toString("hex");
  readonly #run = new Date().toISOString().replaceAll(":", "-");
  readonly #swept = new Set<string>();
  readonly #masked: <T>(record: T) => T;
  #writing: Promise<unknown> = Promise.resolve();
  #denials = 0;

  /** `masked` takes out of a record what must not lie in a file. */
  constructor(masked: <T>(record: T) => T) {
    this.#masked = masked;
  }

  /** How many calls a missing capability has kept away, with this one. */
  denials(isDenied: boolean): number {
    if (isDenied) this.#denials++;
    return this.#denials;
  }

  /** Nobody waits for it: a call is as fast as without. */
  add(workspace: Workspace, session: string, record: unknown, retention: Retention): void {
    if (!this.#swept.has(workspace.folder)) this.#sweep(workspace, retention);
    const file = workspace.path(path.join(FOLDER, fileNameOf(session), `${this.#run}.jsonl`));
    const line = `${JSON.stringify(this.#masked(record))}\n`;
    this.#writing = settled(this.#writing).then(() => append(file, line));
  }

  /** What was added is on disk. */
  async written(): Promise<void> {
    await settled(this.#writing);
  }

  /** Every line of a workspace, or of one of its sessions, oldest file first. */
  async *lines(workspace: Workspace, session?: string): AsyncGenerator<string> {
    const sessions = session === undefined ? namesIn(workspace.path(FOLDER)) : [fileNameOf(session)];
    const files = sessions.flatMap((name) => namesIn(workspace.path(path.join(FOLDER, name))).map((file) => workspace.path(path.join(FOLDER, name, file))));
    const { createInterface } = await import("node:readline");
    for (const file of files.filter((each) => each.endsWith(".jsonl")).toSorted((a, b) => path.basename(a).localeCompare(path.basename(b))))
      for await (const line of createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity })) if (line !== "") yield line;
  }

  /** A session that is closed takes its records with it. */
  forget(workspace: Workspace, session: string, retention: Retention): void {
    if (retention.diagnosticsRetentionDays === 0) return;
    this.#writing = settled(this.#writing).then(() => removeFromDisk(workspace.path(path.join(FOLDER, fileNameOf(session)))));
    this.#sweep(workspace, retention);
  }

  #sweep(workspace: Workspace, retention: Retention): void {
    this.#swept.add(workspace.folder);
    sweepDiagnostics(workspace, retention);
  }
}

/** Takes away the sessions whose last record is too old. */
export function sweepDiagnostics(workspace: Workspace, { diagnosticsRetentionDays: days = DEFAULT_DAYS }: Retention): void {
  if (days === 0) return;
  const oldest = Date.now() - days * DAY_MS;
  for (const name of namesIn(workspace.path(FOLDER))) {
    const folder = workspace.path(path.join(FOLDER, name));
    const newest = Math.max(0, ...namesIn(folder).map((file) => statSync(path.join(folder, file)).mtimeMs));
    if (newest < oldest) removeFromDisk(folder);
  }
}

/** A disk that is full costs the record and not the call. */
async function append(file: string, line: string): Promise<void> {
  try {
    makeKeptFolder(path.dirname(file));
    if (existsSync(file) && statSync(file).size > MAX_FILE_BYTES) return;
    await appendFile(file, line, { mode: 0o600 });
  } catch (thrown) {
    noteFailure(thrown, "a call's record cannot be written: the disk may be full");
  }
}

const namesIn = (folder: string): string[] => ifPresent(() => readdirSync(folder), "the diagnostics cannot be listed", []);
