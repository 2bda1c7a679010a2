/** What a control contributes to the name of the element that it is in: its value, not its own name. */
import * as dom from "../dom.ts";
import { elementsByIds } from "./composed.ts";
import { roleOf } from "./role.ts";

type TextOf = (element: Element) => string;

export function embeddedValue(element: Element, role: string, textOf: TextOf): string | undefined {
  switch (role) {
    case "textbox":
    case "searchbox":
      return fieldValue(element) ?? dom.textContent(element) ?? "";
    case "combobox":
      return element instanceof HTMLSelectElement ? selectValue(element, textOf) : comboboxValue(element, textOf);
    case "listbox":
      return element instanceof HTMLSelectElement ? selectValue(element, textOf) : selectedOptions(element, textOf);
    case "slider":
    case "spinbutton":
    case "scrollbar":
    case "progressbar":
    case "meter":
      return rangeValue(element);
    default:
      return undefined;
  }
}

function fieldValue(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) return element.type === "password" ? "" : element.value;
  if (element instanceof HTMLTextAreaElement) return element.value;
  return undefined;
}

const selectValue = (select: HTMLSelectElement, textOf: TextOf): string =>
  [...select.selectedOptions].map((option) => option.label || textOf(option)).join(" ");

const selectedOptions = (listbox: Element, textOf: TextOf): string =>
  [...dom.querySelectorAll(listbox, '[role="option"][aria-selected="true"]')].map(textOf).join(" ");

/** The chosen option of its list, else what is typed into it or shown in it. */
function comboboxValue(element: Element, textOf: TextOf): string {
  const field = fieldValue(element);
  if (field !== undefined) return field;
  const lists = [
    ...dom.querySelectorAll(element, '[role="listbox"]'),
    ...elementsByIds(element, dom.getAttribute(element, "aria-owns")),
    ...elementsByIds(element, dom.getAttribute(element, "aria-controls")),
  ];
  const chosen = lists.filter((list) => roleOf(list) === "listbox").map((list) => selectedOptions(list, textOf));
  const inner = dom.querySelector(element, "input, textarea");
  return chosen.find(Boolean) ?? (inner ? fieldValue(inner) : undefined) ?? (lists.length ? "" : textOf(element));
}

function rangeValue(element: Element): string | undefined {
  const told = dom.getAttribute(element, "aria-valuetext") ?? dom.getAttribute(element, "aria-valuenow");
  if (told !== null) return told;
  const hasValue = element instanceof HTMLInputElement || dom.localName(element) === "meter" || dom.hasAttribute(element, "value");
  return hasValue ? String((element as HTMLMeterElement).value) : undefined;
}
