import * as dom from "../dom.ts";
import { composedParent } from "./composed.ts";
import { elementAt } from "./covered.ts";
import { focusedElement } from "./state.ts";

const MODAL = "dialog:modal";

/** The modal dialog on top, also one in a shadow root. All but it is inert: it has the focus, and its backdrop every point. */
export function topModal(): Element | null {
  const known = [...dom.elementsByTag(document, "dialog")].filter((dialog) => dom.matches(dialog, MODAL));
  const [first] = known;
  if (first && known.length === 1) return first;
  return modalAround(focusedElement()) ?? (first ? (modalAround(elementAt(0, 0)) ?? first) : null);
}

function modalAround(element: Element | null): Element | null {
  for (let at = element; at; at = composedParent(at)) if (dom.matches(at, MODAL)) return at;
  return null;
}
