import type { Duplex } from "node:stream";
import { lineOf, readLines, type Unreadable } from "./lines.ts";
import { MAX_MESSAGE_BYTES } from "./messages.ts";

/** One end of the way that messages go between a client and the daemon: through a socket, or within the daemon's own process. */
export interface Wire<Heard, Said> {
  /** Something can still be said. */
  readonly isOpen: boolean;
  /** `failed` is called when it could not be said in full. */
  send(message: Said, failed?: () => void): void;
  /** Once, before anything comes. */
  listen(ears: Ears<Heard>): void;
  /** Ends it when what was said has gone out. */
  end(): void;
  /** Ends it at once. */
  destroy(): void;
}

export interface Ears<Heard> {
  message(message: Heard): void;
  /** Something came that is no message. */
  refused(why: Unreadable): void;
  closed(): void;
}

interface SocketSpeech<Heard, Said> {
  /** Undefined for what is no message. */
  understand(received: unknown): Heard | undefined;
  /** What is said in the place of a message with too many bytes; without it that is sent, and refused at the other end. */
  shorten?(message: Said, bytes: number): Said;
}

/** No text takes more bytes than this for each of its characters. */
const MOST_BYTES = 3;

export class SocketWire<Heard, Said extends object> implements Wire<Heard, Said> {
  readonly #socket: Duplex;
  readonly #speech: SocketSpeech<Heard, Said>;

  constructor(socket: Duplex, speech: SocketSpeech<Heard, Said>) {
    this.#socket = socket;
    this.#speech = speech;
    socket.on("error", () => socket.destroy());
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  send(message: Said, failed?: () => void): void {
    if (!this.isOpen) return failed?.();
    const line = lineOf(message);
    const { shorten } = this.#speech;
    const bytes = shorten && line.length * MOST_BYTES > MAX_MESSAGE_BYTES ? Buffer.byteLength(line) : 0;
    this.#socket.write(shorten && bytes > MAX_MESSAGE_BYTES ? lineOf(shorten(message, bytes)) : line, failed && ((error) => error && failed()));
  }

  listen({ message, refused, closed }: Ears<Heard>): void {
    const heard = (received: unknown): void => {
      const understood = this.#speech.understand(received);
      if (understood === undefined) refused("malformed");
      else message(understood);
    };
    readLines(this.#socket, heard, refused);
    this.#socket.on("close", closed);
  }

  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** Both ends within one process: what is said at one is heard at the other a moment later, as it is. */
export function localWires<One, Other>(): [Wire<One, Other>, Wire<Other, One>] {
  const near = new LocalWire<One, Other>();
  const far = new LocalWire<Other, One>();
  near.joinTo(far);
  far.joinTo(near);
  return [near, far];
}

class LocalWire<Heard, Said> implements Wire<Heard, Said> {
  #other: LocalWire<Said, Heard> | undefined;
  #ears: Ears<Heard> | undefined;
  isOpen = true;

  joinTo(other: LocalWire<Said, Heard>): void {
    this.#other = other;
  }

  send(message: Said, failed?: () => void): void {
    if (this.isOpen) queueMicrotask(() => this.#other?.hear(message));
    else failed?.();
  }

  listen(ears: Ears<Heard>): void {
    this.#ears = ears;
  }

  hear(message: Heard): void {
    if (this.isOpen) this.#ears?.message(message);
  }

  end(): void {
    queueMicrotask(() => this.destroy());
  }

  destroy(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#other?.destroy();
    queueMicrotask(() => this.#ears?.closed());
  }
}
