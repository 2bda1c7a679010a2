import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { DownloadStarted } from "../engine/port.ts";
import type { Session } from "./session.ts";

export interface CapturedDownload {
  id: string;
  suggestedFilename: string;
  /** The page's own name for it, where that could not be used. */
  rawSuggestedFilename?: string;
  mimeType?: string;
  sizeBytes: number;
  path: string;
}

const MAX_NAME = 120;

/** What pages of a session download: discarded, until somebody asks to have it kept. */
export class SessionDownloads {
  readonly #session: Session;
  readonly #captured = new Map<string, CapturedDownload>();
  readonly #coming = new WeakMap<DownloadStarted, Promise<CapturedDownload | undefined>>();
  #folder: string | undefined;
  #next = 1;

  constructor(session: Session) {
    this.#session = session;
    session.events.on("download", (_page, download) => {
      const folder = this.#folder;
      if (folder === undefined) return;
      this.#coming.set(download, this.#keep(download, folder).catch(() => undefined));
    });
  }

  get on(): boolean {
    return this.#folder !== undefined;
  }

  list(): CapturedDownload[] {
    return [...this.#captured.values()];
  }

  get(id: string): CapturedDownload | undefined {
    return this.#captured.get(id);
  }

  /** From now on downloads go to this folder. */
  async keepIn(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#session.context.setDownloads(folder);
    this.#folder = folder;
  }

  async discard({ clear = false } = {}): Promise<void> {
    this.#folder = undefined;
    await this.#session.context.setDownloads(null);
    if (!clear) return;
    await Promise.all(this.list().map((each) => rm(each.path, { force: true })));
    this.#captured.clear();
  }

  /** Those of these downloads that are kept, each when it is complete. */
  kept(downloads: readonly DownloadStarted[]): Promise<CapturedDownload | undefined>[] {
    return downloads.flatMap((download) => this.#coming.get(download) ?? []);
  }

  async #keep({ suggestedFilename, finished }: DownloadStarted, folder: string): Promise<CapturedDownload | undefined> {
    const id = `d${this.#next++}`;
    const outcome = await finished;
    if (outcome.path === undefined) return undefined;
    const name = safeName(suggestedFilename);
    const file = path.join(folder, `${Date.now()}${id}-${name}`);
    await rename(outcome.path, file);
    const mimeType = mimeTypes[path.extname(name).toLowerCase()];
    const captured: CapturedDownload = {
      id,
      suggestedFilename: name,
      ...(name !== suggestedFilename && { rawSuggestedFilename: suggestedFilename }),
      ...(mimeType && { mimeType }),
      sizeBytes: outcome.bytes,
      path: file,
    };
    this.#captured.set(id, captured);
    return captured;
  }
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
