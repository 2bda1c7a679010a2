import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { pictureShift } from "./pictureShift.ts";

/** A drawing of boxes on white, moved by some pixels. */
function drawing(width: number, height: number, dx: number, dy: number, boxes = 30): Uint8Array {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let box = 0; box < boxes; box++) {
    const [left, top] = [((box * 97) % (width - 40)) + dx, ((box * 61) % (height - 30)) + dy];
    for (let y = Math.max(0, top); y < Math.min(height, top + 12 + (box % 5)); y++)
      for (let x = Math.max(0, left); x < Math.min(width, left + 15 + (box % 9)); x++) png.data.fill((box * 37) % 200, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return PNG.sync.write(png);
}

test.each([
  [600, 400, 64, 44],
  [600, 400, -37, 5],
  [1280, 720, 96, -66],
  [150, 120, 3, -2],
])("in %i×%i a move by %i, %i is found", (width, height, dx, dy) => {
  const shift = pictureShift({ before: drawing(width, height, 0, 0), after: drawing(width, height, dx, dy) });
  expect(shift).toMatchObject({ dx, dy, still: false });
  expect(shift.explained).toBeGreaterThan(0.7);
});

test("what did not move is still, and what was drawn anew is no move", () => {
  const before = drawing(600, 400, 0, 0);
  expect(pictureShift({ before, after: before })).toEqual({ dx: 0, dy: 0, explained: 0, still: true });
  expect(pictureShift({ before, after: drawing(600, 400, 0, 0, 45) }).explained).toBeLessThan(0.4);
  expect(() => pictureShift({ before, after: drawing(500, 400, 0, 0) })).toThrow("changed its size");
});
