import { invalidSelector } from "./invalid.ts";

/** Goes through a text from left to right, a shape at a time. */
export class Scanner {
  readonly #text: string;
  /** The whole selector that the text is a part of, for messages. */
  readonly selector: string;
  #at = 0;

  constructor(text: string, selector: string) {
    this.#text = text;
    this.selector = selector;
  }

  /** The next character, or nothing at the end. */
  get next(): string {
    return this.#text[this.#at] ?? "";
  }

  get rest(): string {
    return this.#text.slice(this.#at);
  }

  /** What is there of a shape, which must be a sticky one. */
  take(shape: RegExp): string {
    shape.lastIndex = this.#at;
    const taken = shape.exec(this.#text)?.[0] ?? "";
    this.#at += taken.length;
    return taken;
  }

  refuse(why: string): Error {
    return invalidSelector(this.selector, why);
  }
}
