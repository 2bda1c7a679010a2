import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { DroverError } from "../../protocol/errors.ts";
import { changedRegions, MAX_REGIONS, type Area } from "./changedRegions.ts";
import { decode, enlarged, sizeOf, withChangesMarked } from "./pngPicture.ts";

export type CanvasBytes = { png: Uint8Array } | { rgba: Uint8Array; width: number; height: number };

export interface CanvasDiffInput {
  before: CanvasBytes;
  after: CanvasBytes;
  /** Only what is in it is compared; cut to the picture. */
  region?: Area | undefined;
  /** 0: every byte counts. More: how different a colour must look, smoothed edges apart. */
  threshold: number;
  /** Wants a picture of the changes. */
  drawn: boolean;
}

export interface CanvasDiff {
  width: number;
  height: number;
  sizes?: { before: { width: number; height: number }; after: { width: number; height: number } };
  comparedPixels: number;
  changedPixels: number;
  /** The sum of the differences of all channels. */
  changedBytes: number;
  bounds: Area | null;
  regions: (Area & { pixels: number })[];
  regionCount: number;
  picture?: Uint8Array;
}

export function canvasDiff({ before, after, region, threshold, drawn }: CanvasDiffInput): CanvasDiff {
  const [old, now] = [asPicture(before, "before"), asPicture(after, "after")];
  const width = Math.max(old.width, now.width);
  const height = Math.max(old.height, now.height);
  const [left, right] = [enlarged(old, width, height), enlarged(now, width, height)];
  const area = within(region ?? { x: 0, y: 0, width, height }, width, height);
  const marked = new PNG({ width, height });
  marked.data.fill(0);
  if (threshold > 0) pixelmatch(left.data, right.data, marked.data, width, height, { threshold, includeAA: false, diffMask: true });
  const { changedPixels, changedBytes, bounds } = compare(left.data, right.data, marked.data, width, area, threshold === 0);
  const regions = changedPixels === 0 ? [] : changedRegions(marked.data, width, height);
  return {
    width,
    height,
    ...((old.width !== now.width || old.height !== now.height) && { sizes: { before: sizeOf(old), after: sizeOf(now) } }),
    comparedPixels: area.width * area.height,
    changedPixels,
    changedBytes,
    bounds,
    regions: regions.slice(0, MAX_REGIONS),
    regionCount: regions.length,
    ...(drawn && changedPixels > 0 && { picture: PNG.sync.write(withChangesMarked(right, marked)) }),
  };
}

function asPicture(given: CanvasBytes, what: string): PNG {
  if ("png" in given) return decode(given.png, `\`${what}\``);
  const { rgba, width, height } = given;
  if (rgba.byteLength !== width * height * 4)
    throw new DroverError("bad-input", `\`${what}\` has ${rgba.byteLength} bytes; ${width}×${height} pixels have ${width * height * 4}`, { hint: "Pass the width and height that canvas_capture told." });
  const picture = new PNG({ width, height });
  picture.data.set(rgba);
  return picture;
}

function within({ x, y, width, height }: Area, most: number, highest: number): Area {
  const left = Math.min(most, Math.max(0, Math.floor(x)));
  const top = Math.min(highest, Math.max(0, Math.floor(y)));
  return { x: left, y: top, width: Math.max(0, Math.min(most, Math.ceil(x + width)) - left), height: Math.max(0, Math.min(highest, Math.ceil(y + height)) - top) };
}

/** Counts what changed in the area, and leaves nothing marked but that. With `every`, what differs at all is marked first. */
function compare(old: Buffer, now: Buffer, marked: Buffer, width: number, area: Area, every: boolean): Pick<CanvasDiff, "changedPixels" | "changedBytes" | "bounds"> {
  let changedPixels = 0;
  let changedBytes = 0;
  const edges = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  const only = every ? undefined : Buffer.from(marked);
  marked.fill(0);
  for (let y = area.y; y < area.y + area.height; y++)
    for (let x = area.x; x < area.x + area.width; x++) {
      const at = (y * width + x) * 4;
      if (only && only[at + 3] === 0) continue;
      const difference = distance(old, now, at);
      if (difference === 0) continue;
      changedPixels++;
      changedBytes += difference;
      marked[at + 3] = 255;
      edges.left = Math.min(edges.left, x);
      edges.right = Math.max(edges.right, x + 1);
      edges.top = Math.min(edges.top, y);
      edges.bottom = Math.max(edges.bottom, y + 1);
    }
  const bounds = changedPixels === 0 ? null : { x: edges.left, y: edges.top, width: edges.right - edges.left, height: edges.bottom - edges.top };
  return { changedPixels, changedBytes, bounds };
}

function distance(old: Buffer, now: Buffer, at: number): number {
  let sum = 0;
  for (let channel = at; channel < at + 4; channel++) sum += Math.abs(old[channel]! - now[channel]!);
  return sum;
}
