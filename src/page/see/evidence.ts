/** What an element without a telling role shows of itself: that it can be written in, is only scrolled, or is one of many. */
import * as dom from "../dom.ts";
import { tellingMark } from "./tellingMark.ts";

export function isEditingHost(element: Element, names: string[]): boolean {
  return (
    names.includes("contenteditable") &&
    dom.contentEditable((element as HTMLElement)) !== "false" &&
    dom.isContentEditable((element as HTMLElement))
  );
}

/** A focusable scroll area is there for the keyboard, not to be operated. */
export function isScroller(element: Element): boolean {
  if (dom.hasAttribute(element, "role") || dom.hasAttribute(element, "onclick")) return false;
  if (dom.scrollHeight(element) <= dom.clientHeight(element) + 1 && dom.scrollWidth(element) <= dom.clientWidth(element) + 1) return false;
  const style = getComputedStyle(element);
  return /auto|scroll/.test(style.overflowX + style.overflowY);
}

/** Cards and tiles: several wrappers of one kind side by side. They are kept so that their parts stay together. */
export function isRepeatedItem(element: Element, tag: string, names: string[]): boolean {
  if ((tag !== "div" && tag !== "section") || !names.includes("class")) return false;
  const name = dom.getAttribute(element, "class");
  const inside = dom.firstElementChild(element);
  if (!name || !inside || !dom.nextSibling(inside)) return false;
  const alike = (other: Element | null): boolean =>
    other !== null && dom.localName(other) === tag && dom.getAttribute(other, "class") === name;
  const next = dom.nextElementSibling(element);
  const previous = dom.previousElementSibling(element);
  return (
    (alike(next) && (alike(previous) || alike(next && dom.nextElementSibling(next)))) ||
    (alike(previous) && alike(previous && dom.previousElementSibling(previous)))
  );
}

/**
 * Hidden from readers and meant for nobody: a field that only carries a value or holds the keyboard for a widget, or a part that listens and
 * shows neither words nor an icon (the slider of a scroll bar that a script draws).
 */
export function isStageProp(element: Element, tag: string, byListener: boolean): boolean {
  if (tag === "input" || tag === "textarea" || tag === "select")
    return dom.getAttribute(element, "tabindex") === "-1" && dom.getAttribute(element, "type") !== "file";
  return isEmptyTabStop(element) || (byListener && !dom.firstChild(element) && tellingMark(element)?.[0] !== "icon");
}

const isEmptyTabStop = (element: Element): boolean => !dom.firstChild(element) && dom.getAttribute(element, "tabindex") === "0" && !dom.hasAttribute(element, "onclick");

/** An empty stop of the tab key that sends the focus on. */
export const isFocusGuard = (element: Element): boolean => /^(?:none|presentation)$/.test(dom.getAttribute(element, "role") ?? "") && isEmptyTabStop(element);
