/** `aria-owns`: elements that are read as children of another than their parent. */
import { elementsByIds } from "./composed.ts";

/** Each element that is owned, with its owner. An owner cannot own what it is in. */
export function ownedElements(): Map<Element, Element> {
  const owned = new Map<Element, Element>();
  for (const owner of document.querySelectorAll("[aria-owns]"))
    for (const element of elementsByIds(owner, owner.getAttribute("aria-owns")))
      if (!element.contains(owner)) owned.set(element, owner);
  return owned;
}
