import { createReadStream, openSync, readSync, closeSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { DroverError } from "../../protocol/errors.ts";
import type { TraceEvent } from "./traceEvent.ts";

const CHUNK = 4 * 1024 * 1024;
/** No event of a browser comes near it: a file that has one is not a trace, or was made to hurt. */
const MAX_EVENT = 32 * 1024 * 1024;
/** Metadata that is longer holds source maps and the like. */
const MAX_METADATA = 4 * 1024 * 1024;
/** A file that unpacks to more is refused: a few kilobytes can unpack to anything. */
const MAX_UNPACKED = 4 * 1024 * 1024 * 1024;

/** So many events are looked at closely before a file is read line by line. */
const TRIED = 50;

const NEWLINE = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;

/** Whether an event is wanted, by its name and how long it lasted (microseconds): others are skipped without being parsed, where the file lets that be seen. */
export type Wanted = (name: string, duration: number) => boolean;

export interface TraceFile {
  metadata: Record<string, unknown>;
  events: number;
  /** The file ends in the middle. */
  truncated: boolean;
}

/** Reads a trace piece by piece, so that its size is not the memory it takes: a list of events, or an object with `traceEvents`, also gzipped. */
export async function readTrace(file: string, wanted: Wanted, each: (event: TraceEvent) => void): Promise<TraceFile> {
  const reader = new TraceReader(wanted, each);
  const raw = createReadStream(file, { highWaterMark: CHUNK });
  const pieces: AsyncIterable<Buffer> = isGzip(file) ? raw.pipe(createGunzip()) : raw;
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > MAX_UNPACKED) throw new DroverError("too-large", `the trace has more than ${MAX_UNPACKED / 1024 ** 3} GB`, { hint: "Record a shorter one." });
      reader.add(piece);
    }
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "Z_BUF_ERROR") return { ...reader.end(), truncated: true };
    if (thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("Z_")) throw notATrace("it cannot be unpacked");
    throw thrown;
  } finally {
    raw.destroy();
  }
  return reader.end();
}

const notATrace = (why: string): DroverError =>
  new DroverError("bad-input", `the file is not a trace: ${why}`, { hint: "perf_stop writes traces, and so does DevTools' Performance panel." });

function isGzip(file: string): boolean {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, start, 0, 2, 0);
  } finally {
    closeSync(descriptor);
  }
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** Takes a trace in pieces. */
class TraceReader {
  readonly #wanted: Wanted;
  readonly #each: (event: TraceEvent) => void;
  #rest: Buffer = Buffer.alloc(0);
  #at: "before" | "events" | "after" = "before";
  /** What is around the list of events, as one JSON object without the list. */
  #before = "";
  #after: Buffer[] = [];
  #afterLength = 0;
  #events = 0;
  #inLines = true;

  constructor(wanted: Wanted, each: (event: TraceEvent) => void) {
    this.#wanted = wanted;
    this.#each = each;
  }

  add(piece: Buffer): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    let at = 0;
    if (this.#at === "before") at = this.#findList(bytes);
    if (this.#at === "events") at = this.#readEvents(bytes, at);
    if (this.#at === "after") this.#keepAfter(bytes.subarray(at));
    this.#rest = this.#at === "after" ? Buffer.alloc(0) : bytes.subarray(at);
    if (this.#rest.length > MAX_EVENT) throw notATrace(this.#at === "before" ? 'it has no "traceEvents"' : "one of its events has no end");
  }

  end(): TraceFile {
    if (this.#at === "before") throw notATrace('it has no "traceEvents"');
    return { metadata: this.#metadata(), events: this.#events, truncated: this.#at === "events" };
  }

  #findList(bytes: Buffer): number {
    const first = skipSpace(bytes, 0);
    if (bytes[first] === OPEN_LIST) {
      this.#at = "events";
      return first + 1;
    }
    if (first < bytes.length && bytes[first] !== OPEN) throw notATrace("it is not JSON of that kind");
    const key = bytes.indexOf('"traceEvents"');
    const list = key === -1 ? -1 : bytes.indexOf(OPEN_LIST, key);
    if (list === -1) return 0;
    if (key <= MAX_METADATA) this.#before = bytes.toString("utf8", first, key);
    this.#at = "events";
    return list + 1;
  }

  /** Returns where the first byte is that was not used. */
  #readEvents(bytes: Buffer, from: number): number {
    for (let at = from; ; ) {
      at = skipSpace(bytes, at);
      const byte = bytes[at];
      if (byte === undefined) return at;
      if (byte === CLOSE_LIST) {
        this.#at = "after";
        return at + 1;
      }
      if (byte !== OPEN) throw notATrace("its events are not a list of objects");
      const end = this.#eventEnd(bytes, at);
      if (end === undefined) return at;
      this.#take(bytes, at, end);
      at = end;
    }
  }

  /** Browsers write each event on a line of its own, which is much quicker to read; whether a file is like that its first events tell. */
  #eventEnd(bytes: Buffer, from: number): number | undefined {
    const line = this.#inLines ? lineEnd(bytes, from) : undefined;
    if (line !== undefined && this.#events >= TRIED) return line;
    const end = objectEnd(bytes, from);
    if (end !== undefined && end !== line && this.#events < TRIED) this.#inLines = false;
    return end;
  }

  #take(bytes: Buffer, from: number, to: number): void {
    this.#events++;
    const end = nameAtEnd(bytes, from, to);
    if (end && !this.#wanted(end.name, end.duration)) return;
    const event = parseEvent(bytes.toString("utf8", from, to));
    if (isEvent(event) && this.#wanted(event.name, event.dur ?? 0)) this.#each(event);
  }

  #keepAfter(bytes: Buffer): void {
    this.#afterLength += bytes.length;
    if (this.#afterLength <= MAX_METADATA) this.#after.push(Buffer.from(bytes));
    else this.#after = [];
  }

  #metadata(): Record<string, unknown> {
    const around = `${this.#before}"traceEvents":[]${Buffer.concat(this.#after).toString("utf8")}`;
    try {
      const { metadata } = JSON.parse(around.startsWith("{") ? around : `{${around}}`) as { metadata?: unknown };
      return typeof metadata === "object" && metadata !== null ? { ...metadata } : {};
    } catch (thrown) {
      // A bare list has none, and that of a file which was cut off is lost.
      if (thrown instanceof SyntaxError) return {};
      throw thrown;
    }
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== undefined && (byte <= 32 || byte === COMMA); ) byte = bytes[++at];
  return at;
}

/** The end of an event that is a line of its own: no JSON text has a line break in it. */
function lineEnd(bytes: Buffer, from: number): number | undefined {
  const newline = bytes.indexOf(NEWLINE, from);
  if (newline === -1) return undefined;
  const last = bytes[newline - 1] === COMMA ? newline - 2 : newline - 1;
  return bytes[last] === CLOSE ? last + 1 : undefined;
}

function objectEnd(bytes: Buffer, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = textEnd(bytes, at);
      if (at === -1) return undefined;
    } else if (byte === OPEN) depth++;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  return undefined;
}

function textEnd(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at;
  }
  return -1;
}

/** What of an event is behind its arguments, as Chrome writes it in the order of the alphabet. In the arguments there may be other names. */
const tail = /(?:"dur":(\d+),)?"name":"([^"]*)","ph":"[^"]*"[^{}]*\}$/;
const LONGEST_TAIL = 400;

function nameAtEnd(bytes: Buffer, from: number, to: number): { name: string; duration: number } | undefined {
  const [, duration = "0", name] = tail.exec(bytes.toString("latin1", Math.max(from, to - LONGEST_TAIL), to)) ?? [];
  return name === undefined ? undefined : { name, duration: Number(duration) };
}

const isEvent = (event: Partial<TraceEvent>): event is TraceEvent => typeof event.name === "string" && typeof event.ph === "string";

function parseEvent(text: string): Partial<TraceEvent> {
  try {
    return JSON.parse(text) as Partial<TraceEvent>;
  } catch (cause) {
    throw notATrace(`one of its events is not JSON (${(cause as Error).message})`);
  }
}
