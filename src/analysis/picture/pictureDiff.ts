import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { DroverError } from "../../protocol/errors.ts";
import { changedRegions, type Area } from "./changedRegions.ts";

export interface PictureDiffInput {
  before: Uint8Array;
  after: Uint8Array;
  /** Not compared. */
  masks: Area[];
  /** How different a colour must be to count, from 0 to 1. */
  threshold: number;
}

export interface PictureDiff {
  width: number;
  height: number;
  /** Where the two are not of one size. */
  sizes?: { before: { width: number; height: number }; after: { width: number; height: number } };
  changedPixels: number;
  ratio: number;
  regions: (Area & { pixels: number })[];
  regionCount: number;
  /** The later picture, pale, with what changed in red; only when something did. */
  picture?: Uint8Array;
}

const MAX_REGIONS = 20;
/** Four bytes each, several times over. */
const MAX_PIXELS = 40_000_000;

/** Compares two PNG pictures. Pixels that differ only because an edge was smoothed differently are not changes. */
export function pictureDiff({ before, after, masks, threshold }: PictureDiffInput): PictureDiff {
  const [old, now] = [decode(before, "the first picture"), decode(after, "the second picture")];
  const width = Math.max(old.width, now.width);
  const height = Math.max(old.height, now.height);
  const [left, right] = [enlarged(old, width, height), enlarged(now, width, height)];
  for (const mask of masks) for (const picture of [left, right]) cover(picture, mask);
  const marked = new PNG({ width, height });
  // Only what is reported is drawn, so that the pixels that are set are those that changed.
  const changedPixels = pixelmatch(left.data, right.data, marked.data, width, height, { threshold, includeAA: false, diffMask: true });
  const regions = changedPixels === 0 ? [] : changedRegions(marked.data, width, height);
  return {
    width,
    height,
    ...((old.width !== now.width || old.height !== now.height) && { sizes: { before: sizeOf(old), after: sizeOf(now) } }),
    changedPixels,
    ratio: Math.round((changedPixels / (width * height)) * 1e6) / 1e6,
    regions: regions.slice(0, MAX_REGIONS),
    regionCount: regions.length,
    ...(changedPixels > 0 && { picture: PNG.sync.write(shown(right, marked)) }),
  };
}

const sizeOf = ({ width, height }: PNG) => ({ width, height });

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function decode(given: Uint8Array, what: string): PNG {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(SIGNATURE))
    throw new DroverError("bad-input", `${what} is not a PNG`, { hint: "screenshot with a path that ends in .png writes one; JPEG loses what a comparison needs." });
  // Before it is unpacked: a small file may be a picture of any size.
  if (bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > MAX_PIXELS) throw new DroverError("too-large", `${what} has more than ${MAX_PIXELS / 1e6} million pixels`, { hint: "Compare an element or the viewport." });
  try {
    return PNG.sync.read(bytes);
  } catch (cause) {
    throw new DroverError("bad-input", `${what} is damaged: ${(cause as Error).message}`, { cause, hint: "Take it again." });
  }
}

/** Put into the corner of a larger one; what is beside it is transparent, which no page is. */
function enlarged(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const larger = new PNG({ width, height });
  larger.data.fill(0);
  for (let row = 0; row < picture.height; row++) picture.data.copy(larger.data, row * width * 4, row * picture.width * 4, (row + 1) * picture.width * 4);
  return larger;
}

function cover(picture: PNG, { x, y, width, height }: Area): void {
  const from = Math.max(0, Math.floor(x));
  const to = Math.min(picture.width, Math.ceil(x + width));
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(picture.height, Math.ceil(y + height)); row++)
    if (to > from) picture.data.fill(0x80, (row * picture.width + from) * 4, (row * picture.width + to) * 4);
}

function shown(now: PNG, marked: PNG): PNG {
  const result = new PNG({ width: now.width, height: now.height });
  for (let at = 0; at < now.data.length; at += 4) {
    const changed = marked.data[at + 3] !== 0;
    const grey = 255 - (255 - (now.data[at]! + now.data[at + 1]! + now.data[at + 2]!) / 3) * 0.25;
    result.data[at] = changed ? 230 : grey;
    result.data[at + 1] = changed ? 0 : grey;
    result.data[at + 2] = changed ? 30 : grey;
    result.data[at + 3] = 255;
  }
  return result;
}
