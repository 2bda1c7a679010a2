import type { ClientMessage, DaemonMessage, DoorRequest } from "./messages.ts";
import type { Wire } from "./wire.ts";

/**
 * What a door hears: frames of a kind (one byte), a length (four bytes, the highest first) and that many bytes. `native/drover.c` reads them.
 * A door that hears nothing before the connection ends gives its command to Node.
 */
const frameKinds = {
  out: 49, // "1": for stdout
  err: 50, // "2": for stderr
  exit: 120, // "x": the exit code, one byte; the command is done
  node: 110, // "n": not a command for a door, nothing was done: Node is to run it
  /** "s": from here on the command acts. What to say when the connection ends before it is done: an exit code, a stream and the text for it. */
  started: 115,
} as const;

/** The command line's front end as the build makes it, in a file of its own: the daemon knows nothing of commands. */
export interface CommandFrontEnd {
  runForDoor(request: DoorRequest, place: DoorPlace): Promise<void>;
}

export interface DoorPlace {
  /** A new connection to the daemon. */
  dial(): Wire<DaemonMessage, ClientMessage>;
  /** False when the door is gone. After the last one the door leaves. */
  send(frame: Uint8Array, isLast?: boolean): boolean;
  gone: AbortSignal;
}

export function doorFrame(kind: keyof typeof frameKinds, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(frameKinds[kind]);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}
