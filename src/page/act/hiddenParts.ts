/**
 * The parts of the page that cannot be seen when an action begins, so that those can be told that it brings to light: by a class of
 * their own or of any ancestor, by a style, by a control that says what it controls or by one that does not.
 */
import * as dom from "../dom.ts";
import { composedAncestors } from "../see/composed.ts";
import { listed, type Listing } from "../see/documentTree.ts";
import { BoxReader, hasVisibleBox } from "../see/visible.ts";

/** What panels, menus and steps are made of, the most telling first. Rows, cells and words come with the part that they are in. */
const parts: Listing = {
  tags: ["dialog", "details", "menu", "nav", "aside", "main", "form", "fieldset", "section", "article", "table", "figure", "ul", "ol", "dl", "div", "p", "pre"],
  attributes: ["role", "aria-labelledby"],
  most: 2000,
};
const MAX_REVEALED = 5;

export class HiddenParts {
  readonly #looked = new Set(listed(parts));
  readonly #hidden: Element[];

  constructor() {
    const boxes = new BoxReader();
    this.#hidden = [...this.#looked].filter((part) => isHidden(part, boxes));
  }

  /** Was it looked at, so that `revealed` knows about it? */
  has(element: Element): boolean {
    return this.#looked.has(element);
  }

  /** The outermost of those that can be seen now. */
  revealed(): Element[] {
    const boxes = new BoxReader();
    const shown = new Set(this.#hidden.filter((part) => dom.isConnected(part) && !isHidden(part, boxes) && !isBlank(part) && hasVisibleBox(part)));
    return [...shown].filter((part) => ![...composedAncestors(part)].some((ancestor) => shown.has(ancestor))).slice(0, MAX_REVEALED);
  }
}

export const isBlank = (element: Element): boolean => dom.childElementCount(element) === 0 && !dom.textContent(element)?.trim();

const looks = { visibilityProperty: true, opacityProperty: true };

function isHidden(part: Element, boxes: BoxReader): boolean {
  if (!dom.checkVisibility(part, looks)) return true;
  // Folded up.
  if (part instanceof HTMLElement && dom.offsetHeight(part) === 0) return true;
  // Drawers wait beside the page and say that they are not there.
  return (dom.hasAttribute(part, "inert") || dom.getAttribute(part, "aria-hidden") === "true") && boxes.visibleBox(part) === null;
}
