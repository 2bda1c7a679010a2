/** Surfaces that come and go: dialogs, menus, lists of options, messages. Their coming is what an action often is for. */
import { documentRoots } from "../see/composed.ts";
import { cut } from "../see/line.ts";
import { listed } from "../see/listed.ts";
import { squash, type NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";
import { inComposedOrder } from "../selector/order.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { visibleText } from "./visibleText.ts";

const roles = new Set(["dialog", "alertdialog", "alert", "status", "tooltip", "log", "timer", "menu", "listbox", "tree", "grid", "tabpanel"]);
/** Which role it is, and whether it is open, is asked afterwards. */
const candidates = { tags: ["dialog", "output", "details"], attributes: ["popover", "role"] };

const NAME_LENGTH = 100;
/** Of a large part that went, enough to name it by. */
const READ_LENGTH = 1000;

export interface RegionFacts {
  role: string;
  name: string;
}

/** The visible ones. */
export function visibleRegions(names: NameReader): Map<Element, RegionFacts> {
  const open = new Set<Element>();
  for (const root of documentRoots())
    for (const candidate of listed(root, candidates)) for (const element of surfacesOf(candidate)) if (isOpen(element)) open.add(element);
  return new Map(inComposedOrder(open).map((element) => [element, describe(element, names)]));
}

/** Of an element that has left the page, which has no looks any more; undefined when nothing was to be read in it. */
export function factsOfGone(element: Element): RegionFacts | undefined {
  const role = roleOf(element);
  const name = cut(squash(element.getAttribute("aria-label") ?? element.textContent?.slice(0, READ_LENGTH) ?? ""), NAME_LENGTH);
  if (element.matches("script, style, template, [hidden]") || (!name && role !== "iframe")) return undefined;
  return { role: role === "generic" || role === "none" ? "region" : role, name };
}

function surfacesOf(candidate: Element): Element[] {
  const role = candidate.getAttribute("role");
  const named = role === null ? candidate.localName !== "details" : role.split(/\s+/).some((each) => roles.has(each));
  const own = named || candidate.matches("dialog, output, [popover]") ? [candidate] : [];
  if (candidate.localName !== "details") return own;
  if (!candidate.hasAttribute("open")) return own;
  return [...own, ...[...candidate.children].filter((child) => child.localName !== "summary")];
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
