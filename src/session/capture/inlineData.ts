import { randomBytes } from "node:crypto";
import { dataUrlHead } from "./dataUrl.ts";

type Contents = { file: string } | { text: string };

/**
 * What stands in a text as a `data:` address and is more than memory should hold: in the text there is a mark, which no way of quoting changes, until the
 * text is written.
 */
export class InlineData {
  readonly #mark = `drover-${randomBytes(16).toString("hex")}-`;
  readonly #inlined: { mime: string; contents: Contents }[] = [];
  readonly #readFile: (file: string) => AsyncIterable<Buffer>;

  constructor(readFile: (file: string) => AsyncIterable<Buffer>) {
    this.#readFile = readFile;
  }

  /** The mark for a file's bytes, or for a text, which may have marks itself. */
  mark(mime: string, contents: Contents): string {
    return `${this.#mark}${this.#inlined.push({ mime, contents }) - 1}-`;
  }

  /** A text with addresses in the place of its marks, piece by piece. */
  async *written(text: string): AsyncGenerator<string> {
    let end = 0;
    for (const { 0: mark, 1: index, index: at } of text.matchAll(new RegExp(`${this.#mark}(\\d+)-`, "g"))) {
      yield text.slice(end, at);
      end = at + mark.length;
      const { mime, contents } = this.#inlined[Number(index)]!;
      yield dataUrlHead(mime);
      yield* inBase64("file" in contents ? this.#readFile(contents.file) : this.#bytesOf(contents.text));
    }
    yield text.slice(end);
  }

  async *#bytesOf(text: string): AsyncGenerator<Buffer> {
    for await (const piece of this.written(text)) yield Buffer.from(piece);
  }
}

/** Three bytes are four characters: what is over waits for the next chunk. */
async function* inBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString("base64", 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString("base64");
}
