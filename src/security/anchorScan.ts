/** Which of many short texts a long one holds, in one pass that leaves most of it unread (Wu and Manber's search). */
export class AnchorScan {
  readonly #length: number;
  /** How far the window may go on, by its last two characters. */
  readonly #shifts: Uint8Array;
  readonly #byBlock = new Map<number, { anchor: string; owner: number }[]>();

  /** `anchors` have three characters or more; each says whose it is. */
  constructor(anchors: readonly { anchor: string; owner: number }[]) {
    this.#length = anchors.reduce((least, { anchor }) => Math.min(least, anchor.length), Number.POSITIVE_INFINITY);
    this.#shifts = new Uint8Array(BLOCKS);
    if (anchors.length === 0) return;
    this.#shifts.fill(this.#length - 1);
    for (const each of anchors)
      for (let at = 0; at + 1 < this.#length; at++) {
        const block = blockOf(each.anchor.charCodeAt(at), each.anchor.charCodeAt(at + 1));
        const shift = this.#length - 2 - at;
        this.#shifts[block] = Math.min(this.#shifts[block] ?? 0, shift);
        if (shift === 0) this.#byBlock.set(block, [...(this.#byBlock.get(block) ?? []), each]);
      }
  }

  /** Those of whom the text holds something. */
  ownersIn(text: string): Set<number> {
    const owners = new Set<number>();
    const last = this.#length - 1;
    for (let end = last; end < text.length; ) {
      const block = blockOf(text.charCodeAt(end - 1), text.charCodeAt(end));
      const shift = this.#shifts[block] ?? 0;
      if (shift > 0) {
        end += shift;
        continue;
      }
      for (const { anchor, owner } of this.#byBlock.get(block) ?? []) if (text.startsWith(anchor, end - last)) owners.add(owner);
      end++;
    }
    return owners;
  }
}

const BLOCKS = 8192;

const blockOf = (first: number, second: number): number => ((first * 131) ^ second) & (BLOCKS - 1);
