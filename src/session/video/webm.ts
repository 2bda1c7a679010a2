/**
 * A WebM file as it grows: what is written is playable at every moment, also when nobody comes to finish it. Sizes that are not known yet
 * say so; `index` and `patches` give the bytes that make it seekable, with a duration and chapters.
 */
export interface WebmTrack {
  codec: "V_VP9" | "V_VP8";
  width: number;
  height: number;
}

export interface WebmBlock {
  atMs: number;
  key: boolean;
  data: Buffer;
}

export interface Chapter {
  atMs: number;
  title: string;
}

/** The end of the file, and what its beginning says of it. */
export interface WebmIndex {
  bytes: Buffer;
  seekHead: Buffer;
}

/** Bytes for a place in the file. */
export interface Patch {
  position: number;
  bytes: Buffer;
}

/** A block's time counts from its cluster's in sixteen bits; a reader finds its way by clusters. */
const CLUSTER_MS = 10_000;
const SEEK_BYTES = 220;
/** An element with a double in it. */
const DURATION_BYTES = 18;
const UNKNOWN_SIZE = Buffer.from("01ffffffffffffff", "hex");

export class WebmWriter {
  readonly #track: WebmTrack;
  #length = 0;
  #segmentAt = 0;
  #places = { seek: 0, info: 0, duration: 0, tracks: 0 };
  readonly #clusters: { at: number; atMs: number; contents: number; key: boolean }[] = [];
  #lastMs = 0;

  constructor(track: WebmTrack) {
    this.#track = track;
  }

  /** Whether the next block begins a cluster, and should be whole by itself. */
  wantsKey(atMs: number): boolean {
    const cluster = this.#clusters.at(-1);
    return !cluster || atMs - cluster.atMs >= CLUSTER_MS;
  }

  get durationMs(): number {
    return this.#lastMs;
  }

  head(): Buffer {
    const header = element("1a45dfa3", number("4286", 1), number("42f7", 1), number("42f2", 4), number("42f3", 8), text("4282", "webm"), number("4287", 4), number("4285", 2));
    const segment = Buffer.concat([Buffer.from("18538067", "hex"), UNKNOWN_SIZE]);
    const seek = space(SEEK_BYTES);
    const infoStart = [number("2ad7b1", 1_000_000), text("4d80", "Drover"), text("5741", "Drover")];
    const info = element("1549a966", ...infoStart, space(DURATION_BYTES));
    const { codec, width, height } = this.#track;
    const video = element("e0", number("b0", width), number("ba", height));
    const tracks = element("1654ae6b", element("ae", number("d7", 1), number("73c5", 1), number("9c", 0), number("83", 1), text("86", codec), video));
    this.#segmentAt = header.length + segment.length;
    this.#places = { seek: this.#segmentAt, info: this.#segmentAt + seek.length, duration: this.#segmentAt + seek.length + info.length - DURATION_BYTES, tracks: this.#segmentAt + seek.length + info.length };
    const bytes = Buffer.concat([header, segment, seek, info, tracks]);
    this.#length = bytes.length;
    return bytes;
  }

  /** Counted when it is written: a full disk may refuse it. */
  write({ atMs, key, data }: WebmBlock, append: (bytes: Buffer) => void): void {
    const known = this.wantsKey(atMs) ? undefined : this.#clusters.at(-1);
    const time = number("e7", atMs);
    const cluster = known ?? { at: this.#length, atMs, contents: time.length, key };
    const head = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
    head.writeInt16BE(Math.max(0, atMs - cluster.atMs), 1);
    const block = element("a3", head, data);
    const bytes = Buffer.concat(known ? [block] : [Buffer.from("1f43b675", "hex"), UNKNOWN_SIZE, time, block]);
    append(bytes);
    this.#length += bytes.length;
    cluster.contents += block.length;
    if (!known) this.#clusters.push(cluster);
    this.#lastMs = Math.max(this.#lastMs, atMs);
  }

  /** What comes at the end: where players find things. */
  index(chapters: readonly Chapter[]): WebmIndex {
    const cues = element("1c53bb6b", ...this.#clusters.filter(({ key }) => key).map(({ at, atMs }) => element("bb", number("b3", atMs), element("b7", number("f7", 1), number("f1", at - this.#segmentAt)))));
    const marks = chapters.length === 0 ? Buffer.alloc(0) : element("1043a770", element("45b9", ...chapters.map(chapterAtom)));
    const seeks = [
      ["1549a966", this.#places.info],
      ["1654ae6b", this.#places.tracks],
      ["1c53bb6b", this.#length],
      ...(marks.length > 0 ? [["1043a770", this.#length + cues.length] as const] : []),
    ] as const;
    const seekHead = element("114d9b74", ...seeks.map(([id, at]) => element("4dbb", element("53ab", Buffer.from(id, "hex")), number("53ac", at - this.#segmentAt))));
    return { bytes: Buffer.concat([cues, marks]), seekHead };
  }

  /** What is known only now about what was written before; without an index where there was no room for one. */
  patches(index: WebmIndex | undefined): Patch[] {
    const duration = Buffer.alloc(8);
    duration.writeDoubleBE(this.#lastMs);
    return [
      { position: this.#segmentAt - 8, bytes: longSize(this.#length + (index?.bytes.length ?? 0) - this.#segmentAt) },
      ...(index ? [{ position: this.#places.seek, bytes: Buffer.concat([index.seekHead, space(SEEK_BYTES - index.seekHead.length)]) }] : []),
      { position: this.#places.duration, bytes: element("4489", duration) },
      ...this.#clusters.map(({ at, contents }) => ({ position: at + 4, bytes: longSize(contents) })),
    ];
  }
}

const chapterAtom = ({ atMs, title }: Chapter, index: number): Buffer =>
  element("b6", number("73c4", index + 1), number("91", atMs * 1_000_000), element("80", text("85", title), text("437c", "und")));

const element = (id: string, ...contents: Buffer[]): Buffer => {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from(id, "hex"), longSize(body.length), body]);
};

const text = (id: string, value: string): Buffer => element(id, Buffer.from(value));

function number(id: string, value: number): Buffer {
  const hex = value.toString(16);
  return element(id, Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex"));
}

/** Eight bytes, so that it can be written before it is known. */
function longSize(size: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return bytes;
}

/** Room that a reader skips: an element of that many bytes as a whole. */
const space = (bytes: number): Buffer => Buffer.concat([Buffer.from([0xec]), longSize(bytes - 9), Buffer.alloc(bytes - 9)]);
