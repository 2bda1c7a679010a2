import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { noteFailure } from "../diagnosis/mayFail.ts";
import type { Home } from "../config/home.ts";

/**
 * A port answers every user of the machine; two FIFOs in a folder of their owner's answer nobody else. Chromium reads
 * commands from its descriptor 3 and writes to its descriptor 4, and it holds both ends of both, so that it never sees the
 * end of a driver: whoever of its owner opens them next goes on driving.
 */
const COMMANDS = "commands";
const ANSWERS = "answers";
const SCHEME = "pipe:";

export const pipeFolder = (home: Home, id: string): string => path.join(home.browsers, `${id}.pipe`);

/** Windows has no FIFOs that a browser takes for its descriptors. */
export const hasPipes = process.platform !== "win32";

export const isPipe = (endpoint: string): boolean => endpoint.startsWith(SCHEME);

/** Where other programs reach a browser: nowhere, when only its owner's daemon does. */
export const publicEndpoint = (endpoint: string | undefined): string | undefined =>
  endpoint === undefined || isPipe(endpoint) ? undefined : endpoint;

/** FIFOs that the native door has made for the first browser of the daemon that it started: Node needs another program for them, which takes ten milliseconds. */
const SPARE = "spare.pipe";

/** Makes the FIFOs of a browser that is going to be started; undefined where the machine has no program for it. */
export async function makePipe(folder: string): Promise<string | undefined> {
  rmSync(folder, { recursive: true, force: true });
  if (takeSpare(folder)) return pipeAddress(folder);
  mkdirSync(folder, { mode: 0o700 });
  try {
    await promisify(execFile)("mkfifo", ["-m", "600", path.join(folder, COMMANDS), path.join(folder, ANSWERS)]);
  } catch (thrown) {
    noteFailure(thrown, "a browser whose pipe cannot be made gets a port, and its opener is told");
    return undefined;
  }
  return pipeAddress(folder);
}

function takeSpare(folder: string): boolean {
  return ifPresent(
    () => {
      renameSync(path.join(path.dirname(folder), SPARE), folder);
      if ([COMMANDS, ANSWERS].every((end) => lstatSync(path.join(folder, end)).isFIFO())) return true;
      rmSync(folder, { recursive: true, force: true });
      return false;
    },
    "a pipe is made anew",
    false,
  );
}

/** Of FIFOs that are there. The key is for what no page may guess. */
export const pipeAddress = (folder: string): string => `${pathToFileURL(folder).href.replace(/^file:/, SCHEME)}?key=${randomBytes(16).toString("hex")}`;

/** What the browser is given as its descriptors 3 and 4. Closed again as soon as it has them. */
export function openForBrowser(endpoint: string): { descriptors: [number, number]; close: () => void } {
  const commands = openSync(fileOf(endpoint, COMMANDS), constants.O_RDWR);
  const answers = openSync(fileOf(endpoint, ANSWERS), constants.O_RDWR);
  return {
    descriptors: [commands, answers],
    close: () => {
      closeSync(commands);
      closeSync(answers);
    },
  };
}

export interface PipeEnds {
  commands: net.Socket;
  answers: net.Socket;
}

/** A driver's ends, one direction each: when the browser is gone, there is nobody to write to and reading comes to an end. */
export function openForDriver(endpoint: string): PipeEnds {
  const writing = openSync(fileOf(endpoint, COMMANDS), constants.O_WRONLY | constants.O_NONBLOCK);
  const commands = new net.Socket({ fd: writing, readable: false, writable: true });
  try {
    const reading = openSync(fileOf(endpoint, ANSWERS), constants.O_RDONLY | constants.O_NONBLOCK);
    return { commands, answers: new net.Socket({ fd: reading, readable: true, writable: false }) };
  } catch (thrown) {
    commands.destroy();
    throw thrown;
  }
}

/** A FIFO that nobody holds open for reading cannot be opened for writing. */
export function isHeld(endpoint: string): boolean {
  return ifPresent(() => {
    closeSync(openSync(fileOf(endpoint, COMMANDS), constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  }, "the pipe of a browser that has ended cannot be opened", false);
}

/** The two FIFOs, for programs that take their names. */
export const pipeFiles = (endpoint: string): { commands: string; answers: string } => ({ commands: fileOf(endpoint, COMMANDS), answers: fileOf(endpoint, ANSWERS) });

const fileOf = (endpoint: string, end: string): string => path.join(fileURLToPath(endpoint.replace(SCHEME, "file:")), end);
