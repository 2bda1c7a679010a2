import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { canvasDiff, type CanvasBytes } from "./canvasDiff.ts";

/** Transparent, with opaque boxes of one grey in it. */
function pixels(width: number, height: number, ...boxes: [x: number, y: number, width: number, height: number, grey: number][]): PNG {
  const png = new PNG({ width, height });
  png.data.fill(0);
  for (const [left, top, wide, high, grey] of boxes)
    for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++) png.data.set([grey, grey, grey, 255], (y * width + x) * 4);
  return png;
}

const raw = ({ width, height, data }: PNG): CanvasBytes => ({ rgba: data, width, height });
const compare = (before: CanvasBytes, after: CanvasBytes, more: Partial<Parameters<typeof canvasDiff>[0]> = {}) => canvasDiff({ before, after, threshold: 0, drawn: false, ...more });

test("every byte that differs counts, and by how much", () => {
  const before = raw(pixels(40, 20, [0, 0, 40, 20, 100]));
  expect(compare(before, before)).toMatchObject({ changedPixels: 0, changedBytes: 0, bounds: null, regions: [], comparedPixels: 800 });
  const after = raw(pixels(40, 20, [0, 0, 40, 20, 100], [5, 6, 2, 3, 101], [30, 15, 1, 1, 200]));
  expect(compare(before, after)).toMatchObject({ changedPixels: 7, changedBytes: 6 * 3 + 300, bounds: { x: 5, y: 6, width: 26, height: 10 }, regionCount: 2, regions: [{ x: 5, y: 6, pixels: 6 }, { x: 30, y: 15, pixels: 1 }] });
  expect(compare(before, after, { threshold: 0.1 })).toMatchObject({ changedPixels: 1, changedBytes: 300 });
});

test("only the region is compared, cut to the picture", () => {
  const [before, after] = [raw(pixels(40, 20)), raw(pixels(40, 20, [0, 0, 4, 4, 9], [38, 18, 2, 2, 9]))];
  expect(compare(before, after, { region: { x: 30, y: 10, width: 99, height: 99 } })).toMatchObject({ comparedPixels: 100, changedPixels: 4, bounds: { x: 38, y: 18, width: 2, height: 2 }, regions: [{ x: 38, y: 18, pixels: 4 }] });
  expect(compare(before, after, { region: { x: -5, y: -5, width: 6, height: 6 } })).toMatchObject({ comparedPixels: 1, changedPixels: 1 });
  expect(compare(before, after, { region: { x: 50, y: 0, width: 5, height: 5 } })).toMatchObject({ comparedPixels: 0, changedPixels: 0 });
});

test("pictures and raw pixels compare with each other, and sizes may differ", () => {
  const small = pixels(10, 10, [0, 0, 10, 10, 50]);
  expect(compare({ png: PNG.sync.write(small) }, raw(small))).toMatchObject({ changedPixels: 0 });
  expect(compare(raw(small), raw(pixels(12, 10, [0, 0, 12, 10, 50])))).toMatchObject({ width: 12, changedPixels: 20, sizes: { before: { width: 10 }, after: { width: 12 } } });
  expect(() => compare({ rgba: new Uint8Array(12), width: 2, height: 2 }, raw(small))).toThrow("12 bytes; 2×2 pixels have 16");
});
