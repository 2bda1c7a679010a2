import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { isDroverError } from "../protocol/errors.ts";
import { diskError } from "./diskError.ts";
import { makeKeptFolder } from "./onDisk.ts";

const OWNER_ONLY = 0o600;

/**
 * Writes a file for its owner's eyes only. Under its name there is the old file or the new one, never a part of it, also
 * when the writer dies on the way. Its folder is made.
 */
export async function writeWhole(file: string, contents: string | Uint8Array): Promise<void> {
  makeKeptFolder(path.dirname(file));
  const draft = draftBeside(file);
  try {
    await writeFile(draft, contents, { mode: OWNER_ONLY, flag: "wx" });
    await rename(draft, file);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw diskError(file, thrown);
  }
}

/** The same for what comes in pieces. Returns its size. */
export async function writeWholeFrom(file: string, pieces: AsyncIterable<string | Uint8Array>): Promise<number> {
  makeKeptFolder(path.dirname(file));
  const draft = draftBeside(file);
  try {
    await writeFile(draft, pieces, { mode: OWNER_ONLY, flag: "wx" });
    const { size } = await stat(draft);
    await rename(draft, file);
    return size;
  } catch (thrown) {
    await rm(draft, { force: true });
    throw isDroverError(thrown) ? thrown : diskError(file, thrown);
  }
}

/** The same without a pause, for what must be on disk before the next event, in pieces when it is long. Returns its size. */
export function writeWholeSync(file: string, contents: string | Uint8Array | Iterable<Uint8Array>): number {
  makeKeptFolder(path.dirname(file));
  const draft = draftBeside(file);
  try {
    const length = writePieces(draft, isIterable(contents) ? contents : [Buffer.from(contents)]);
    renameSync(draft, file);
    return length;
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw diskError(file, thrown);
  }
}

function writePieces(draft: string, pieces: Iterable<Uint8Array>): number {
  const descriptor = openSync(draft, "wx", OWNER_ONLY);
  let length = 0;
  try {
    for (const piece of pieces) length += writeAll(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
  return length;
}

/** On a disk that is nearly full one write may store only a part; the next one then says why. */
function writeAll(descriptor: number, piece: Uint8Array): number {
  for (let done = 0; done < piece.length; ) done += writeSync(descriptor, piece, done);
  return piece.length;
}

const isIterable = (contents: string | Uint8Array | Iterable<Uint8Array>): contents is Iterable<Uint8Array> =>
  typeof contents !== "string" && !(contents instanceof Uint8Array);

/** Where something is written before it has its name. */
export const draftBeside = (file: string): string => path.join(path.dirname(file), `.drover-${randomBytes(6).toString("hex")}.tmp`);

export const isDraft = (name: string): boolean => /^\.drover-[0-9a-f]{12}\.tmp$/.test(name);
