import { DroverError } from "../../protocol/errors.ts";
import { decode } from "./pngPicture.ts";

export interface PictureShift {
  /** By how many pixels of the pictures what is in the first lies elsewhere in the second. */
  dx: number;
  dy: number;
  /** How much of the difference between the two the shift explains, from 0 to 1. */
  explained: number;
  /** The two are alike without one. */
  still: boolean;
}

interface Grey {
  width: number;
  height: number;
  values: Float32Array;
}

/** The long side of what is searched first; the place found there is made exact afterwards. */
const COARSE = 112;
/** How far a shift may go, as a part of the picture. */
const REACH = 0.3;
/** Of 255: what lies below is noise of encoding. */
const NOISE = 0.05;

/** Where what one picture shows has gone to in another one of the same size. */
export function pictureShift({ before, after }: { before: Uint8Array; after: Uint8Array }): PictureShift {
  const [old, now] = [greyOf(before), greyOf(after)];
  if (old.width !== now.width || old.height !== now.height)
    throw new DroverError("unstable", "the canvas changed its size while it was measured", { hint: "Measure again when the page is still.", failure: { source: "app" } });
  const still = difference(old, now, 0, 0);
  if (still < NOISE) return { dx: 0, dy: 0, explained: 0, still: true };
  const factor = Math.max(1, Math.ceil(Math.max(old.width, old.height) / COARSE));
  const [small, smaller] = [shrunk(old, factor), shrunk(now, factor)];
  const far = { x: Math.floor(small.width * REACH), y: Math.floor(small.height * REACH) };
  const rough = best(small, smaller, { x: 0, y: 0 }, far);
  const found = best(old, now, { x: rough.x * factor, y: rough.y * factor }, { x: factor, y: factor });
  return { dx: found.x, dy: found.y, explained: Math.round(Math.max(0, 1 - found.difference / still) * 1000) / 1000, still: false };
}

function best(old: Grey, now: Grey, around: { x: number; y: number }, reach: { x: number; y: number }): { x: number; y: number; difference: number } {
  let found = { ...around, difference: Infinity };
  for (let y = around.y - reach.y; y <= around.y + reach.y; y++)
    for (let x = around.x - reach.x; x <= around.x + reach.x; x++) {
      const here = difference(old, now, x, y);
      if (here < found.difference) found = { x, y, difference: here };
    }
  return found;
}

/** The mean difference of what lies in both when the second is moved back. */
function difference(old: Grey, now: Grey, dx: number, dy: number): number {
  const { width, height } = old;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 100_000)));
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y += step)
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x += step) {
      sum += Math.abs(old.values[y * width + x]! - now.values[(y + dy) * width + x + dx]!);
      count++;
    }
  return count === 0 ? Infinity : sum / count;
}

function greyOf(picture: Uint8Array): Grey {
  const { width, height, data } = decode(picture, "the picture of the canvas");
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at++) {
    const [red, green, blue, alpha] = [data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!, data[at * 4 + 3]!];
    values[at] = ((red + green + blue) / 3) * (alpha / 255) + 255 - alpha;
  }
  return { width, height, values };
}

function shrunk({ width, height, values }: Grey, factor: number): Grey {
  if (factor === 1) return { width, height, values };
  const small: Grey = { width: Math.floor(width / factor), height: Math.floor(height / factor), values: new Float32Array(Math.floor(width / factor) * Math.floor(height / factor)) };
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      let sum = 0;
      for (let row = 0; row < factor; row++) for (let column = 0; column < factor; column++) sum += values[(y * factor + row) * width + x * factor + column]!;
      small.values[y * small.width + x] = sum / factor ** 2;
    }
  return small;
}
