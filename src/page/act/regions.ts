/** Surfaces that come and go: dialogs, menus, lists of options, messages. Their coming is what an action often is for. */
import { searchRoots } from "../see/composed.ts";
import { cut } from "../see/line.ts";
import type { NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { visibleText } from "./visibleText.ts";

const roles = ["dialog", "alertdialog", "alert", "status", "tooltip", "log", "timer", "menu", "listbox", "tree", "grid", "tabpanel"];
const selector = ["dialog", "[popover]", "output", "details[open] > :not(summary)", ...roles.map((role) => `[role~=${role}]`)].join(",");

const NAME_LENGTH = 100;

export interface RegionFacts {
  role: string;
  name: string;
}

/** The visible ones, outermost only. */
export function visibleRegions(names: NameReader): Map<Element, RegionFacts> {
  const found = new Map<Element, RegionFacts>();
  for (const root of searchRoots(document))
    for (const element of root.querySelectorAll(selector)) if (isOpen(element)) found.set(element, describe(element, names));
  return found;
}

function isOpen(element: Element): boolean {
  // A live region that says nothing is a place for messages, not a message.
  return hasVisibleBox(element) && (element.childElementCount > 0 || (element.textContent ?? "").trim() !== "");
}

function describe(element: Element, names: NameReader): RegionFacts {
  const role = roleOf(element);
  const name = names.nameOf(element) || visibleText(element, NAME_LENGTH);
  return { role: role === "generic" || role === "none" ? "region" : role, name: cut(name, NAME_LENGTH) };
}
