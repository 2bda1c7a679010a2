/** Elements that are entered; of an unknown size they end where the next one of their kind begins. */
const ENTERED = new Set(["18538067", "1f43b675", "a0"]);
/** SimpleBlock, and Block in a group. */
const BLOCKS = new Set(["a3", "a1"]);
/** Its track (one byte for the first 127), its time and its flags. */
const BLOCK_HEAD = 4;

/** The frames in a WebM file of one track that comes in pieces, as somebody else's program writes it. */
export class WebmBlocks {
  #rest = Buffer.alloc(0);

  /** The frames that are whole with these bytes. */
  read(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const frames: Buffer[] = [];
    for (let head = this.#head(); head; head = this.#head()) {
      const end = ENTERED.has(head.id) ? head.length : head.length + head.size;
      if (this.#rest.length < end) break;
      if (BLOCKS.has(head.id)) frames.push(this.#rest.subarray(head.length + BLOCK_HEAD, end));
      this.#rest = this.#rest.subarray(end);
    }
    return frames;
  }

  #head(): { id: string; size: number; length: number } | undefined {
    const idLength = this.#lengthAt(0);
    const sizeLength = idLength === undefined ? undefined : this.#lengthAt(idLength);
    if (idLength === undefined || sizeLength === undefined || this.#rest.length < idLength + sizeLength) return undefined;
    const marked = BigInt(`0x${this.#rest.toString("hex", idLength, idLength + sizeLength)}`);
    return { id: this.#rest.toString("hex", 0, idLength), size: Number(marked & ((1n << BigInt(7 * sizeLength)) - 1n)), length: idLength + sizeLength };
  }

  /** How many bytes a number has, which its first one tells. */
  #lengthAt(position: number): number | undefined {
    const first = this.#rest[position];
    return first === undefined ? undefined : Math.clz32(first) - 23;
  }
}
