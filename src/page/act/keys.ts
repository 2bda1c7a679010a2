/** Hears what a shortcut set off, so that "keys were sent" and "the app reacted" can be told apart. */
import { shortSelector } from "../see/covered.ts";
import { focusedElement } from "../see/state.ts";
import type { ActApi } from "./api.ts";

const heardTypes = ["keydown", "copy", "cut", "paste"] as const;
const MAX_EVENTS = 40;

let heard: Event[] = [];
let copied: string | undefined;
let cut = 0;
/** While Drover itself puts something on the clipboard. */
let deaf = false;

const hear = (event: Event): void => {
  if (!event.isTrusted || deaf) return;
  if (heard.length >= MAX_EVENTS) {
    cut++;
    return;
  }
  heard.push(event);
  if (event.type === "copy" || event.type === "cut") copied = selectedText();
};

/** After the page's own listeners: what they put on the clipboard instead of the selection. */
const hearLate = (event: Event): void => {
  if (deaf) return;
  const own = (event as ClipboardEvent).clipboardData?.getData("text/plain");
  if (own) copied = own;
};

export const listenForKeys: ActApi["listenForKeys"] = () => {
  stop();
  heard = [];
  cut = 0;
  deaf = false;
  copied = undefined;
  for (const type of heardTypes) window.addEventListener(type, hear, { capture: true });
  for (const type of ["copy", "cut"]) window.addEventListener(type, hearLate);
  return null;
};

export const hearKeys: ActApi["hearKeys"] = ({ deaf: now }) => {
  deaf = now;
  return null;
};

export const keysHeard: ActApi["keysHeard"] = () => {
  stop();
  const focused = focusedElement();
  return {
    activeElement: focused ? shortSelector(focused) : "",
    events: heard.map((event) => ({
      type: event.type,
      ...(event instanceof KeyboardEvent && { key: event.key }),
      defaultPrevented: event.defaultPrevented,
      target: event.target instanceof Element ? shortSelector(event.target) : "document",
    })),
    ...(cut > 0 && { cut }),
    ...(copied !== undefined && { copied }),
  };
};

function stop(): void {
  for (const type of heardTypes) window.removeEventListener(type, hear, { capture: true });
  for (const type of ["copy", "cut"]) window.removeEventListener(type, hearLate);
}

function selectedText(): string {
  const focused = focusedElement();
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
    const { selectionStart, selectionEnd, value } = focused;
    if (selectionStart !== null && selectionEnd !== null && selectionStart !== selectionEnd) return focused.type === "password" ? "" : value.slice(selectionStart, selectionEnd);
  }
  return getSelection()?.toString() ?? "";
}
