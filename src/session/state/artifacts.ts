import { readFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../../diagnosis/ifPresent.ts";
import { fileNameOf } from "../../text/fileName.ts";
import type { Home } from "../../config/home.ts";
import { DroverError } from "../../protocol/errors.ts";
import { surplus } from "../../files/bounds.ts";
import { removeFromDisk } from "../../files/onDisk.ts";
import { writeWholeSync } from "../../files/wholeFile.ts";
import { workspacePath } from "../../files/workspacePath.ts";
import { checkName } from "./names.ts";

export const ARTIFACT_MAX_ENTRIES = 200;
export const ARTIFACT_MAX_BYTES = 50 * 1024 * 1024;

export interface Artifact {
  name: string;
  size: number;
  /** Milliseconds since the epoch. */
  mtime: number;
}

/** A session's own folder of named payloads; the oldest make room when it is full. */
export class Artifacts {
  readonly #dir: string;

  constructor(home: Home, sessionId: string) {
    this.#dir = folderOf(home, sessionId);
  }

  save(name: string, content: Buffer): { artifact: Artifact & { path: string }; evicted: string[] } {
    checkName(name, "an artifact");
    if (content.length > ARTIFACT_MAX_BYTES)
      throw new DroverError("too-large", `${name} is ${content.length} bytes; a session may keep ${ARTIFACT_MAX_BYTES}`);
    const evicted = this.#makeRoom(name, content.length);
    const file = path.join(this.#dir, name);
    writeWholeSync(file, content);
    this.#keepOrder(file, name);
    return { artifact: { ...this.#describe(name), path: file }, evicted };
  }

  get(name: string): Artifact & { content: Buffer } {
    checkName(name, "an artifact");
    const known = this.list().find((artifact) => artifact.name === name);
    if (known) return { ...known, content: readFileSync(path.join(this.#dir, name)) };
    throw new DroverError("not-found", `this session has no artifact "${name}"`, {
      hint: "artifact_list shows those there are; they end with their session.",
    });
  }

  /** By name. */
  list(): Artifact[] {
    return this.#names().map((name) => this.#describe(name));
  }

  #makeRoom(name: string, size: number): string[] {
    const others = this.list()
      .filter((artifact) => artifact.name !== name)
      .map((artifact) => ({ name: artifact.name, bytes: artifact.size, modifiedAt: artifact.mtime }));
    const evicted = surplus(others, { entries: ARTIFACT_MAX_ENTRIES, bytes: ARTIFACT_MAX_BYTES }, { bytes: size }).map((artifact) => artifact.name);
    for (const oldest of evicted) removeFromDisk(path.join(this.#dir, oldest));
    return evicted;
  }

  /** Two writes within a tick of the file system's clock must still have an order. */
  #keepOrder(file: string, name: string): void {
    const { mtime } = this.#describe(name);
    const newest = Math.max(0, ...this.list().filter((artifact) => artifact.name !== name).map((artifact) => artifact.mtime));
    if (mtime <= newest) utimesSync(file, new Date(), (newest + 1) / 1000);
  }

  #describe(name: string): Artifact {
    const { size, mtimeMs } = statSync(path.join(this.#dir, name));
    return { name, size, mtime: Math.floor(mtimeMs) };
  }

  #names(): string[] {
    const names = ifPresent(() => readdirSync(this.#dir), "the artifacts cannot be listed", []);
    return names.filter((name) => !name.startsWith(".")).toSorted();
  }
}

/** Artifacts end with their session. */
export function removeArtifacts(home: Home, sessionId: string): void {
  removeFromDisk(folderOf(home, sessionId));
}

const folderOf = (home: Home, sessionId: string): string =>
  workspacePath(home.sessionFiles, path.join(".artifacts", fileNameOf(sessionId)));
