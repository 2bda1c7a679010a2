/** What is known of an action's target before and after: its value, and the logical things it belongs to. */
import * as dom from "../dom.ts";
import { composedAncestors, composedParent, elementsByIds } from "../see/composed.ts";
import { elementAt } from "../see/covered.ts";
import { testAttributeOf } from "../see/elements.ts";
import { NameReader } from "../see/name.ts";
import { roleOf } from "../see/role.ts";
import { focusedElement, stateOf } from "../see/state.ts";
import { chosenValue, valueOf } from "../see/value.ts";
import type { ElementProbe, HitFacts, OwnerControl, Point, RowContainer } from "./api.ts";
import { firstVisibleText, visibleText } from "./visibleText.ts";

const TEXT = 200;
const ROW_KEY = 80;

export interface TargetBefore {
  element: Element;
  ref: string;
  owner?: { element: Element; label: string; text: string };
  row?: { element: Element; kind: string; text: string };
}

export function targetBefore(element: Element, ref: string, ownControl = false): TargetBefore {
  const owner = ownerOf(element) ?? (ownControl ? element : undefined);
  const row = rowOf(element);
  // The words in a box around a field are its label and what it holds; the field's own name is the label alone.
  const labelled = owner && owner !== element && isFieldWrapper(owner, element) ? element : owner;
  return {
    element,
    ref,
    ...(owner && labelled && { owner: { element: owner, label: new NameReader().nameOf(labelled), text: visibleText(owner, TEXT) } }),
    ...(row && { row: { ...row, text: visibleText(row.element, TEXT) } }),
  };
}

export function targetAfter(before: TargetBefore, testAttributes: readonly string[]): ElementProbe {
  const { element, ref } = before;
  const attached = dom.isConnected(element);
  const value = attached ? heldValue(element) : undefined;
  const checked = attached ? checkedState(element) : undefined;
  const display = attached ? displayText(element, testAttributes) : undefined;
  const owner = ownerAfter(before);
  const row = rowAfter(before);
  return {
    ref,
    stillAttached: attached,
    focused: attached && focusedElement() === element,
    ...(value !== undefined && { value }),
    ...(display && { displayText: display }),
    ...(checked !== undefined && { checked }),
    ...(owner && { ownerControl: owner }),
    ...(row && { container: row }),
  };
}

/** Pressing a label switches the box that it belongs to. */
function checkedState(element: Element): ElementProbe["checked"] {
  const role = roleOf(element);
  const control = role === "generic" ? dom.closest(element, "label")?.control : undefined;
  return control ? stateOf(control, roleOf(control)).checked : stateOf(element, role).checked;
}

function heldValue(element: Element): string | undefined {
  return element instanceof HTMLSelectElement ? chosenValue(element) : valueOf(element);
}

function ownerAfter({ owner }: TargetBefore): OwnerControl | undefined {
  if (!owner) return undefined;
  const after = dom.isConnected(owner.element) ? visibleText(owner.element, TEXT) : "";
  return { label: owner.label, displayTextBefore: owner.text, displayTextAfter: after, changed: after !== owner.text };
}

function rowAfter({ row }: TargetBefore): RowContainer | undefined {
  if (!row) return undefined;
  const after = dom.isConnected(row.element) ? visibleText(row.element, TEXT) : "";
  return { kind: row.kind, rowKey: firstVisibleText(row.element, ROW_KEY), rowText: after, changed: after !== row.text };
}

const ownerRoles = new Set(["combobox", "listbox", "radiogroup", "spinbutton", "slider", "menu", "tree"]);
const popupSources = new Set(["listbox", "menu", "tree", "grid", "dialog"]);

/** The control that an element is a part of, up to six levels up; the list of a combobox belongs to the combobox. */
function ownerOf(element: Element): Element | undefined {
  let at: Element | null = element;
  for (let level = 0; at && level <= 6; level++, at = composedParent(at)) {
    const role = roleOf(at);
    if (popupSources.has(role) && dom.id(at)) {
      const opener = controllerOf(at);
      if (opener) return opener;
    }
    if (ownerRoles.has(role) || dom.hasAttribute(at, "aria-haspopup")) return at;
    if (level > 0 && isFieldWrapper(at, element)) return at;
  }
  return undefined;
}

function controllerOf(popup: Element): Element | undefined {
  const root = dom.getRootNode(popup) as Document | ShadowRoot;
  const id = CSS.escape(dom.id(popup));
  return dom.querySelector(root, `[aria-controls~="${id}"], [aria-owns~="${id}"]`) ?? undefined;
}

/** A box with one labelled control in it. */
function isFieldWrapper(wrapper: Element, element: Element): boolean {
  if (!dom.matches(element, "input, select, textarea, [contenteditable], [role=textbox]")) return false;
  if (dom.localName(wrapper) === "label") return true;
  if (!dom.querySelector(wrapper, "label, legend") && elementsByIds(element, dom.getAttribute(element, "aria-labelledby")).every((label) => !dom.contains(wrapper, label))) return false;
  return dom.querySelectorAll(wrapper, "input:not([type=hidden]), select, textarea").length === 1;
}

const rowKinds = new Set(["row", "listitem", "article"]);

function rowOf(element: Element): { element: Element; kind: string } | undefined {
  for (const at of [element, ...composedAncestors(element)]) {
    const kind = roleOf(at);
    if (rowKinds.has(kind)) return { element: at, kind };
  }
  return undefined;
}

/** The words of the nearest wrapper that has a role or a test attribute. */
function displayText(element: Element, testAttributes: readonly string[]): string | undefined {
  if (valueOf(element) === undefined && !dom.matches(element, "input, select, textarea")) return undefined;
  let at = composedParent(element);
  for (let level = 0; at && level < 4; level++, at = composedParent(at)) {
    if (!dom.hasAttribute(at, "role") && !testAttributeOf(at, testAttributes)) continue;
    return visibleText(at, TEXT) || undefined;
  }
  return undefined;
}

/** What lies at a point: evidence for presses that have no element as target. */
export function hitAt({ x, y }: Point): HitFacts | null {
  const element = elementAt(x, y);
  if (!element) return null;
  const parent = composedParent(element);
  return {
    tag: dom.localName(element),
    role: roleOf(element),
    text: visibleText(element, 100),
    ancestorText: parent && parent !== dom.body(document) && parent !== dom.documentElement(document) ? visibleText(parent, 100) : "",
  };
}
