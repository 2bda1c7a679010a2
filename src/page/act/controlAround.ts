import * as dom from "../dom.ts";
import { composedParent } from "../see/composed.ts";

/** What is pressed for itself, and whatever is in it with it. */
export const controls =
  "button, input, select, textarea, a, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]";

/** The control that a press on an element is for: the one it is in, or the one that a label around it belongs to. */
export function controlAround(element: Element): Element {
  for (let at: Element | null = element; at; at = composedParent(at)) {
    if (dom.matches(at, controls)) return at;
    if (at instanceof HTMLLabelElement && at.control) return at.control;
  }
  return element;
}
