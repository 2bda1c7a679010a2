import type { EngineInput, KeyEventInput } from "../engine/port.ts";
import { DroverError } from "../protocol/errors.ts";
import { isOnAKey, keyNamed, modifierBits, modifierOf, needsShift, spelled, type KeyDefinition, type Modifier } from "./keyLayout.ts";

/** macOS maps these to commands outside of the page; Chromium must be told. */
const macCommands: Record<string, string> = {
  "Meta+a": "selectAll",
  "Meta+c": "copy",
  "Meta+x": "cut",
  "Meta+v": "paste",
  "Meta+z": "undo",
  "Meta+Shift+z": "redo",
};

/** A key and those that are held with it, by the layout's names for them. */
export interface Chord {
  held: string[];
  key: string;
}

/** "Control+Shift+ArrowLeft", "a", "+", "Control++", "Enter", "KeyA". */
export function parseChord(text: string): Chord {
  const chord = chordNamed(text);
  if (!chord) throw unknownKey(text);
  return chord;
}

export function chordNamed(text: string): Chord | undefined {
  const parts = text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
  const names = parts.map(spelled);
  const key = names.pop();
  if (!key || !names.every((name) => modifierOf(name)) || !keyNamed(key)) return undefined;
  return { held: names, key };
}

/** Whether a modifier is held, on whichever side. */
export const holds = ({ held }: Chord, modifier: Modifier): boolean => held.some((name) => modifierOf(name) === modifier);

const unknownKey = (text: string) =>
  new DroverError("bad-input", `"${text}" is not a key`, {
    hint: 'Keys: a single character, a code such as KeyA or NumpadAdd, or Enter, Tab, Escape, Backspace, Delete, Space, ArrowUp/Down/Left/Right, Home, End, PageUp, PageDown, F1…F24, with Control+, Shift+, Alt+, Meta+ before it, e.g. "Control+A".',
  });

/** How callers name what is held during a press. */
export const modifierNames = ["Alt", "Control", "ControlOrMeta", "Meta", "Shift"] as const;

export const bitsOf = (names: readonly string[]): number =>
  names.reduce((bits, name) => {
    const modifier = modifierOf(spelled(name));
    return modifier ? bits | modifierBits[modifier] : bits;
  }, 0);

function definitionOf(name: string): KeyDefinition {
  const definition = keyNamed(name);
  if (!definition) throw unknownKey(name);
  return definition;
}

/** What a key gives while those are held. */
function given(chord: Chord): KeyDefinition {
  // "Control+A" means the A key: with Control held its character is the lower-case one.
  const means = chord.held.length > 0 && !holds(chord, "Shift") && /^[A-Z]$/.test(chord.key) ? chord.key.toLowerCase() : chord.key;
  const definition = definitionOf(means);
  return holds(chord, "Shift") && definition.shifted ? { ...definition, key: definition.shifted, text: definition.shifted } : definition;
}

const eventOf = (type: KeyEventInput["type"], { key, code, keyCode, location }: KeyDefinition, modifiers: number): KeyEventInput => ({
  type,
  key,
  code,
  keyCode,
  ...(location !== undefined && { location }),
  modifiers,
});

/** The events of a chord, from the first modifier down to the same one up. */
function chordEvents(chord: Chord): KeyEventInput[] {
  const { key } = chord;
  const shift = needsShift(key) && !holds(chord, "Shift") && !holds(chord, "Control") && !holds(chord, "Meta");
  const held = shift ? [...chord.held, "Shift"] : chord.held;
  const definition = given(chord);
  const { text } = definition;
  const types = !holds(chord, "Control") && !holds(chord, "Alt") && !holds(chord, "Meta");
  const command = process.platform === "darwin" ? macCommands[[...chord.held, definition.key.toLowerCase()].join("+")] : undefined;
  const down = held.map((name, index) => eventOf("down", definitionOf(name), bitsOf(held.slice(0, index + 1))));
  const up = held.map((name, index) => eventOf("up", definitionOf(name), bitsOf(held.slice(0, index))));
  return [
    ...down,
    // A modifier that is pressed for itself counts as held from then on.
    { ...eventOf("down", definition, bitsOf([...held, key])), ...(types && text && { text }), ...(command && { commands: [command] }) },
    eventOf("up", definition, bitsOf(held)),
    ...up.toReversed(),
  ];
}

export async function pressChord(input: EngineInput, chord: Chord): Promise<void> {
  await Promise.all(chordEvents(chord).map((event) => input.key(event)));
}

/** As a person's keys do, it reaches the browser's shortcuts and those of extensions before the page. */
export async function pressShortcut(input: EngineInput, chord: Chord): Promise<void> {
  await input.keySequence(chordEvents(chord).map((event) => ({ ...event, forBrowser: true })));
}

export const pressKey = (input: EngineInput, key: string): Promise<void> => pressChord(input, { held: [], key });

/** Does each of its characters have a key? A new line has one too, but what that key does is the page's choice. */
export const hasKeys = (text: string): boolean => [...text].every(isOnAKey);

/** The keys of a line of characters that all have some. */
export const keysOf = (text: string): KeyEventInput[] => [...text].flatMap((key) => chordEvents({ held: [], key }));

/** Types a line of characters that all have keys, in one go. */
export const typeLine = (input: EngineInput, text: string): Promise<void> => input.keySequence(keysOf(text));

/** Types as a person would, key by key; characters that no key gives go in as text. */
export async function typeKeys(input: EngineInput, text: string): Promise<void> {
  for (const character of text.replaceAll(/\r\n?/g, "\n")) {
    if (character === "\n") await pressKey(input, "Enter");
    else if (isOnAKey(character)) await pressKey(input, character);
    else await input.insertText(character);
  }
}
