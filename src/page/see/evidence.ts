/** What an element without a telling role shows of itself: that it can be written in, is only scrolled, or is one of many. */

export function isEditingHost(element: Element, names: string[]): boolean {
  return (
    names.includes("contenteditable") &&
    (element as HTMLElement).contentEditable !== "false" &&
    (element as HTMLElement).isContentEditable
  );
}

/** A focusable scroll area is there for the keyboard, not to be operated. */
export function isScroller(element: Element): boolean {
  if (element.hasAttribute("role") || element.hasAttribute("onclick")) return false;
  if (element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1) return false;
  const style = getComputedStyle(element);
  return /auto|scroll/.test(style.overflowX + style.overflowY);
}

/** Cards and tiles: several wrappers of one kind side by side. They are kept so that their parts stay together. */
export function isRepeatedItem(element: Element, tag: string, names: string[]): boolean {
  if ((tag !== "div" && tag !== "section") || !names.includes("class")) return false;
  const name = element.getAttribute("class");
  if (!name || !element.firstElementChild?.nextSibling) return false;
  const alike = (other: Element | null): boolean =>
    other !== null && other.localName === tag && other.getAttribute("class") === name;
  const next = element.nextElementSibling;
  const previous = element.previousElementSibling;
  return (
    (alike(next) && (alike(previous) || alike(next?.nextElementSibling ?? null))) ||
    (alike(previous) && alike(previous?.previousElementSibling ?? null))
  );
}
