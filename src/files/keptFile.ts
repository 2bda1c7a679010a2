import { lstat, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isDroverError } from "../protocol/errors.ts";
import { digestOf } from "../text/fileName.ts";
import { ruleOf, type FileKind } from "./fileKinds.ts";
import { sessionInName, sessionOfFolder } from "./fileNames.ts";
import { isSpool } from "./lineSpool.ts";
import type { Workspace } from "./workspace.ts";

/** A file that a tool made or keeps, or a folder that it made as one thing: a series of pictures, a copied profile. */
export interface KeptFile {
  /** The same for as long as the file has its name, whichever daemon is asked. */
  id: string;
  kind: FileKind;
  path: string;
  bytes: number;
  /** How many files a folder has; undefined for a file. */
  files?: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
  session?: string;
  /** A caller chose its name: it goes only when it is named. */
  chosen: boolean;
}

type About = Pick<KeptFile, "kind" | "chosen" | "session">;

/** Made of the place below the workspace, so that nobody has to write down which id is whose. */
const idOf = (workspace: Workspace, file: string): string => `f${digestOf(path.relative(workspace.path("."), file)).slice(0, 10)}`;

/** What tools have made in the folder of a kind. Where a caller chose the name, somebody has to remember it. */
export async function keptOfKind(workspace: Workspace, kind: FileKind): Promise<KeptFile[]> {
  const { folder, bySession, lasting, whats } = ruleOf(kind);
  if (folder === undefined) return [];
  if (!bySession) {
    return keptIn(workspace, folder, (name) => {
      const session = sessionInName(name, whats);
      if (session !== undefined) return { kind, chosen: false, session };
      return lasting ? { kind, chosen: false } : undefined;
    });
  }
  const sessions = await namesIn(inside(workspace, folder));
  const kept = await Promise.all(
    sessions.map((name) => keptIn(workspace, path.join(folder, name), () => ({ kind, chosen: false, session: sessionOfFolder(name) }))),
  );
  return kept.flat();
}

async function keptIn(workspace: Workspace, folder: string, knownAs: (name: string) => About | undefined): Promise<KeptFile[]> {
  const names = await namesIn(inside(workspace, folder));
  const kept = await Promise.all(
    names.map((name) => {
      const about = knownAs(name);
      return about && describeKept(workspace, path.join(folder, name), about);
    }),
  );
  return kept.flatMap((each) => each ?? []);
}

/** Nothing when it is not there, or is a link that leads out. */
export async function describeKept(workspace: Workspace, place: string, about: About): Promise<KeptFile | undefined> {
  const target = inside(workspace, place);
  const stats = target === undefined ? undefined : await statsOf(target);
  if (target === undefined || !stats) return undefined;
  const file = path.resolve(workspace.path("."), place);
  const common = { id: idOf(workspace, file), ...about, path: file, modifiedAt: Math.floor(stats.mtimeMs) };
  if (stats.isFile()) return { ...common, bytes: stats.size };
  return stats.isDirectory() ? { ...common, ...(await sizeOf(target)) } : undefined;
}

/** Links in it count as nothing: what they lead to is not kept here. */
async function sizeOf(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((entry) => lstat(path.join(entry.parentPath, entry.name)).then(({ size }) => size, gone(0))));
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function inside(workspace: Workspace, place: string): string | undefined {
  try {
    return workspace.path(place);
  } catch (thrown) {
    if (isDroverError(thrown) && thrown.code === "bad-path") return undefined;
    throw thrown;
  }
}

const statsOf = (file: string) => stat(file).catch(gone(undefined));

/** Drafts, spools and what else begins with a dot are nobody's files yet. */
async function namesIn(folder: string | undefined): Promise<string[]> {
  const names = folder === undefined ? [] : await readdir(folder).catch(gone([] as string[]));
  return names.filter((name) => !name.startsWith(".") && !isSpool(name));
}

/** Somebody else may clear up at the same time; any other trouble is told. */
const gone =
  <T>(instead: T) =>
  (thrown: NodeJS.ErrnoException): T => {
    if (thrown.code === "ENOENT" || thrown.code === "ENOTDIR") return instead;
    throw thrown;
  };
