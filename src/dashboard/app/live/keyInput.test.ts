import { expect, test } from "vitest";
import { keyFate, modifiersOf, typedWithoutKeys } from "./keyInput.ts";

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const key = (name: string, more: object = {}) => ({ ...none, type: "keydown", key: name, code: "KeyX", keyCode: 88, location: 0, repeat: false, isComposing: false, ...more });
const sent = (more: object) => ({ fate: "send", event: expect.objectContaining(more) });

test.each([
  ["a letter types itself", key("a"), sent({ type: "down", key: "a", text: "a", modifiers: 0 })],
  ["a letter that is let go types nothing", key("a", { type: "keyup" }), { fate: "send", event: expect.not.objectContaining({ text: "a" }) }],
  ["a shortcut types nothing", key("a", { ctrlKey: true }), { fate: "send", event: expect.not.objectContaining({ text: "a" }) }],
  ["Enter types a line's end", key("Enter"), sent({ text: "\r" })],
  ["a letter beyond the first plane is one", key("𝒳"), sent({ text: "𝒳" })],
  ["a named key types nothing", key("ArrowLeft", { shiftKey: true }), { fate: "send", event: expect.objectContaining({ key: "ArrowLeft", modifiers: 8 }) }],
  ["AltGraph is no shortcut", key("€", { ctrlKey: true, altKey: true, getModifierState: () => true }), sent({ text: "€", modifiers: 0 })],
  ["a held key repeats", key("a", { repeat: true }), sent({ repeat: true })],
  ["pasting is the browser's", key("v", { ctrlKey: true }), { fate: "browser" }],
  ["so it is on a Mac", key("v", { metaKey: true }), { fate: "browser" }],
  ["a composition is the browser's", key("k", { isComposing: true }), { fate: "browser" }],
  ["a virtual keyboard's key is the browser's", key("Unidentified", { keyCode: 229 }), { fate: "browser" }],
  ["a dead key is the browser's", key("Dead"), { fate: "browser" }],
  ["Escape goes to the page", key("Escape"), sent({ key: "Escape" })],
  ["Shift+Escape leaves it", key("Escape", { shiftKey: true }), { fate: "leave" }],
])("%s", (_, event, wanted) => expect(keyFate(event)).toEqual(wanted));

test.each([
  ["insertText", "🙂", ["🙂"]],
  ["insertReplacementText", "word", ["word"]],
  ["deleteContentBackward", null, ["Backspace", "Backspace"]],
  ["insertLineBreak", null, ["Enter", "Enter"]],
  ["formatBold", null, []],
])("%s %s", (type, data, wanted) => expect(typedWithoutKeys(type, data).map((event) => (event.kind === "text" ? event.text : event.kind === "key" ? event.key : event.kind))).toEqual(wanted));

test("modifiers are bits", () => expect(modifiersOf({ altKey: true, ctrlKey: true, metaKey: true, shiftKey: true })).toBe(15));
