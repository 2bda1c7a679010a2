import type { Duplex } from "node:stream";
import { lineOf, lineReader, type Unreadable } from "./lines.ts";
import { MAX_MESSAGE_BYTES } from "./messages.ts";

export interface Ears<Heard> {
  message(message: Heard): void;
  /** Something came that is no message. */
  refused(why: Unreadable): void;
  closed(): void;
}

interface Speech<Heard, Said> {
  /** Undefined for what is no message. */
  understand(received: unknown): Heard | undefined;
  /** What is said in the place of a message with too many bytes; without it that is sent, and refused at the other end. */
  shorten?(message: Said, bytes: number): Said;
}

/** No text takes more bytes than this for each of its characters. */
const MOST_BYTES = 3;

/** One end of the way that messages go between a client and the daemon. */
export class Wire<Heard, Said extends object> {
  readonly #socket: Duplex;
  readonly #speech: Speech<Heard, Said>;

  constructor(socket: Duplex, speech: Speech<Heard, Said>) {
    this.#socket = socket;
    this.#speech = speech;
    socket.on("error", () => socket.destroy());
  }

  /** Something can still be said. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** `failed` is called when it could not be said in full. */
  send(message: Said, failed?: () => void): void {
    if (!this.isOpen) return failed?.();
    const line = lineOf(message);
    const { shorten } = this.#speech;
    const bytes = shorten && line.length * MOST_BYTES > MAX_MESSAGE_BYTES ? Buffer.byteLength(line) : 0;
    this.#socket.write(shorten && bytes > MAX_MESSAGE_BYTES ? lineOf(shorten(message, bytes)) : line, failed && ((error) => error && failed()));
  }

  /** Once, before anything comes. */
  listen({ message, refused, closed }: Ears<Heard>): void {
    const heard = (received: unknown): void => {
      const understood = this.#speech.understand(received);
      if (understood === undefined) refused("malformed");
      else message(understood);
    };
    this.#socket.on("data", lineReader(heard, refused));
    this.#socket.on("close", closed);
  }

  /** Ends it when what was said has gone out. */
  end(): void {
    this.#socket.end();
  }

  /** Ends it at once. */
  destroy(): void {
    this.#socket.destroy();
  }
}
