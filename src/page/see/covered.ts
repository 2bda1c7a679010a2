/** Whether a click on an element would land on something else, and on what. */
import type { Box } from "../api.ts";
import { composedContains, composedParent } from "./composed.ts";
import { imageOfArea } from "./imageMap.ts";
import { cut, onOneLine, roleAndName } from "./line.ts";
import type { NameReader } from "./name.ts";
import { roleOf } from "./role.ts";

/** The innermost element at a point, through open shadow roots. */
export function elementAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

const reaches = (hit: Element, element: Element): boolean => {
  if (composedContains(element, hit) || composedContains(hit, element) || hit === imageOfArea(element)) return true;
  const label = hit.closest("label");
  return label !== null && (label.control === element || composedContains(label, element));
};

/** What lies over an element at every point that was tried; null when it can be reached. */
export function coveredBy(element: Element, box: Box): Element | null {
  let cover: Element | null = null;
  const inset = (size: number) => Math.min(3, size / 4);
  const points = [
    [box.x + box.width / 2, box.y + box.height / 2],
    [box.x + inset(box.width), box.y + inset(box.height)],
    [box.x + box.width - inset(box.width), box.y + box.height - inset(box.height)],
    [box.x + box.width - inset(box.width), box.y + inset(box.height)],
    [box.x + inset(box.width), box.y + box.height - inset(box.height)],
  ] as const;
  for (const [x, y] of points) {
    const hit = elementAt(x, y);
    if (!hit || reaches(hit, element)) return null;
    cover ??= hit;
  }
  return cover;
}

const nameable = new Set([
  "dialog",
  "alertdialog",
  "banner",
  "region",
  "navigation",
  "alert",
  "menu",
  "listbox",
  "form",
  "toolbar",
  "button",
  "link",
  "img",
]);

/** How a message names the element in the way: the nearest one that has a role and a name, else tag, id and classes. */
export function nameCover(cover: Element, names: NameReader): string {
  for (let at: Element | null = cover; at && at !== document.body; at = composedParent(at)) {
    const role = roleOf(at);
    if (!nameable.has(role)) continue;
    const name = names.nameOf(at);
    return name ? roleAndName(role, cut(name, 60)) : `${role} (${shortSelector(at)})`;
  }
  return shortSelector(cover);
}

export function shortSelector(element: Element): string {
  const ownId = element.getAttribute("id");
  const id = ownId ? `#${ownId}` : "";
  const classes = [...element.classList]
    .slice(0, 3)
    .map((name) => `.${name}`)
    .join("");
  return onOneLine(cut(`${element.localName}${id}${classes}`, 100));
}
