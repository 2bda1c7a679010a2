/**
 * Tells what a person does in a document, for a recording: in an isolated world, by listening only. Events that scripts make do not
 * count, and what is typed into a field of passwords is not told.
 */
import { composedAncestors } from "../see/composed.ts";
import { RECORDER_GLOBAL, recordedOf, recorderHolder, type Recorder } from "../see/recorded.ts";
import { roleOf, widgetRoles } from "../see/role.ts";
import { isPassword } from "../see/value.ts";

declare const __DROVER_REPORT__: (value: unknown) => void;
declare const __DROVER_TEST_ATTRIBUTES__: string[];

const testAttributes = __DROVER_TEST_ATTRIBUTES__;

const pressed = new Set(["button", "submit", "reset", "image", "checkbox", "radio", "file", "color"]);
const buttons = ["left", "middle", "right"] as const;
/** Keys that do something by themselves, in a field too. */
const telling = /^(?:Enter|Escape|Tab|Arrow\w+|Page\w+|F\d+)$/;

const isTextField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !pressed.has(element.type));

const editorOf = (element: Element): HTMLElement | undefined => {
  const host = [element, ...composedAncestors(element)].findLast((each) => (each as HTMLElement).isContentEditable);
  return host as HTMLElement | undefined;
};

function listen(): Recorder {
  const typed = new Set<Element>();
  const recorder: Recorder = { report: () => undefined, forgetTyped: () => typed.clear() };
  const tell = (element: Element, what: object) => recorder.report({ ...what, element: recordedOf(element, testAttributes) });
  const targetOf = (event: Event): Element | undefined => {
    const [first] = event.composedPath();
    return first instanceof Element ? first : undefined;
  };

  /** A field is told when its person is done with it. */
  const flush = (element: Element) => {
    if (!typed.delete(element)) return;
    const value = isTextField(element) ? element.value : (element as HTMLElement).innerText;
    tell(element, { did: "fill", value: isPassword(element) ? "" : value });
  };

  const on = <E extends Event>(type: string, heard: (event: E, target: Element) => void) =>
    addEventListener(type, (event) => {
      const target = targetOf(event);
      if (event.isTrusted && target) heard(event as E, target);
    }, true);

  on("input", (_, target) => {
    const field = isTextField(target) ? target : editorOf(target);
    if (field) typed.add(field);
  });
  on("change", (_, target) => {
    if (target instanceof HTMLSelectElement) tell(target, { did: "select", values: [...target.selectedOptions].map(({ value }) => value) });
    else flush(target);
  });
  on("focusout", (_, target) => flush(target));
  on<KeyboardEvent>("keydown", ({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing }, target) => {
    const chord = (ctrlKey || metaKey || altKey) && key.length === 1;
    if (repeat || isComposing || !(chord || telling.test(key))) return;
    // A focused button that Enter or the space bar presses is clicked.
    if (key === "Enter" && (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target.localName === "summary")) return;
    const inField = isTextField(target) || target instanceof HTMLSelectElement || editorOf(target) !== undefined;
    if (inField && key !== "Enter" && key !== "Escape") return;
    flush(target);
    const name = [ctrlKey && "Control", metaKey && "Meta", altKey && "Alt", shiftKey && "Shift", key].filter(Boolean).join("+");
    if (target === document.body) recorder.report({ did: "press", key: name });
    else tell(target, { did: "press", key: name });
  });

  const clicked = (event: MouseEvent, target: Element) => {
    const label = target.closest("label");
    // The label's control is clicked next, by the browser.
    if (label?.control && !label.control.contains(target)) return;
    if (isTextField(target) || target instanceof HTMLSelectElement || target instanceof HTMLOptionElement) return;
    // Enter in a field clicks the form's button: the key is told already.
    if (event.detail === 0 && document.activeElement !== target && !label) return;
    const widget = [target, ...composedAncestors(target)].find((each) => widgetRoles.has(roleOf(each)) || each.hasAttribute("onclick"));
    tell(widget ?? target, { did: "click", button: buttons[event.button] ?? "left" });
  };
  on<MouseEvent>("click", clicked);
  on<MouseEvent>("auxclick", clicked);
  return recorder;
}

/** Run again, as when the next daemon goes on with a recording, it tells that one. */
const recorder = (recorderHolder[RECORDER_GLOBAL] ??= listen());
recorder.report = __DROVER_REPORT__;
