import type { EngineFrame } from "../engine/port.ts";
import type { Box } from "../page/api.ts";

/** Where a frame's viewport lies in the page's, and what can be seen of it. */
export interface FrameOffset {
  x: number;
  y: number;
  scaleX: number;
  scaleY: number;
  visible: { left: number; top: number; right: number; bottom: number };
}

/** The place of a frame in the page's viewport, through all the frames around it. */
export async function frameOffset(frame: EngineFrame): Promise<FrameOffset> {
  if (!frame.parent) {
    const visible = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    return { x: 0, y: 0, scaleX: 1, scaleY: 1, visible };
  }
  const [outer, owner] = await Promise.all([frameOffset(frame.parent), frame.ownerBox()]);
  const x = outer.x + owner.x * outer.scaleX;
  const y = outer.y + owner.y * outer.scaleY;
  return {
    x,
    y,
    scaleX: outer.scaleX * owner.scaleX,
    scaleY: outer.scaleY * owner.scaleY,
    visible: {
      left: Math.max(outer.visible.left, x),
      top: Math.max(outer.visible.top, y),
      right: Math.min(outer.visible.right, x + owner.width * outer.scaleX),
      bottom: Math.min(outer.visible.bottom, y + owner.height * outer.scaleY),
    },
  };
}

/** A box of a frame in the page's coordinates, cut to what the frames around it show; null when that is nothing. */
export function toPage(box: Box, offset: FrameOffset): Box | null {
  const left = Math.max(offset.x + box.x * offset.scaleX, offset.visible.left);
  const top = Math.max(offset.y + box.y * offset.scaleY, offset.visible.top);
  const right = Math.min(offset.x + (box.x + box.width) * offset.scaleX, offset.visible.right);
  const bottom = Math.min(offset.y + (box.y + box.height) * offset.scaleY, offset.visible.bottom);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
