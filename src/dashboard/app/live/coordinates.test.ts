import { describe, expect, test } from "vitest";
import { fitted, toPage, toPageClamped, toStage, wheelPixels } from "./coordinates.ts";

const page = { width: 1280, height: 720 };

describe("a page in its room", () => {
  test.each([
    ["wide room", { width: 2000, height: 360 }, { left: 680, top: 0, width: 640, height: 360 }],
    ["narrow room", { width: 320, height: 900 }, { left: 0, top: 0, width: 320, height: 180 }],
    ["more room than it needs", { width: 1480, height: 900 }, { left: 100, top: 0, width: 1280, height: 720 }],
    ["no room", { width: 0, height: 900 }, { left: 0, top: 0, width: 0, height: 0 }],
  ])("%s", (_, room, stage) => expect(fitted(page, room)).toEqual(stage));
});

describe("points", () => {
  const stage = { left: 100, top: 50, width: 640, height: 360 };
  test.each([
    [{ x: 100, y: 50 }, { x: 0, y: 0 }],
    [{ x: 420, y: 230 }, { x: 640, y: 360 }],
    [{ x: 739.9, y: 409.9 }, { x: 1279.8, y: 719.8 }],
    [{ x: 740, y: 230 }, undefined],
    [{ x: 99, y: 230 }, undefined],
  ])("%o", (at, wanted) => expect(toPage(at, stage, page)).toEqual(wanted));

  test.each([
    [{ x: 0, y: 0 }, { x: 0, y: 0 }],
    [{ x: 9999, y: 9999 }, { x: 1279, y: 719 }],
    [{ x: 420, y: 9999 }, { x: 640, y: 719 }],
  ])("held at the edge: %o", (at, wanted) => expect(toPageClamped(at, stage, page)).toEqual(wanted));

  test("there and back at every scale", () => {
    for (const width of [97, 320, 640, 1280, 1919]) {
      const shown = fitted(page, { width, height: 2000 });
      const box = toStage({ x: 300, y: 200, width: 10, height: 10 }, shown, page);
      expect(toPage({ x: box.left, y: box.top }, shown, page)).toEqual({ x: 300, y: 200 });
    }
  });

  test("nothing is on a page that is not shown", () => expect(toPage({ x: 1, y: 1 }, fitted(page, { width: 0, height: 0 }), page)).toBeUndefined());
});

test.each([
  [{ x: 1, y: 2, mode: 0 }, { x: 1, y: 2 }],
  [{ x: 0, y: 3, mode: 1 }, { x: 0, y: 48 }],
  [{ x: 0, y: -1, mode: 2 }, { x: 0, y: -720 }],
])("a wheel's %o", (delta, wanted) => expect(wheelPixels(delta, page)).toEqual(wanted));
