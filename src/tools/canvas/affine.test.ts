import fc from "fast-check";
import { expect, test } from "vitest";
import { affineOf, backward, forward } from "./affine.ts";

const coordinate = fc.double({ min: -1e5, max: 1e5, noNaN: true });

test("from world to screen and back is where one began", () => {
  fc.assert(
    fc.property(coordinate, coordinate, fc.double({ min: 0.01, max: 64, noNaN: true }), coordinate, coordinate, coordinate, (x, y, scale, panX, panY, originX) => {
      const affine = affineOf({ scale, panX, panY, originX });
      const screen = forward(affine, x, y);
      expect(screen.x).toBeCloseTo((x + panX) * scale + originX, 3);
      const world = backward(affine, screen.x, screen.y);
      expect(world.x).toBeCloseTo(x, 3);
      expect(world.y).toBeCloseTo(y, 3);
    }),
  );
});
