import path from "node:path";
import type { Duplex } from "node:stream";
import type { Caller, Cancellable } from "../dispatch/call.ts";
import type { Dispatch } from "../dispatch/dispatch.ts";
import { type CallForDoor, type CommandFrontEnd, doorFrame, type DoorPlace, isDoorRequest } from "../protocol/door.ts";
import { lineReader } from "../protocol/lines.ts";
import type { DoorRequest, Hello } from "../protocol/messages.ts";
import { callerOf } from "./callerOf.ts";
import { clientGone } from "./clientGone.ts";
import { type Compiled, requireCompiled } from "./compiled.ts";

interface DoorParts {
  dispatch: Dispatch;
  log: (line: string) => void;
  /** Not while the daemon leaves, nor for the doors of another version. */
  mayServe(request: DoorRequest): boolean;
  isLeaving(): boolean;
  ended(command: DoorCommand): void;
}

/** A secret in its environment is a reason for a door to leave its command to Node. */
const noSecret: Caller["secret"] = () => Promise.resolve(undefined);

/**
 * A command that a door hands over, from its first bytes until the door is gone. Its calls go the way of all calls. What is to be cleared
 * away after it waits until the door has left: whoever typed the command waits for nothing else.
 */
export class DoorCommand implements DoorPlace {
  readonly #socket: Duplex;
  readonly #parts: DoorParts;
  /** A command makes one call at a time. */
  #running: Cancellable | undefined;
  #said: Uint8Array[] = [];
  #isRead = false;

  constructor(socket: Duplex, first: Buffer, parts: DoorParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on("close", () => this.#end());
    const read = lineReader((request) => void this.#run(request), () => socket.destroy());
    read(first);
    if (!this.#isRead) socket.on("data", read);
  }

  /** Cancels what is under way; the door goes when it has heard of that. */
  leave(): void {
    this.#running?.cancel();
  }

  enter(hello: Hello): CallForDoor {
    const caller = callerOf(hello, noSecret);
    return async ({ tool, input, form, people, onProgress }) => {
      if (this.#parts.isLeaving()) return undefined;
      const outcome = await this.#parts.dispatch.call(caller, tool, input, { form, people, begun: (call) => (this.#running = call), ...(onProgress && { progress: onProgress }) });
      this.#running = undefined;
      return outcome;
    };
  }

  /**
   * What is said in one breath goes out together: the last words of a command and how it ended wake its door once. That it acts is said before
   * it does: a door that has not heard of it runs the command again when this daemon dies.
   */
  send(frame: Uint8Array, isLast = false): boolean {
    if (!this.#socket.writable) return false;
    this.#said.push(frame);
    if (isLast) this.#speak();
    else if (this.#said.length === 1) process.nextTick(() => this.#speak());
    return true;
  }

  #speak(): void {
    const said = this.#said;
    this.#said = [];
    if (said.length > 0) this.#socket.write(said.length === 1 ? said[0] : Buffer.concat(said));
  }

  async #run(request: unknown): Promise<void> {
    // It says one thing; whatever else comes is not for anybody.
    if (this.#isRead) return;
    this.#isRead = true;
    try {
      if (isDoorRequest(request) && this.#parts.mayServe(request)) await withFrontEnd(({ runForDoor }) => runForDoor(request, this));
      else this.send(doorFrame("node"), true);
    } catch (thrown) {
      this.#parts.log(`door: ${(thrown as Error).stack}`);
      this.#socket.end();
    }
  }

  #end(): void {
    this.#running?.cancel(clientGone);
    this.#parts.ended(this);
  }
}

let compiled: Compiled<CommandFrontEnd> | undefined;
const idle: CommandFrontEnd[] = [];

/** More than a few commands at the same time are rare. */
const MOST_IDLE = 3;

/** A front end has one terminal, and so runs one command at a time. */
async function withFrontEnd(run: (frontEnd: CommandFrontEnd) => Promise<void>): Promise<void> {
  const frontEnd = idle.pop() ?? newFrontEnd();
  try {
    await run(frontEnd);
  } finally {
    if (idle.length < MOST_IDLE) idle.push(frontEnd);
  }
}

function newFrontEnd(): CommandFrontEnd {
  if (compiled) return compiled.another();
  compiled = requireCompiled<CommandFrontEnd>(path.join(import.meta.dirname, "door.cjs"));
  return compiled.exports;
}
