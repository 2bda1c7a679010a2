/** Whether a click on an element would land on something else, and on what. */
import * as dom from "../dom.ts";
import type { Box } from "../api.ts";
import { composedContains, composedParent } from "./composed.ts";
import { DEFAULT_TEST_ATTRIBUTES, testAttributeOf } from "./elements.ts";
import { imageOfArea } from "./imageMap.ts";
import { cut, onOneLine, roleAndName } from "./line.ts";
import { squash, type NameReader } from "./name.ts";
import { roleOf } from "./role.ts";

/** The innermost element at a point, through open shadow roots. */
export function elementAt(x: number, y: number): Element | null {
  let hit = dom.elementFromPoint(document, x, y);
  for (let shadow = hit && dom.shadowRoot(hit); shadow; shadow = hit && dom.shadowRoot(hit)) {
    const inner: Element | null = shadow.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

const reaches = (hit: Element, element: Element): boolean => {
  if (composedContains(element, hit) || composedContains(hit, element) || hit === imageOfArea(element)) return true;
  const label = dom.closest(hit, "label");
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

/** Of what is in the way, enough to read its first words. */
const READ_LENGTH = 400;

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

const NAME_LENGTH = 60;

/**
 * How a message names the element in the way of another: the nearest one around it that has a role and a name, and its test id. Else
 * what it says itself. What holds the covered element too is not in its way.
 */
export function nameCover(cover: Element, names: NameReader, covered: Element | undefined): string {
  const layer: Element[] = [];
  for (let at: Element | null = cover; at && at !== dom.body(document) && !(covered && composedContains(at, covered)); at = composedParent(at)) layer.push(at);
  const test = layer.map((at) => testAttributeOf(at, DEFAULT_TEST_ATTRIBUTES)).find((found) => found !== undefined);
  const mark = test ? ` [${test[0]}=${JSON.stringify(cut(test[1], NAME_LENGTH))}]` : "";
  const roles = layer.filter((at) => nameable.has(roleOf(at)));
  const named = roles.find((at) => names.nameOf(at) !== "");
  if (named) return roleAndName(roleOf(named), cut(names.nameOf(named), NAME_LENGTH)) + mark;
  const [role = layer[0] ?? cover] = roles;
  const selector = shortSelector(role);
  const words = cut(squash(dom.textContent(cover)?.slice(0, READ_LENGTH) ?? ""), NAME_LENGTH);
  const said = words ? ` ${JSON.stringify(words)}` : "";
  return `${roles.length > 0 ? `${roleOf(role)} (${selector})` : selector}${said}${mark}`;
}

export function shortSelector(element: Element): string {
  const ownId = dom.getAttribute(element, "id");
  const id = ownId ? `#${ownId}` : "";
  const classes = [...dom.classList(element)]
    .slice(0, 3)
    .map((name) => `.${name}`)
    .join("");
  return onOneLine(cut(`${dom.localName(element)}${id}${classes}`, 100));
}
