import { accessSync, chmodSync, constants, lstatSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DroverError } from "../protocol/errors.ts";
import { digestOf } from "../text/fileName.ts";
import { makeFolder } from "./makeFolder.ts";

/** Where everything of one Drover lives. One variable, DROVER_HOME, isolates a whole run. */
export interface Home {
  readonly dir: string;
  readonly socket: string;
  readonly configFile: string;
  readonly browsers: string;
  readonly profiles: string;
  readonly sessions: string;
  /** What waits for a person's answer. */
  readonly questions: string;
  readonly temporary: string;
  readonly logFile: string;
  /** The digests of tokens that members of a team come in with. */
  readonly memberTokens: string;
  /** What they did. */
  readonly auditLog: string;
  /** Of the daemon, for when it does not say so itself. */
  readonly pidFile: string;
  /** Where sessions keep what is theirs and no caller's: in the workspace of whoever started the daemon. */
  readonly sessionFiles: string;
}

/** The OS's application-data folder, as `env-paths` gives it; written out because the CLI's start-up path has no imports. */
function defaultHome(env: NodeJS.ProcessEnv): string {
  const home = os.homedir();
  if (process.platform === "darwin") return path.join(home, "Library", "Application Support", "drover");
  if (process.platform === "win32")
    return path.join(env["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local"), "drover", "Data");
  return path.join(env["XDG_DATA_HOME"] ?? path.join(home, ".local", "share"), "drover");
}

// A Unix socket's path may be 107 bytes long (103 on macOS); a deep DROVER_HOME falls back to the temporary folder.
const MAX_SOCKET_PATH = 100;

function socketFor(dir: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\drover-${digestOf(dir)}`;
  const inside = path.join(dir, "daemon.sock");
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH) return inside;
  return path.join(os.tmpdir(), `drover-${process.getuid?.() ?? 0}-${digestOf(dir)}`, "daemon.sock");
}

export function resolveHome(env: NodeJS.ProcessEnv = process.env): Home {
  const dir = path.resolve(env["DROVER_HOME"] || defaultHome(env));
  return {
    dir,
    socket: socketFor(dir),
    configFile: path.join(dir, "config.json"),
    browsers: path.join(dir, "browsers"),
    profiles: path.join(dir, "profiles"),
    sessions: path.join(dir, "sessions"),
    questions: path.join(dir, "questions"),
    temporary: path.join(dir, "tmp"),
    logFile: path.join(dir, "daemon.log"),
    memberTokens: path.join(dir, "members.json"),
    auditLog: path.join(dir, "audit.jsonl"),
    pidFile: path.join(dir, "daemon.pid"),
    sessionFiles: workspaceFolder({ dir }, env),
  };
}

/** The folder that a caller's files stay in. */
export const workspaceFolder = ({ dir }: Pick<Home, "dir">, env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): string =>
  path.resolve(cwd, env["DROVER_WORKSPACE"] || path.join(dir, "workspace"));

/** Makes the folders, readable by their owner only. Says plainly when the place cannot be written. */
export function prepareHome(home: Home): void {
  try {
    for (const dir of [home.dir, home.browsers, home.profiles, home.sessions, home.temporary, home.sessionFiles])
      makeFolder(dir);
    if (process.platform !== "win32") {
      chmodSync(home.dir, 0o700);
      makeFolder(path.dirname(home.socket));
    }
    accessSync(home.dir, constants.W_OK);
  } catch (cause) {
    throw new DroverError("daemon-failed", `${home.dir} cannot be written: ${(cause as Error).message}`, {
      hint: "Free some space, correct the folder's permissions, or point DROVER_HOME at another folder.",
      cause,
    });
  }
  if (process.platform !== "win32") refuseSharedFolder(path.dirname(home.socket));
}

/** In a folder that others may write to, somebody else could be the daemon. */
function refuseSharedFolder(dir: string): void {
  const stat = lstatSync(dir);
  if (stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0) return;
  throw new DroverError("daemon-failed", `${dir}, where the daemon's socket belongs, can be reached by others`, {
    hint: "Remove it, or choose a shorter DROVER_HOME: then the socket is inside it.",
  });
}

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Whoever greets a socket tells who it is, so it is known first whose the socket is: nobody else can have put it into a folder that is
 * this user's and that others cannot write to. Nothing there: nobody to greet.
 */
export function requireOwnSocket({ socket }: Pick<Home, "socket">): void {
  if (process.platform === "win32") return;
  const folder = path.dirname(socket);
  for (const place of [folder, socket]) {
    const stat = lstatSync(place, { throwIfNoEntry: false });
    if (!stat) return;
    // What is no socket is greeted by nobody, and replaced.
    if (stat.uid === process.getuid?.() && (stat.mode & WRITABLE_BY_OTHERS) === 0 && (place === socket ? !stat.isSymbolicLink() : stat.isDirectory())) continue;
    throw new DroverError("daemon-failed", `${place} is not this user's alone, so it was not greeted: somebody else could be listening`, {
      hint: `Look whose it is (\`ls -ld ${place}\`). Remove it if it is yours, or point DROVER_HOME at a folder of your own.`,
    });
  }
}

/** The folder in the temporary one that a home too deep for a socket needs. */
export function removeSocketFolder({ dir, socket }: Home): void {
  const folder = path.dirname(socket);
  if (process.platform !== "win32" && folder !== dir) rmSync(folder, { recursive: true, force: true });
}
