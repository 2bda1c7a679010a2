/** What a control holds. Passwords are never read. */
import * as dom from "../dom.ts";
import { codeOf } from "./codeEditor.ts";
import { HIDDEN_VALUE } from "./hiddenValue.ts";

const valueless = new Set(["checkbox", "radio", "button", "submit", "reset", "image", "hidden"]);

/** Fields that were seen to hold a password: one that shows what is typed is no less secret. */
const passwords = new WeakSet<Element>();

export function isPassword(element: Element): boolean {
  if (!(element instanceof HTMLInputElement)) return false;
  if (element.type === "password" || /(^|\s)(current|new)-password(\s|$)/i.test(element.autocomplete)) passwords.add(element);
  return passwords.has(element);
}

/** The control's value as people see it; undefined for elements that hold none. */
export function valueOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    if (valueless.has(element.type)) return undefined;
    if (isPassword(element)) return element.value ? HIDDEN_VALUE : "";
    if (element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
    return element.value;
  }
  if (element instanceof HTMLTextAreaElement) return codeOf(element) ?? element.value;
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => option.label).join(", ");
  if (element instanceof HTMLProgressElement) return element.hasAttribute("value") ? String(element.value) : undefined;
  if (element instanceof HTMLMeterElement) return String(element.value);
  if (dom.hasAttribute(element, "contenteditable") && dom.isContentEditable((element as HTMLElement)))
    return editorText(element as HTMLElement).trim();
  const role = dom.getAttribute(element, "role");
  if (role === "textbox" || role === "searchbox" || role === "combobox")
    return role === "combobox" ? choiceShown(element) : codeOf(element);
  return dom.getAttribute(element, "aria-valuetext") ?? dom.getAttribute(element, "aria-valuenow") ?? undefined;
}

const lists = "[role=listbox], [role=option]";

/** The words on a list that is made of other elements, without those of the options that may be inside it. */
function choiceShown(box: Element): string {
  if (!dom.querySelector(box, lists)) return dom.textContent(box).trim();
  const texts = dom.createTreeWalker(document, box, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    const around = dom.parentElement(currentNode);
    if (around && !dom.closest(around, lists)) words.push(dom.textContent(currentNode).trim());
  }
  return words.filter(Boolean).join(" ");
}

/** What scripts and forms read of a list; of one that takes several options, all that are chosen. */
export const chosenValue = (select: HTMLSelectElement): string => (select.multiple ? [...select.selectedOptions].map(({ value }) => value).join(", ") : select.value);

/** What an editor holds, line by line; the break that keeps its last line open is not a line. */
export const editorText = (editor: HTMLElement): string => dom.innerText(editor).replace(/\n$/, "");

const SHOWN_OPTIONS = 6;

/** The first labels of a closed list and how many more there are: enough to know what is in it. */
export function optionsOf(element: Element): [labels: string[], more: number] | undefined {
  if (!(element instanceof HTMLSelectElement) || element.multiple || element.size > 1) return undefined;
  const labels: string[] = [];
  for (const option of element.options) {
    if (labels.length === SHOWN_OPTIONS) break;
    labels.push(option.label.length > 24 ? `${option.label.slice(0, 23)}…` : option.label);
  }
  return [labels, element.options.length - labels.length];
}
