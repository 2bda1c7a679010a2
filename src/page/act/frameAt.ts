import { elementAt, nameCover } from "../see/covered.ts";
import { NameReader } from "../see/name.ts";
import type { ActApi } from "./api.ts";
import { nextFrame } from "./nextFrame.ts";

const frameTags = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

export const frameAt: ActApi["frameAt"] = async ({ x, y, box }) => {
  const hit = elementAt(x, y);
  if (!hit) {
    // A child of another process scrolls the page around it a moment later.
    await nextFrame();
    return { isFrame: false, cover: "" };
  }
  const rect = hit.getBoundingClientRect();
  const around = rect.left - 1 <= box.x && rect.top - 1 <= box.y && rect.right + 1 >= box.x + box.width && rect.bottom + 1 >= box.y + box.height;
  const isFrame = around && frameTags.has(hit.localName);
  return { isFrame, cover: isFrame ? "" : nameCover(hit, new NameReader(), undefined) };
};
