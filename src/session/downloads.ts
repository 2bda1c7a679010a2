import { existsSync } from "node:fs";
import path from "node:path";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { DownloadStarted, EngineContext } from "../engine/port.ts";
import { surplus } from "../files/bounds.ts";
import { ruleOf } from "../files/fileKinds.ts";
import { makeKeptFolder, removeFromDisk, takeOver } from "../files/onDisk.ts";
import type { Session } from "./session.ts";
import type { CapturedDownload, Standing } from "./standing.ts";

const MAX_NAME = 120;

/** A download that was to be kept: its file, or why there is none. */
export type Arrival = { file: CapturedDownload; madeRoom: CapturedDownload[] } | { error: string };

/** Sessions on one profile share its context, and with it the one folder that a context's downloads go to. */
const keepers = new WeakMap<EngineContext, Set<SessionDownloads>>();

/** What pages of a session download: discarded, until somebody asks to have it kept. */
export class SessionDownloads {
  readonly #session: Session;
  readonly #captured = new Map<string, CapturedDownload>();
  readonly #coming = new WeakMap<DownloadStarted, Promise<Arrival>>();
  #folder: string | undefined;
  #next = 1;

  constructor(session: Session) {
    this.#session = session;
    session.events.on("download", (_page, download) => {
      if (this.#folder !== undefined) this.#coming.set(download, this.#keep(download, this.#folder));
      else if (!this.#isGuest) void drop(download);
    });
    session.events.once("closed", () => {
      if (this.#forget()) void mayFail(this.#settle(), "a session that closes may have no browser left to tell");
    });
  }

  get on(): boolean {
    return this.#folder !== undefined;
  }

  /** Those that nobody has cleared away. */
  list(): CapturedDownload[] {
    return [...this.#captured.values()].filter(({ path: file }) => existsSync(file));
  }

  get(id: string): CapturedDownload | undefined {
    return this.list().find((each) => each.id === id);
  }

  get saved(): Standing["downloads"] {
    return { ...(this.#folder !== undefined && { folder: this.#folder }), captured: [...this.#captured.values()] };
  }

  /** What nobody asked to keep is not left in the person's folder. Somebody else's browser goes on as it did. */
  async begin(had: Standing["downloads"] | undefined): Promise<void> {
    for (const each of had?.captured ?? []) this.#captured.set(each.id, each);
    // Downloads that failed had numbers too.
    this.#next = 1 + Math.max(0, ...[...this.#captured.keys()].map((id) => Number(id.slice(1))));
    if (had?.folder !== undefined) await this.keepIn(had.folder);
    else if (!this.#isGuest && this.#keepers.size === 0) await this.#settle();
  }

  /** From now on downloads go to this folder. */
  async keepIn(folder: string): Promise<void> {
    makeKeptFolder(folder);
    this.#folder = folder;
    this.#keepers.add(this);
    await this.#settle();
    this.#session.events.emit("standingchanged");
  }

  async discard({ clear = false } = {}): Promise<void> {
    if (this.#forget()) await this.#settle();
    if (clear) {
      for (const each of this.list()) removeFromDisk(each.path);
      this.#captured.clear();
    }
    this.#session.events.emit("standingchanged");
  }

  /** Of these downloads those that are to be kept, each when it has come or failed. */
  kept(downloads: readonly DownloadStarted[]): { name: string; arrival: Promise<Arrival> }[] {
    return downloads.flatMap((download) => {
      const arrival = this.#coming.get(download);
      return arrival ? [{ name: download.suggestedFilename, arrival }] : [];
    });
  }

  get #isGuest(): boolean {
    return this.#session.mode === "attached";
  }

  get #keepers(): Set<SessionDownloads> {
    const { context } = this.#session;
    const known = keepers.get(context) ?? new Set();
    keepers.set(context, known);
    return known;
  }

  #forget(): boolean {
    this.#folder = undefined;
    return this.#keepers.delete(this);
  }

  /** Who keeps takes its own files out of whichever folder they landed in. */
  async #settle(): Promise<void> {
    const last = [...this.#keepers].at(-1);
    await this.#session.context.setDownloads((last && last.#folder) ?? null);
  }

  /** The files of one session keep within the bounds too, for one that goes on downloading. */
  #makeRoom(): CapturedDownload[] {
    const { entries, bytes } = ruleOf("download").bounds;
    const inOrder = this.list().map((each, index) => ({ each, bytes: each.sizeBytes, modifiedAt: index }));
    const oldest = surplus(inOrder, { entries, bytes }).map(({ each }) => each);
    for (const { id, path: file } of oldest) {
      removeFromDisk(file);
      this.#captured.delete(id);
    }
    return oldest;
  }

  async #keep({ suggestedFilename, finished }: DownloadStarted, folder: string): Promise<Arrival> {
    const id = `d${this.#next++}`;
    try {
      const outcome = await finished;
      if (outcome.path === undefined) return { error: outcome.error ?? "the browser kept no file" };
      const name = safeName(suggestedFilename);
      const file = path.join(folder, `${Date.now()}${id}-${name}`);
      await takeOver(outcome.path, file);
      const mimeType = mimeTypes[path.extname(name).toLowerCase()];
      const captured: CapturedDownload = {
        id,
        suggestedFilename: name,
        ...(name !== suggestedFilename && { rawSuggestedFilename: suggestedFilename }),
        ...(mimeType && { mimeType }),
        sizeBytes: outcome.bytes,
        path: file,
      };
      const madeRoom = this.#makeRoom();
      this.#captured.set(id, captured);
      this.#session.events.emit("standingchanged");
      return { file: captured, madeRoom };
    } catch (thrown) {
      return { error: (thrown as Error).message };
    }
  }
}

/** It landed because another session on the same profile keeps its own. */
async function drop({ finished }: DownloadStarted): Promise<void> {
  const { path: file } = await mayFail(finished, "a download that nobody keeps may fail", { path: undefined });
  if (file !== undefined) removeFromDisk(file);
}

/** A page chooses the name; the folder is ours. */
export function safeName(given: string): string {
  const name = given.replace(/[/\\]/g, "").replace(/\p{Cc}/gu, "").replace(/^\.+/, "").trim();
  const { name: stem, ext } = path.parse(name);
  return `${stem.slice(0, MAX_NAME - ext.length)}${ext.slice(0, MAX_NAME)}` || "download";
}

const mimeTypes: Record<string, string> = {
  ".csv": "text/csv",
  ".gif": "image/gif",
  ".gz": "application/gzip",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".webm": "video/webm",
  ".webp": "image/webp",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".xml": "application/xml",
  ".zip": "application/zip",
};
