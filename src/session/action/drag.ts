import type { Point } from "../../page/act/api.ts";
import type { SessionPage } from "../sessionPage.ts";

/** Presses at one point, moves to another in so many steps, and releases. */
export async function dragAlong(page: SessionPage, from: Point, to: Point, steps: number): Promise<void> {
  const { input } = page.engine;
  const path = line(from, to, steps);
  const { pointer } = page.parts;
  const played = (await input.drag?.(from, path)) ?? false;
  if (!played) {
    const moves = path.map((point) => pointer.event("move", point, "left"));
    await input.mouse(pointer.event("move", from, "none"));
    await input.mouse(pointer.event("down", from, "left"));
    for (const move of moves) await input.mouse({ ...move, button: "left", buttons: 1 });
    await input.mouse(pointer.event("up", to, "left"));
  }
  Object.assign(pointer, to);
}

/** So many points from one to the other, without the first. */
export function line(from: Point, to: Point, steps: number, ease: (t: number) => number = (t) => t): Point[] {
  return Array.from({ length: steps }, (_, index) => {
    const t = ease((index + 1) / steps);
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
  });
}
