/** Surfaces that come and go: dialogs, menus, lists of options, messages. Their coming is what an action often is for. */
import * as dom from "../dom.ts";
import { listed, type Listing } from "../see/documentTree.ts";
import { cut } from "../see/line.ts";
import { squash, type NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";
import { inComposedOrder } from "../selector/order.ts";
import { hasVisibleBox } from "../see/visible.ts";
import { visibleText } from "./visibleText.ts";

const roles = new Set(["dialog", "alertdialog", "alert", "status", "tooltip", "log", "timer", "menu", "listbox", "tree", "grid", "tabpanel"]);
/** Which role it is, and whether it is open, is asked afterwards. */
const candidates: Listing = { tags: ["dialog", "output", "details"], attributes: ["popover", "role"] };

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
  for (const candidate of listed(candidates)) for (const element of surfacesOf(candidate)) if (isOpen(element)) open.add(element);
  return new Map(inComposedOrder(open).map((element) => [element, describe(element, names)]));
}

/** Of an element that has left the page, which has no looks any more; undefined when nothing was to be read in it. */
export function factsOfGone(element: Element): RegionFacts | undefined {
  const role = roleOf(element);
  const name = cut(squash(dom.getAttribute(element, "aria-label") ?? dom.textContent(element)?.slice(0, READ_LENGTH) ?? ""), NAME_LENGTH);
  if (dom.matches(element, "script, style, template, [hidden]") || (!name && role !== "iframe")) return undefined;
  return { role: role === "generic" || role === "none" ? "region" : role, name };
}

function surfacesOf(candidate: Element): Element[] {
  const role = dom.getAttribute(candidate, "role");
  const named = role === null ? dom.localName(candidate) !== "details" : role.split(/\s+/).some((each) => roles.has(each));
  const own = named || dom.matches(candidate, "dialog, output, [popover]") ? [candidate] : [];
  if (dom.localName(candidate) !== "details") return own;
  if (!dom.hasAttribute(candidate, "open")) return own;
  return [...own, ...[...dom.children(candidate)].filter((child) => dom.localName(child) !== "summary")];
}

function isOpen(element: Element): boolean {
  // A live region that says nothing is a place for messages, not a message.
  return hasVisibleBox(element) && (dom.childElementCount(element) > 0 || (dom.textContent(element) ?? "").trim() !== "");
}

function describe(element: Element, names: NameReader): RegionFacts {
  const role = roleOf(element);
  const name = names.nameOf(element) || visibleText(element, NAME_LENGTH);
  return { role: role === "generic" || role === "none" ? "region" : role, name: cut(name, NAME_LENGTH) };
}
