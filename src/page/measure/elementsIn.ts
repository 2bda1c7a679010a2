import * as dom from "../dom.ts";
import { RefMint } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import type { Box } from "../api.ts";
import type { MeasureApi } from "./api.ts";
import { blame } from "./blame.ts";

export const elementsIn: MeasureApi["elementsIn"] = ({ boxes, nextRef, testAttributes }) => {
  const mint = new RefMint(nextRef, new NameReader(), testAttributes);
  const elements = boxes.map((box) => blame(mint, innermostAround(box)).element ?? null);
  return { elements, nextRef: mint.next, minted: mint.minted };
};

function innermostAround(box: Box): Element {
  const hit = dom.elementFromPoint(document, box.x + box.width / 2 - scrollX, box.y + box.height / 2 - scrollY);
  for (let at = hit; at && at !== dom.body(document); at = dom.parentElement(at)) if (isAround(at, box)) return at;
  return lowestAround(box);
}

/** Goes down as long as a child still has all of the box in it: what changed may be out of view, where no hit test finds it. */
function lowestAround(box: Box): Element {
  let found: Element = dom.body(document) ?? dom.documentElement(document);
  for (let next: Element | undefined = found; next; next = childAround(next, box)) found = next;
  return found;
}

/** Boxes of changed pixels are a little larger than what changed. */
const SLACK = 2;

function childAround(element: Element, box: Box): Element | undefined {
  return [...(dom.shadowRoot(element)?.children ?? []), ...dom.children(element)].findLast((child) => isAround(child, box));
}

function isAround(element: Element, box: Box): boolean {
  const { left, top, right, bottom } = dom.getBoundingClientRect(element);
  const reaches = right + scrollX + SLACK >= box.x + box.width && bottom + scrollY + SLACK >= box.y + box.height;
  return right > left && bottom > top && left + scrollX - SLACK <= box.x && top + scrollY - SLACK <= box.y && reaches;
}
