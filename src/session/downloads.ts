import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { mayFail } from "../diagnosis/mayFail.ts";
import type { DownloadStarted } from "../engine/port.ts";
import { surplus } from "../files/bounds.ts";
import { ruleOf } from "../files/fileKinds.ts";
import { makeKeptFolder, removeFromDisk, takeOver } from "../files/onDisk.ts";
import type { ActionWindow } from "./action/actionWindow.ts";
import { tellOfDownloads } from "./action/downloadReport.ts";
import type { SessionPart, TellOfAction } from "./part.ts";
import type { Session } from "./session.ts";
import type { SessionPage } from "./sessionPage.ts";

export const capturedDownload = z.object({
  id: z.string(),
  suggestedFilename: z.string(),
  /** The page's own name for it, where that could not be used. */
  rawSuggestedFilename: z.string().optional(),
  mimeType: z.string().optional(),
  sizeBytes: z.number(),
  path: z.string(),
});

const savedSchema = z.object({ folder: z.string().optional(), captured: z.array(capturedDownload) });

export type CapturedDownload = z.infer<typeof capturedDownload>;
type Saved = z.infer<typeof savedSchema>;

const MAX_NAME = 120;

/** A download that was to be kept: its file, or why there is none. */
export type Arrival = { file: CapturedDownload; madeRoom: CapturedDownload[] } | { error: string };

/** What pages of a session download: discarded, until somebody asks to have it kept. */
export class SessionDownloads implements SessionPart<Saved> {
  readonly saved = savedSchema;
  readonly #session: Session;
  readonly #captured = new Map<string, CapturedDownload>();
  readonly #coming = new WeakMap<DownloadStarted, Promise<Arrival>>();
  #folder: string | undefined;
  #keptSince = 0;
  #next = 1;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(page: SessionPage): void {
    page.engine.events.on("download", (download) => {
      if (this.#folder !== undefined) this.#coming.set(download, this.#keep(download, this.#folder));
      else if (!this.#isGuest) void drop(download);
      this.#session.events.emit("download", page, download);
      void mayFail(download.finished, "a download may fail").then((ended) => this.#session.events.emit("downloadended", page, download, ended ? ended.error : "failed"));
    });
  }

  async end(): Promise<void> {
    if (!this.on) return;
    this.#folder = undefined;
    if (this.#session.alive) await this.#settle();
  }

  watchAction(window: ActionWindow): TellOfAction {
    const started: DownloadStarted[] = [];
    window.on("download", (page, download) => window.concerns(page) && started.push(download));
    return (outcome) => (outcome === "failed" ? {} : tellOfDownloads(this, started));
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

  save(): Saved | undefined {
    if (!this.on && this.#captured.size === 0) return undefined;
    return { ...(this.#folder !== undefined && { folder: this.#folder }), captured: [...this.#captured.values()] };
  }

  restore({ folder, captured }: Saved): void {
    for (const each of captured) this.#captured.set(each.id, each);
    // Downloads that failed had numbers too.
    this.#next = 1 + Math.max(0, ...[...this.#captured.keys()].map((id) => Number(id.slice(1))));
    this.#folder = folder;
  }

  /** What nobody asked to keep is not left in the person's folder. Somebody else's browser goes on as it did. */
  async begin(): Promise<void> {
    if (this.#folder !== undefined) await this.keepIn(this.#folder);
    else if (!this.#isGuest && this.#keepers().length === 0) await this.#settle();
  }

  /** From now on downloads go to this folder. */
  async keepIn(folder: string): Promise<void> {
    makeKeptFolder(folder);
    this.#folder = folder;
    this.#keptSince = performance.now();
    await this.#settle();
    this.#session.changed();
  }

  async discard({ clear = false } = {}): Promise<void> {
    const kept = this.on;
    this.#folder = undefined;
    if (kept) await this.#settle();
    if (clear) {
      for (const each of this.list()) removeFromDisk(each.path);
      this.#captured.clear();
    }
    this.#session.changed();
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

  /** Sessions on one profile share its context, and with it the one folder that a context's downloads go to. */
  #keepers(): SessionDownloads[] {
    const sharing = [...new Set([this.#session, ...this.#session.lease.sessions])];
    return sharing.map(({ parts }) => parts.downloads).filter(({ on }) => on);
  }

  /** Who keeps takes its own files out of whichever folder they landed in: the last one's. */
  async #settle(): Promise<void> {
    const last = this.#keepers().toSorted((a, b) => a.#keptSince - b.#keptSince).at(-1);
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
      this.#session.changed();
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
