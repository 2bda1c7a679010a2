import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineFrame } from "../engine/port.ts";
import type { Point } from "../page/act/api.ts";

/** The child frame that lies at a point of its parent, and the point in it. `index` is its place among the parent's frames as the page code knows it; -1 in shadow trees. */
export async function frameUnder(parent: EngineFrame, index: number, { x, y }: Point): Promise<{ frame: EngineFrame; point: Point } | undefined> {
  for (const frame of parent.children()) {
    const place = await mayFail(frame.ask("framePlace", null), "a child frame may go away while it is placed", -1);
    if (place !== index) continue;
    const box = await frame.ownerBox();
    const isInside = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
    if (place >= 0 || isInside) return { frame, point: { x: (x - box.x) / box.scaleX, y: (y - box.y) / box.scaleY } };
  }
  return undefined;
}
