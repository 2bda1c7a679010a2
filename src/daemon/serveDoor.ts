import path from "node:path";
import type { Duplex } from "node:stream";
import { type CommandFrontEnd, doorFrame } from "../protocol/door.ts";
import type { ClientMessage, DaemonMessage, DoorRequest } from "../protocol/messages.ts";
import { localWires, type Wire } from "../protocol/wire.ts";
import { clientGone } from "./clientGone.ts";
import { type Compiled, requireCompiled } from "./compiled.ts";

interface DoorParts {
  socket: Duplex;
  /** Takes a client in. */
  accept(wire: Wire<ClientMessage, DaemonMessage>): void;
  mayServe: boolean;
  log: (line: string) => void;
}

/** Runs a command that was handed over, with a client of its own whose calls go the way of all calls. */
export async function serveDoor(request: DoorRequest, { socket, accept, mayServe, log }: DoorParts): Promise<void> {
  const gone = new AbortController();
  socket.once("close", () => gone.abort(clientGone));
  // What is said in one breath goes out together: the last words of a command and how it ended wake its door once, and before anything is cleared away.
  let held = 0;
  const release = (): void => {
    for (; held > 0; held--) socket.uncork();
  };
  const send = (frame: Uint8Array, isLast = false): boolean => {
    if (!socket.writable) return false;
    socket.cork();
    held++;
    socket.write(frame);
    if (isLast) release();
    else process.nextTick(release);
    return true;
  };
  const dial = (): Wire<DaemonMessage, ClientMessage> => {
    const [near, far] = localWires<DaemonMessage, ClientMessage>();
    gone.signal.addEventListener("abort", () => near.destroy(), { once: true });
    accept(far);
    return near;
  };
  try {
    if (!mayServe) send(doorFrame("node"), true);
    else await withFrontEnd(({ runForDoor }) => runForDoor(request, { dial, send, gone: gone.signal }));
  } catch (thrown) {
    log(`door: ${(thrown as Error).stack}`);
  } finally {
    socket.end();
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
