import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { pictureDiff } from "./pictureDiff.ts";

/** White, with black boxes in it. */
function picture(width: number, height: number, ...boxes: [x: number, y: number, width: number, height: number][]): Uint8Array {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const [left, top, wide, high] of boxes)
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return PNG.sync.write(png);
}

const compare = (before: Uint8Array, after: Uint8Array, masks: { x: number; y: number; width: number; height: number }[] = []) => pictureDiff({ before, after, masks, threshold: 0.1 });

test("what changed is told by place, and what is the same not at all", () => {
  const before = picture(200, 100, [10, 10, 20, 20]);
  expect(compare(before, before)).toEqual({ width: 200, height: 100, changedPixels: 0, ratio: 0, regions: [], regionCount: 0 });
  const after = picture(200, 100, [10, 10, 20, 20], [100, 50, 30, 10], [180, 2, 4, 4]);
  expect(compare(before, after)).toMatchObject({
    changedPixels: 316,
    ratio: 0.0158,
    regions: [
      { x: 100, y: 50, width: 30, height: 10, pixels: 300 },
      { x: 180, y: 2, width: 4, height: 4, pixels: 16 },
    ],
  });
  expect(PNG.sync.read(Buffer.from(compare(before, after).picture!)).width).toBe(200);
  expect(compare(before, after, [{ x: 90, y: 40, width: 60, height: 40 }])).toMatchObject({ changedPixels: 16 });
});

test("pictures of two sizes differ by what one of them lacks", () => {
  expect(compare(picture(100, 50), picture(100, 60))).toMatchObject({ width: 100, height: 60, changedPixels: 1000, sizes: { before: { width: 100, height: 50 }, after: { width: 100, height: 60 } }, regions: [{ x: 0, y: 50, width: 100, height: 10 }] });
});

test.each([
  ["nothing", Buffer.alloc(0), "is not a PNG"],
  ["a text", Buffer.from("x".repeat(100)), "is not a PNG"],
  ["half a picture", picture(50, 50, [3, 3, 9, 9]).subarray(0, 60), "is damaged"],
])("%s is refused", (_, bytes, why) => {
  expect(() => compare(bytes, picture(1, 1))).toThrow(why);
});

test("a picture that would unpack to more than fits is refused unseen", () => {
  const bomb = Buffer.from(picture(1, 1));
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  expect(() => compare(bomb, bomb)).toThrow("million pixels");
});
