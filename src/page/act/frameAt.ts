import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import { documentRoots } from "../see/documentTree.ts";
import { elementAt, nameCover } from "../see/covered.ts";
import { NameReader } from "../see/name.ts";
import type { ActApi } from "./api.ts";
import { nextFrame } from "./nextFrame.ts";
import { bringIntoView } from "./scrollInto.ts";

const frameTags = ["iframe", "frame", "object", "embed", "fencedframe"];

export const frameAt: ActApi["frameAt"] = async ({ x, y, box, bring }) => {
  const hit = elementAt(x, y);
  if (hit && frameTags.includes(dom.localName(hit)) && holds(hit, box)) return { isFrame: true, cover: "" };
  if (!hit && bring) bringToView({ x, y }, box);
  // What is in the way may go, and a child of another process scrolls the page around it a moment later.
  await nextFrame();
  return { isFrame: false, cover: hit ? nameCover(hit, new NameReader(), undefined) : "" };
};

function holds(element: Element, box: Box): boolean {
  const rect = dom.getBoundingClientRect(element);
  return rect.left - 1 <= box.x && rect.top - 1 <= box.y && rect.right + 1 >= box.x + box.width && rect.bottom + 1 >= box.y + box.height;
}

/** What is fixed in a frame scrolls nothing around that frame. */
function bringToView({ x, y }: { x: number; y: number }, box: Box): void {
  const frame = documentRoots().flatMap((root) => [...dom.querySelectorAll(root, frameTags.join())]).find((each) => holds(each, box));
  if (!frame) return;
  const { x: left, y: top } = dom.getBoundingClientRect(frame);
  bringIntoView(frame, () => {
    const now = dom.getBoundingClientRect(frame);
    return { x: x - left + now.x, y: y - top + now.y, width: 0, height: 0 };
  });
}
