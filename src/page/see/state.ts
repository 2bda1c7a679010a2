/** The states of a control as assistive technology would report them. */
import * as dom from "../dom.ts";
import type { ElementState } from "./line.ts";

const checkable = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);
const selectable = new Set(["option", "tab", "row", "gridcell", "treeitem", "columnheader", "rowheader"]);
const expandable = new Set(
  "button combobox link menuitem menuitemcheckbox menuitemradio tab treeitem row gridcell application checkbox switch columnheader rowheader listbox".split(
    " ",
  ),
);

const tristate = (value: string | null): boolean | "mixed" | undefined =>
  value === "true" ? true : value === "false" ? false : value === "mixed" ? "mixed" : undefined;

const bool = (value: string | null): boolean | undefined => (value === "true" ? true : value === "false" ? false : undefined);

export function isDisabled(element: Element): boolean {
  if (isFormControl(element) && dom.matches(element, ":disabled")) return true;
  return dom.closest(element, '[aria-disabled="true"]') === element || inheritsAriaDisabled(element);
}

const formControls = new Set(["button", "input", "select", "textarea", "option", "optgroup", "fieldset"]);

function isFormControl(element: Element): boolean {
  return formControls.has(dom.localName(element)) || dom.localName(element).includes("-");
}

const disabledContainers = new Set(["group", "radiogroup", "toolbar", "tablist", "menu", "menubar", "listbox", "grid", "tree"]);

function inheritsAriaDisabled(element: Element): boolean {
  const ancestor = dom.closestAround(element, '[aria-disabled="true"]');
  return ancestor ? disabledContainers.has(dom.getAttribute(ancestor, "role") ?? "") : false;
}

function checkedOf(element: Element, role: string): boolean | "mixed" | undefined {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio"))
    return element.indeterminate ? "mixed" : element.checked;
  if (!checkable.has(role)) return undefined;
  const value = tristate(dom.getAttribute(element, "aria-checked"));
  return value ?? (role === "checkbox" || role === "radio" || role === "switch" ? false : undefined);
}

function expandedOf(element: Element, role: string): boolean | undefined {
  const details = dom.localName(element) === "summary" ? dom.parentElement(element) : null;
  if (details instanceof HTMLDetailsElement) return details.open;
  return expandable.has(role) || dom.hasAttribute(element, "aria-controls") ? bool(dom.getAttribute(element, "aria-expanded")) : undefined;
}

const shownTypes = new Set([
  "color",
  "date",
  "datetime-local",
  "email",
  "file",
  "month",
  "password",
  "tel",
  "time",
  "url",
  "week",
]);

export function focusedElement(): Element | null {
  let active = dom.activeElement(document);
  for (;;) {
    const inner: Element | null | undefined = active && dom.shadowRoot(active)?.activeElement;
    if (!inner) return active;
    active = inner;
  }
}

function levelOf(element: Element): number | undefined {
  const given = Number(dom.getAttribute(element, "aria-level"));
  if (given > 0) return given;
  const heading = /^h([1-6])$/.exec(dom.localName(element));
  return heading ? Number(heading[1]) : dom.getAttribute(element, "role") === "heading" ? 2 : undefined;
}

export function stateOf(element: Element, role: string, focused: Element | null = focusedElement()): ElementState {
  const state: ElementState = {};
  if (role === "heading") state.level = levelOf(element);
  if (element === focused && element !== dom.body(document)) state.focused = true;
  if (isDisabled(element)) state.disabled = true;
  const checked = checkedOf(element, role);
  if (checked !== undefined) state.checked = checked;
  const expanded = expandedOf(element, role);
  if (expanded !== undefined) state.expanded = expanded;
  if (element instanceof HTMLInputElement) inputState(element, state);
  else if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) {
    if (element.required) state.required = true;
    if (element instanceof HTMLTextAreaElement && element.readOnly) state.readonly = true;
    if (element instanceof HTMLSelectElement && element.multiple) state.multiselectable = true;
  } else if (element instanceof HTMLOptionElement && element.selected) state.selected = true;
  else if (element instanceof HTMLDialogElement && element.matches(":modal")) state.modal = true;
  ariaState(element, role, state);
  return state;
}

function inputState(input: HTMLInputElement, state: ElementState): void {
  if (input.required) state.required = true;
  if (input.readOnly && input.type !== "checkbox") state.readonly = true;
  if (shownTypes.has(input.type)) state.type = input.type;
}

function ariaState(element: Element, role: string, state: ElementState): void {
  if (!dom.hasAttributes(element)) return;
  const attribute = (name: string) => dom.getAttribute(element, `aria-${name}`);
  if (selectable.has(role)) {
    const selected = bool(attribute("selected"));
    if (selected || (selected === false && role === "tab")) state.selected = selected;
  }
  if (role === "button") {
    const pressed = tristate(attribute("pressed"));
    if (pressed !== undefined) state.pressed = pressed;
  }
  if (attribute("required") === "true") state.required = true;
  if (attribute("readonly") === "true") state.readonly = true;
  if (attribute("busy") === "true") state.busy = true;
  if (attribute("modal") === "true") state.modal = true;
  if (attribute("multiselectable") === "true") state.multiselectable = true;
  const invalid = attribute("invalid");
  if (invalid && invalid !== "false") state.invalid = invalid;
  const current = attribute("current");
  if (current && current !== "false") state.current = current;
  const popup = attribute("haspopup");
  if (popup && popup !== "false") state.haspopup = popup;
  const sort = attribute("sort");
  if (sort && sort !== "none") state.sort = sort;
  if (dom.hasAttribute(element, "inert")) state.inert = true;
}
