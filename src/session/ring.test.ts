import fc from "fast-check";
import { expect, test } from "vitest";
import { Ring } from "./ring.ts";

test("a ring holds the newest entries in order, whatever was pushed", () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 20 }), (items, size) => {
      const ring = new Ring<number>(size);
      for (const item of items) ring.push(item);
      expect(ring.toArray()).toEqual(items.slice(-size));
      expect(ring.added).toBe(items.length);
    }),
  );
});

test("filtering keeps order and leaves room", () => {
  const ring = new Ring<number>(3);
  for (const item of [1, 2, 3, 4, 5]) ring.push(item);
  ring.filter((item) => item !== 4);
  ring.push(6);
  ring.push(7);
  expect(ring.toArray()).toEqual([5, 6, 7]);
});
