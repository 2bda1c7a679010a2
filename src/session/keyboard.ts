import type { EngineInput, KeyEventInput } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";

/** As in CDP's `modifiers`. */
const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
type Modifier = keyof typeof modifierBits;

interface KeyDefinition {
  key: string;
  code: string;
  keyCode: number;
  text?: string;
  location?: number;
}

const named: Record<string, Omit<KeyDefinition, "key"> & { key?: string }> = {
  Enter: { code: "Enter", keyCode: 13, text: "\r" },
  Tab: { code: "Tab", keyCode: 9 },
  Space: { key: " ", code: "Space", keyCode: 32, text: " " },
  Backspace: { code: "Backspace", keyCode: 8 },
  Delete: { code: "Delete", keyCode: 46 },
  Insert: { code: "Insert", keyCode: 45 },
  Escape: { code: "Escape", keyCode: 27 },
  ArrowLeft: { code: "ArrowLeft", keyCode: 37 },
  ArrowUp: { code: "ArrowUp", keyCode: 38 },
  ArrowRight: { code: "ArrowRight", keyCode: 39 },
  ArrowDown: { code: "ArrowDown", keyCode: 40 },
  Home: { code: "Home", keyCode: 36 },
  End: { code: "End", keyCode: 35 },
  PageUp: { code: "PageUp", keyCode: 33 },
  PageDown: { code: "PageDown", keyCode: 34 },
  CapsLock: { code: "CapsLock", keyCode: 20 },
  NumLock: { code: "NumLock", keyCode: 144 },
  ScrollLock: { code: "ScrollLock", keyCode: 145 },
  Pause: { code: "Pause", keyCode: 19 },
  PrintScreen: { code: "PrintScreen", keyCode: 44 },
  ContextMenu: { code: "ContextMenu", keyCode: 93 },
  Shift: { code: "ShiftLeft", keyCode: 16, location: 1 },
  Control: { code: "ControlLeft", keyCode: 17, location: 1 },
  Alt: { code: "AltLeft", keyCode: 18, location: 1 },
  Meta: { code: "MetaLeft", keyCode: 91, location: 1 },
  NumpadEnter: { key: "Enter", code: "NumpadEnter", keyCode: 13, text: "\r", location: 3 },
  ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`F${index + 1}`, { code: `F${index + 1}`, keyCode: 112 + index }])),
};

const spellings: Record<string, string> = {
  ctrl: "Control",
  control: "Control",
  cmd: "Meta",
  command: "Meta",
  meta: "Meta",
  win: "Meta",
  super: "Meta",
  alt: "Alt",
  option: "Alt",
  shift: "Shift",
  controlormeta: process.platform === "darwin" ? "Meta" : "Control",
  return: "Enter",
  esc: "Escape",
  del: "Delete",
  ins: "Insert",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  spacebar: "Space",
  " ": "Space",
  ...Object.fromEntries(Object.keys(named).map((name) => [name.toLowerCase(), name])),
};

/** The US layout: what each key gives without and with Shift. */
const printable = new Map<string, KeyDefinition>();
const shifted = new Set<string>();

function layOut(): void {
  const add = (code: string, keyCode: number, plain: string, upper: string) => {
    printable.set(plain, { key: plain, code, keyCode, text: plain });
    if (upper === plain) return;
    printable.set(upper, { key: upper, code, keyCode, text: upper });
    shifted.add(upper);
  };
  for (const letter of "abcdefghijklmnopqrstuvwxyz") add(`Key${letter.toUpperCase()}`, letter.toUpperCase().charCodeAt(0), letter, letter.toUpperCase());
  for (const [digit, upper] of [..."0123456789"].map((each, index) => [each, ")!@#$%^&*("[index]!] as const)) add(`Digit${digit}`, digit.charCodeAt(0), digit, upper);
  const rest: [string, number, string, string][] = [
    ["Minus", 189, "-", "_"],
    ["Equal", 187, "=", "+"],
    ["BracketLeft", 219, "[", "{"],
    ["BracketRight", 221, "]", "}"],
    ["Backslash", 220, "\\", "|"],
    ["Semicolon", 186, ";", ":"],
    ["Quote", 222, "'", '"'],
    ["Backquote", 192, "`", "~"],
    ["Comma", 188, ",", "<"],
    ["Period", 190, ".", ">"],
    ["Slash", 191, "/", "?"],
    ["Space", 32, " ", " "],
  ];
  for (const entry of rest) add(...entry);
}
layOut();

/** macOS maps these to commands outside of the page; Chromium must be told. */
const macCommands: Record<string, string> = {
  "Meta+a": "selectAll",
  "Meta+c": "copy",
  "Meta+x": "cut",
  "Meta+v": "paste",
  "Meta+z": "undo",
  "Meta+Shift+z": "redo",
};

export interface Chord {
  modifiers: Modifier[];
  key: string;
}

/** "Control+Shift+ArrowLeft", "a", "+", "Control++", "Enter". */
export function parseChord(text: string): Chord {
  const parts = text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
  const names = parts.map((part) => (part.length === 1 && part !== " " ? part : (spellings[part.toLowerCase()] ?? part)));
  const key = names.pop();
  const isModifier = (name: string): name is Modifier => name in modifierBits;
  if (key === undefined || key === "" || !names.every(isModifier) || !(key in named || printable.has(key) || [...key].length === 1)) throw unknownKey(text);
  return { modifiers: names, key };
}

const unknownKey = (text: string) =>
  new DroverError("bad-input", `"${text}" is not a key`, {
    hint: 'Keys: a single character or Enter, Tab, Escape, Backspace, Delete, Space, ArrowUp/Down/Left/Right, Home, End, PageUp, PageDown, F1…F24, with Control+, Shift+, Alt+, Meta+ before it, e.g. "Control+A".',
  });

const bitsOf = (modifiers: Modifier[]) => modifiers.reduce((bits, each) => bits | modifierBits[each], 0);

function definitionOf(name: string): KeyDefinition {
  const special = named[name];
  if (special) return { ...special, key: special.key ?? name };
  return printable.get(name) ?? { key: name, code: "", keyCode: 0, text: name };
}

/** The events of a chord, from the first modifier down to the last one up. */
function chordEvents({ modifiers, key }: Chord): KeyEventInput[] {
  const needsShift = shifted.has(key) && !modifiers.includes("Shift") && !modifiers.includes("Control") && !modifiers.includes("Meta");
  const held: Modifier[] = needsShift ? [...modifiers, "Shift"] : modifiers;
  // "Control+A" means the A key: with Control held its character is the lower-case one.
  const lower = modifiers.length > 0 && !modifiers.includes("Shift") && /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
  const upper = modifiers.includes("Shift") && /^[a-z]$/.test(lower) ? lower.toUpperCase() : lower;
  const definition = definitionOf(upper);
  const types = !held.includes("Control") && !held.includes("Alt") && !held.includes("Meta");
  const command = process.platform === "darwin" ? macCommands[[...modifiers, lower.toLowerCase()].join("+")] : undefined;
  const down: KeyEventInput[] = [];
  for (const [index, modifier] of held.entries()) down.push({ type: "down", ...definitionOf(modifier), modifiers: bitsOf(held.slice(0, index + 1)) });
  const { text, ...bare } = definition;
  down.push({ type: "down", ...bare, ...(types && text && { text }), modifiers: bitsOf(held), ...(command && { commands: [command] }) });
  const up: KeyEventInput[] = [{ type: "up", ...bare, modifiers: bitsOf(held) }];
  for (const [index, modifier] of held.entries()) up.push({ type: "up", ...definitionOf(modifier), modifiers: bitsOf(held.slice(index + 1)) });
  return [...down, ...up];
}

export async function pressChord(input: EngineInput, chord: Chord): Promise<void> {
  await Promise.all(chordEvents(chord).map((event) => input.key(event)));
}

/** Does each of its characters have a key? A new line has one too, but what that key does is the page's choice. */
export const hasKeys = (text: string): boolean => [...text].every((character) => printable.has(character));

/** Types a line of characters that all have keys, in one go. */
export async function typeLine(input: EngineInput, text: string): Promise<void> {
  await input.keySequence([...text].flatMap((key) => chordEvents({ modifiers: [], key })));
}

/** Types as a person would, key by key; characters that no key gives go in as text. */
export async function typeKeys(input: EngineInput, text: string): Promise<void> {
  for (const character of text.replaceAll(/\r\n?/g, "\n")) {
    if (character === "\n") await pressChord(input, { modifiers: [], key: "Enter" });
    else if (printable.has(character)) await pressChord(input, { modifiers: [], key: character });
    else await input.insertText(character);
  }
}
