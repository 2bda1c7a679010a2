import type { PersonInput } from "../../wire.ts";

export interface Held {
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

export const modifiersOf = ({ altKey, ctrlKey, metaKey, shiftKey }: Held): number => (altKey ? 1 : 0) | (ctrlKey ? 2 : 0) | (metaKey ? 4 : 0) | (shiftKey ? 8 : 0);

type KeyLike = Held & { type: string; key: string; code: string; keyCode: number; location: number; repeat: boolean; isComposing: boolean; getModifierState?(key: string): boolean };

/** What becomes of a key: it goes to the page, it is left to the browser (which tells what came of it otherwise), or it leaves the page. */
export type KeyFate = { fate: "send"; event: Extract<PersonInput, { kind: "key" }> } | { fate: "browser" } | { fate: "leave" };

/** An input method or a virtual keyboard has it: what comes of it arrives as a composition or as text. */
const IN_COMPOSITION = 229;

export function keyFate(event: KeyLike): KeyFate {
  const { type, key, code, keyCode, location, repeat, isComposing } = event;
  if (key === "Escape" && event.shiftKey) return { fate: "leave" };
  if (isComposing || keyCode === IN_COMPOSITION || key === "Dead" || key === "Process" || key === "Unidentified") return { fate: "browser" };
  const command = event.ctrlKey || event.metaKey;
  // The browser turns it into a paste event, which alone has the clipboard's text.
  if (command && !event.altKey && key.toLowerCase() === "v") return { fate: "browser" };
  const altGraph = event.getModifierState?.("AltGraph") ?? false;
  const text = [...key].length === 1 && (altGraph || !command) ? key : key === "Enter" && !command ? "\r" : undefined;
  return {
    fate: "send",
    event: { kind: "key", type: type === "keyup" ? "up" : "down", key, code, keyCode, location, ...(text !== undefined && type !== "keyup" && { text }), modifiers: altGraph ? modifiersOf({ ...event, ctrlKey: false, altKey: false }) : modifiersOf(event), ...(repeat && { repeat }) },
  };
}

/** What a virtual keyboard or an emoji panel does without keys. */
export function typedWithoutKeys(inputType: string, data: string | null): PersonInput[] {
  if (inputType === "deleteContentBackward") return pressed("Backspace", 8);
  if (inputType === "deleteContentForward") return pressed("Delete", 46);
  if (inputType === "insertLineBreak" || inputType === "insertParagraph") return pressed("Enter", 13, "\r");
  return data && (inputType === "insertText" || inputType === "insertReplacementText") ? [{ kind: "text", text: data }] : [];
}

const pressed = (key: string, keyCode: number, text?: string): PersonInput[] => [
  { kind: "key", type: "down", key, code: key, keyCode, ...(text && { text }) },
  { kind: "key", type: "up", key, code: key, keyCode },
];
