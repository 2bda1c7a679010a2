import type { Call, DoorRequest, Hello, Outcome } from "./messages.ts";

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
  /** Takes in whoever typed the command, and says how tools are called then. */
  enter(hello: Hello): CallForDoor;
  /** False when the door is gone. After the last one the door leaves. */
  send(frame: Uint8Array, isLast?: boolean): boolean;
}

/** Undefined when the daemon leaves and has not begun the call. It is cancelled when the door goes. */
export type CallForDoor = (call: Pick<Call, "tool" | "input" | "form" | "people"> & { onProgress?: ((message: string) => void) | undefined }) => Promise<Outcome | undefined>;

/** How what a door sends begins, and nothing that other clients send. */
const opening = Buffer.from('{"type":"door"');

/** By their first bytes: a door sends all that it has at once. */
export const isDoor = (first: Buffer): boolean => first.subarray(0, opening.length).equals(opening);

export function isDoorRequest(received: unknown): received is DoorRequest {
  const { type, version, argv, cwd, env, screens, columns } = (received ?? {}) as Record<keyof DoorRequest, unknown>;
  return type === "door" && typeof version === "string" && areTexts(argv) && typeof cwd === "string" && isRecord(env) && areTexts(Object.values(env)) && Array.isArray(screens) && screens.length === 2 && typeof columns === "number";
}

const areTexts = (values: unknown): values is string[] => Array.isArray(values) && values.every((value) => typeof value === "string");
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

export function doorFrame(kind: keyof typeof frameKinds, payload: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(frameKinds[kind]);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}
