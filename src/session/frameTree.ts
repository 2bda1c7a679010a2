import { mayFail } from "../diagnosis/mayFail.ts";
import type { EngineFrame } from "../engine/port.ts";
import type { Box } from "../page/api.ts";

/** An `<iframe>` by its place in `window[i]`, -1 in a shadow root, and by where it is drawn. */
interface FrameOwner {
  index: number;
  box: Box;
}

/** Says which frame of the engine is inside which `<iframe>` that page code told of. */
export async function matchFrames<Owner extends FrameOwner>(parent: EngineFrame, owners: readonly Owner[]): Promise<Map<Owner, EngineFrame>> {
  const matched = new Map<Owner, EngineFrame>();
  if (owners.length === 0) return matched;
  const unplaced: EngineFrame[] = [];
  await Promise.all(
    parent.children().map(async (child) => {
      const index = await mayFail(child.ask("framePlace", null), "a child frame may go away while it is placed", -1);
      const owner = index < 0 ? undefined : owners.find((each) => each.index === index);
      if (owner) matched.set(owner, child);
      else if (index < 0) unplaced.push(child);
    }),
  );
  // Frames in shadow roots have no place among their parent's frames; where they are drawn tells them apart.
  const left = owners.filter((owner) => owner.index < 0 && !matched.has(owner));
  for (const child of left.length > 0 ? unplaced : []) {
    const box = await mayFail(child.ownerBox(), "a child frame may go away while it is placed");
    if (!box) continue;
    const off = (owner: Owner) => Math.abs(owner.box.x - box.x) + Math.abs(owner.box.y - box.y);
    const [nearest] = left.filter((owner) => !matched.has(owner)).sort((a, b) => off(a) - off(b));
    if (nearest) matched.set(nearest, child);
  }
  return matched;
}

/** Every frame under one, itself first. */
export function descendants(frame: EngineFrame): EngineFrame[] {
  return [frame, ...frame.children().flatMap(descendants)];
}
