/** Filling controls: which way a value goes into each kind, and what the control holds afterwards. */
import * as dom from "../dom.ts";
import type { PageTarget } from "../api.ts";
import { PageRefusal } from "../pageRefusal.ts";
import { codeEditorOf, codeOf } from "../see/codeEditor.ts";
import { composedContains } from "../see/composed.ts";
import { isEditingHost } from "../see/evidence.ts";
import { roleOf } from "../see/role.ts";
import { hearsTyping } from "../see/listening.ts";
import { focusedElement } from "../see/state.ts";
import { editorText, isPassword } from "../see/value.ts";
import type { ActApi, FillPlan } from "./api.ts";
import { currentAction } from "./begin.ts";
import { describe } from "./describe.ts";
import { editable, fieldOf, isToggle } from "./field.ts";
import { nextFrame, untilDefined } from "./nextFrame.ts";
import type { PageWork } from "./pageWork.ts";
import { choose, makeReady } from "./ready.ts";
import { selectInTime } from "./select.ts";
import { countKeys, haveCome } from "./typedKeys.ts";

type TextField = HTMLInputElement | HTMLTextAreaElement;

const formats: Record<string, string> = {
  date: "2026-05-13",
  time: "14:30",
  "datetime-local": "2026-05-13T14:30",
  month: "2026-05",
  week: "2026-W20",
  color: "#3366cc",
  range: "a number within its limits",
};

export const fill: ActApi["fill"] = async ({ target, value, waitMs, filled }) => {
  const state = filled ? await checkFill(filled) : "taken";
  if (state !== "taken") return { next: state, before: "" };
  const { element } = await makeReady(target, "fill", waitMs);
  // Asked first: some fields show what they hold as soon as they have the focus.
  const secret = isPassword(element);
  const plan = await prepare(element, { target, value, waitMs });
  return secret ? { ...plan, secret } : plan;
};

export const fillAll: ActApi["fillAll"] = async ({ fields, waitMs }) => {
  const plans: FillPlan[] = [];
  const work = currentAction()?.work;
  for (const field of fields) {
    const wasBusy = work?.busy;
    const plan = plans.length === 0 ? await fill({ ...field, waitMs }) : await fillIfReady(field);
    if (plan) plans.push(plan);
    if (plan?.next !== "done" || !work?.isKnown || plans.length === fields.length) break;
    // What the page began because of this field may change the next one.
    if (!wasBusy && !(await isOver(work))) break;
  }
  return plans;
};

/** Nothing where it would be refused: whoever asks for it alone is told why. */
async function fillIfReady(field: { target: PageTarget; value: string }): Promise<FillPlan | undefined> {
  try {
    return await fill({ ...field, waitMs: 0 });
  } catch (refusal) {
    if (!(refusal instanceof PageRefusal)) throw refusal;
    return undefined;
  }
}

async function prepare(element: Element, { target, value, waitMs }: Parameters<ActApi["fill"]>[0]): Promise<FillPlan> {
  if (element instanceof HTMLSelectElement) {
    const before = element.value;
    await selectInTime(element, [{ any: value }], waitMs);
    return { next: "done", before };
  }
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) return toggle(element, element.checked, value);
  const toggles = isToggle(element);
  if (toggles !== undefined) return toggle(element, toggles, value);
  refuseWords(element, value);
  const before = heldBy(element);
  if (element instanceof HTMLInputElement && element.type in formats) {
    setNatively(element, value);
    return { next: "done", before };
  }
  const field = (await focusTaken(element)) ? element : (await makeReady(target, "fill", waitMs)).element;
  if (!isAllSelected(field)) focusAndSelect(field);
  refuseLostFocus(field);
  if (isTextField(field) && !hearsTyping(field) && isWrittenAtOnce(field, value)) return { next: "done", before };
  countKeys();
  if (!takesPaste(field, value)) return { next: field instanceof HTMLInputElement ? "keys" : "text", before };
  // Editors hear of a new selection with the next frame.
  await nextFrame();
  return { next: codeEditorOf(field) ? "code" : "text", before, paste: true };
}

/** Where nobody hears the keys, the browser's own editing puts the text in the place of what is selected. A field that makes something else of it gets the keys after all. */
function isWrittenAtOnce(field: TextField, value: string): boolean {
  dom.execCommand(document, value === "" ? "delete" : "insertText", false, value);
  if (isSame(field.value, value)) return true;
  focusAndSelect(field);
  return false;
}

/** Editors make something of their own of the lines and keys that come one by one: paragraphs, indents, closing brackets. What is pasted stays as it is. */
const takesPaste = (field: Element, value: string): boolean => codeEditorOf(field) !== undefined || (isEditingHost(field, dom.getAttributeNames(field)) && /[\r\n]/.test(value));

/** How long a field may take to do what it does when it gets the focus, or a value. */
const TAKING_MS = 300;

/**
 * Fields that take the zero away or show another field instead do so a moment after they got the focus: nobody types faster than that.
 * False when the element was replaced.
 */
async function focusTaken(element: Element): Promise<boolean> {
  const work = currentAction()?.work;
  const wasBusy = work?.busy;
  focusAndSelect(element);
  // What frameworks do at once is done after this turn.
  await Promise.resolve();
  if (work && !wasBusy) await isOver(work);
  return dom.isConnected(element);
}

const isOver = async (work: PageWork): Promise<boolean> => (await untilDefined(() => (work.busy ? undefined : true), TAKING_MS)) === true;

/** Editors draw what they took with one of the next frames, or take it only when the page has done what it began. */
const DRAWING_FRAMES = 3;
const DRAWING_MS = 500;

function whenDrawn(taken: () => boolean): Promise<true | undefined> {
  let frames = 0;
  const isOver = () => frames++ >= DRAWING_FRAMES && !currentAction()?.work.busy;
  return untilDefined(() => (taken() || isOver() ? true : undefined), DRAWING_MS);
}

function isSame(held: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").trim();
  return plain(held) === plain(wanted);
}

export const checkFill: ActApi["checkFill"] = async ({ target, value, before, keys }) => {
  if (!(await haveCome(keys))) return "late";
  const element = editable(choose(target).element);
  // A field that holds something new has taken the text its own way; only one that ignored it must be typed into again.
  const taken = (held: string) => isSame(held, value) || (held !== before && (held !== "" || value === ""));
  if (!isTextField(element) || codeEditorOf(element)) await whenDrawn(() => taken(heldBy(element)));
  const held = heldBy(element);
  const ok = taken(held);
  if (!ok) focusAndSelect(element);
  return ok ? "taken" : "ignored";
};

const on = new Set(["true", "on", "yes", "1", "checked"]);
const off = new Set(["false", "off", "no", "0", "unchecked", ""]);

function toggle(element: Element, checked: boolean, value: string): FillPlan {
  const word = value.trim().toLowerCase();
  if (!on.has(word) && !off.has(word))
    throw new PageRefusal("bad-input", `${describe(element)} takes true or false, not "${value}"`);
  const wanted = on.has(word);
  if (!wanted && checked && roleOf(element) === "radio")
    throw new PageRefusal("bad-input", `${describe(element)} is a radio button: it is switched off by choosing another one`);
  return { next: wanted === checked ? "done" : "click", before: String(checked) };
}

/** A number field drops what is no number, and what it held with it. */
function refuseWords(element: Element, value: string): void {
  if (element instanceof HTMLInputElement && element.type === "number" && Number.isNaN(Number(value)))
    throw new PageRefusal("bad-input", `"${value}" is not a number, which is what ${describe(element)} takes`);
}

/** What is typed goes to whatever has the focus: a field that hands it on would have another one filled. */
function refuseLostFocus(element: Element): void {
  const focused = focusedElement();
  if (!focused || focused === dom.body(document) || composedContains(focused, element) || composedContains(element, focused)) return;
  throw new PageRefusal("not-editable", `${describe(element)} hands the focus on to ${describe(focused)}, so nothing was typed`, { hint: "Fill that one instead." });
}

function heldBy(element: Element): string {
  const code = codeOf(element);
  if (code !== undefined) return code;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element.value;
  return editorText(element as HTMLElement);
}

/** The browser's own setter, so that a framework that put its own on the element still sees a change. */
function setNatively(input: HTMLInputElement, value: string): void {
  const before = input.value;
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  input.focus();
  setter?.call(input, value);
  const refused = value !== "" && (input.type === "range" ? Number.isNaN(Number(value)) : input.value === "" || (input.type === "color" && input.value !== value.toLowerCase()));
  if (refused) {
    setter?.call(input, before);
    throw new PageRefusal("bad-input", `"${value}" is not a ${input.type} value`, { hint: `It must look like ${formats[input.type]}.` });
  }
  if (input.value === before) return;
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function focusAndSelect(element: Element): void {
  dom.focus((element as HTMLElement), { preventScroll: true });
  if (isTextField(element)) {
    element.select();
    return;
  }
  const range = dom.createRange(document);
  range.selectNodeContents(element);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** What is typed now replaces all that it holds. */
const isAllSelected = (element: Element): boolean => isTextField(element) && focusedElement() === element && element.selectionStart === 0 && element.selectionEnd === element.value.length;

const isTextField = (element: Element): element is TextField => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

export const focus: ActApi["focus"] = ({ target, caret }) => {
  const { element } = choose(target);
  if (caret && isFocusIn(element)) return { heldBy: "target" };
  const given = giveFocus(element);
  if (isFocusIn(given)) return { heldBy: "target", ...(caret && caretToEnd(given)) };
  if (!isFocusIn(dom.documentElement(document))) return { heldBy: "nobody" };
  // Firefox selects what a field holds when its label is pressed.
  const other = focusedElement();
  return { heldBy: "other", ...(caret && other && isTextField(other) && caretToEnd(other)) };
};

export const takesText: ActApi["takesText"] = async ({ wait }) => {
  if (wait) await whenDrawn(holdsTextField);
  return holdsTextField();
};

function holdsTextField(): boolean {
  const focused = focusedElement();
  return focused !== null && (isTextField(focused) || dom.isContentEditable(focused) || codeEditorOf(focused) !== undefined);
}

function isFocusIn(element: Element): boolean {
  const focused = focusedElement();
  if (focused === null || !composedContains(element, focused)) return false;
  // The body has it when nobody else does, unless it is what one writes in.
  return focused !== dom.body(document) || (dom.isContentEditable(dom.body(document)) && dom.hasFocus(document));
}

/** To the element, or else to the field that it stands for. */
function giveFocus(element: Element): Element {
  dom.focus((element as HTMLElement), { preventScroll: true });
  if (focusedElement() === element) return element;
  const field = fieldOf(element);
  if (!(field instanceof HTMLElement)) return element;
  dom.focus(field, { preventScroll: true });
  return field;
}

/** Numbers, addresses and editors of code have a caret that no script may set: which key takes it to the end is told. */
function caretToEnd(element: Element): { end?: "line" | "text" } {
  if (codeEditorOf(element)) return { end: "text" };
  if (isTextField(element)) {
    if (element.selectionEnd === null) return { end: "line" };
    element.setSelectionRange(element.value.length, element.value.length);
  } else if (element instanceof HTMLElement && dom.isContentEditable(element)) {
    const last = lastPlaceIn(element);
    // A line that is empty is held open by a break, and ends before it.
    if (last instanceof HTMLBRElement) getSelection()?.setPosition(dom.parentNode(last), [...siblingsOf(last)].indexOf(last));
    else getSelection()?.setPosition(last, last instanceof Text ? last.length : dom.childNodes(last).length);
  }
  return {};
}

function siblingsOf(node: Node): Iterable<Node> {
  const parent = dom.parentNode(node);
  return parent ? dom.childNodes(parent) : [];
}

/** In the last line itself, not behind it: Firefox would begin another one there. */
function lastPlaceIn(editor: Node): Node {
  const last = dom.lastChild(editor);
  const isClosed = last instanceof HTMLElement && !dom.isContentEditable(last);
  return last && !isClosed && (last instanceof Element || last instanceof Text) ? lastPlaceIn(last) : editor;
}
