/** Which element takes a value. */
import * as dom from "../dom.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { codeEditorOf, codeHelperOf } from "../see/codeEditor.ts";
import { describe } from "./describe.ts";

/** Buttons and the like hold no text. */
const unfillable = new Set(["button", "submit", "reset", "image", "hidden"]);

/** The control that takes the text: the target, the control of a label, or the only field inside a wrapper. */
export function editable(element: Element): Element {
  const field = fieldOf(element);
  if (!field)
    throw new PageRefusal("not-editable", `${describe(element)} cannot be filled`, {
      hint: "Fill needs an input, textarea, select or contenteditable; use choose_option for custom lists and click for buttons.",
    });
  if (field instanceof HTMLInputElement && field.type === "file")
    throw new PageRefusal("not-editable", `${describe(field)} takes files`, { hint: "Use upload_file." });
  return field;
}

const fields = "input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])";

export function fieldOf(element: Element): Element | undefined {
  if (isField(element)) return element;
  const helper = codeHelperOf(element);
  if (helper) return helper;
  if (element instanceof HTMLLabelElement && element.control && isField(element.control)) return element.control;
  const inside = [element, dom.shadowRoot(element)].flatMap((root) => (root ? [...dom.querySelectorAll(root, fields)] : [])).filter(isField);
  return inside.length === 1 ? inside[0] : undefined;
}

function isField(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !unfillable.has(element.type);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true;
  return (element instanceof HTMLElement && dom.isContentEditable(element)) || codeEditorOf(element) !== undefined || isToggle(element) !== undefined;
}

const toggleRoles = new Set(["checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);

/** Switches and checkboxes that are made of other elements. */
export function isToggle(element: Element): boolean | undefined {
  if (!toggleRoles.has(dom.getAttribute(element, "role") ?? "")) return undefined;
  return dom.getAttribute(element, "aria-checked") === "true";
}

/** Boxes and lists know no such state. */
const hasReadOnly = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== "checkbox" && element.type !== "radio");

export function refuseReadonly(element: Element): void {
  const locked = (hasReadOnly(element) && element.readOnly) || dom.getAttribute(element, "aria-readonly") === "true";
  if (locked && !(element instanceof HTMLSelectElement)) throw new PageRefusal("not-editable", `${describe(element)} is read-only`, { mayPass: true });
}
