/** `aria-owns`: elements that are read as children of another than their parent. */
import * as dom from "../dom.ts";
import { elementsByIds } from "./composed.ts";
import { listed, type Listing } from "./documentTree.ts";
import { perTask } from "./perTask.ts";

const owners: Listing = { tags: [], attributes: ["aria-owns"] };

/** Each element that is owned, with its owner. An owner cannot own what it is in. */
export const ownedElements = perTask((): ReadonlyMap<Element, Element> => {
  const owned = new Map<Element, Element>();
  for (const owner of listed(owners))
    for (const element of elementsByIds(owner, dom.getAttribute(owner, "aria-owns")))
      if (!dom.contains(element, owner)) owned.set(element, owner);
  return owned;
});
