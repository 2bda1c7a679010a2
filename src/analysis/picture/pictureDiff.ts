import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { changedRegions, MAX_REGIONS, type Area } from "./changedRegions.ts";
import { decode, enlarged, sizeOf, withChangesMarked } from "./pngPicture.ts";

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
    ...(changedPixels > 0 && { picture: PNG.sync.write(withChangesMarked(right, marked)) }),
  };
}

function cover(picture: PNG, { x, y, width, height }: Area): void {
  const from = Math.max(0, Math.floor(x));
  const to = Math.min(picture.width, Math.ceil(x + width));
  for (let row = Math.max(0, Math.floor(y)); row < Math.min(picture.height, Math.ceil(y + height)); row++)
    if (to > from) picture.data.fill(0x80, (row * picture.width + from) * 4, (row * picture.width + to) * 4);
}
