/** Keys by their names: what a key is called, its `code`, and what it gives on the US layout. */

export interface KeyDefinition {
  key: string;
  code: string;
  keyCode: number;
  text?: string;
  location?: number;
  /** What it gives with Shift. */
  shifted?: string;
}

/** As in CDP's `modifiers`. */
export const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
export type Modifier = keyof typeof modifierBits;

const keys = new Map<string, KeyDefinition>();
/** Characters that need Shift. */
const shiftedCharacters = new Set<string>();

/** Keys that are called by what they are, and by their code where that is another word. */
const named: [name: string, keyCode: number, more?: Partial<KeyDefinition>][] = [
  ["Enter", 13, { text: "\r" }],
  ["Tab", 9],
  ["Space", 32, { key: " ", text: " " }],
  ["Backspace", 8],
  ["Delete", 46],
  ["Insert", 45],
  ["Escape", 27],
  ["ArrowLeft", 37],
  ["ArrowUp", 38],
  ["ArrowRight", 39],
  ["ArrowDown", 40],
  ["Home", 36],
  ["End", 35],
  ["PageUp", 33],
  ["PageDown", 34],
  ["CapsLock", 20],
  ["NumLock", 144],
  ["ScrollLock", 145],
  ["Pause", 19],
  ["PrintScreen", 44],
  ["ContextMenu", 93],
  ["Help", 47],
  ["AudioVolumeMute", 173],
  ["AudioVolumeDown", 174],
  ["AudioVolumeUp", 175],
  ["MediaTrackNext", 176],
  ["MediaTrackPrevious", 177],
  ["MediaStop", 178],
  ["MediaPlayPause", 179],
  ["NumpadEnter", 13, { key: "Enter", text: "\r", location: 3 }],
  ["NumpadMultiply", 106, { key: "*", text: "*", location: 3 }],
  ["NumpadAdd", 107, { key: "+", text: "+", location: 3 }],
  ["NumpadSubtract", 109, { key: "-", text: "-", location: 3 }],
  ["NumpadDecimal", 110, { key: ".", text: ".", location: 3 }],
  ["NumpadDivide", 111, { key: "/", text: "/", location: 3 }],
];

const modifierKeys: [name: Modifier, keyCode: number][] = [
  ["Shift", 16],
  ["Control", 17],
  ["Alt", 18],
  ["Meta", 91],
];

/** What each key gives without and with Shift. */
const printing: [code: string, keyCode: number, plain: string, shifted: string][] = [
  ...[..."abcdefghijklmnopqrstuvwxyz"].map((letter): [string, number, string, string] => [`Key${letter.toUpperCase()}`, letter.toUpperCase().charCodeAt(0), letter, letter.toUpperCase()]),
  ...[...")!@#$%^&*("].map((shifted, digit): [string, number, string, string] => [`Digit${digit}`, 48 + digit, String(digit), shifted]),
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
];

function layOut(): void {
  for (const [name, keyCode, more] of named) keys.set(name, { key: name, code: name, keyCode, ...more });
  for (let number = 1; number <= 24; number++) keys.set(`F${number}`, { key: `F${number}`, code: `F${number}`, keyCode: 111 + number });
  for (let digit = 0; digit <= 9; digit++) keys.set(`Numpad${digit}`, { key: String(digit), code: `Numpad${digit}`, keyCode: 96 + digit, text: String(digit), location: 3 });
  for (const [key, keyCode] of modifierKeys) {
    const left = { key, code: `${key}Left`, keyCode, location: 1 };
    keys.set(key, left).set(`${key}Left`, left);
    keys.set(`${key}Right`, { key, code: `${key}Right`, keyCode: key === "Meta" ? 92 : keyCode, location: 2 });
  }
  for (const [code, keyCode, plain, shifted] of printing) {
    const definition = { key: plain, code, keyCode, text: plain, shifted };
    keys.set(plain, definition).set(code, definition);
    keys.set(shifted, { key: shifted, code, keyCode, text: shifted });
    shiftedCharacters.add(shifted);
  }
  keys.set(" ", { key: " ", code: "Space", keyCode: 32, text: " " });
}
layOut();

const otherWords: Record<string, string> = {
  ctrl: "Control",
  cmd: "Meta",
  command: "Meta",
  win: "Meta",
  super: "Meta",
  option: "Alt",
  controlormeta: process.platform === "darwin" ? "Meta" : "Control",
  return: "Enter",
  "\n": "Enter",
  "\r": "Enter",
  esc: "Escape",
  del: "Delete",
  ins: "Insert",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  spacebar: "Space",
};

const spellings: Record<string, string> = { ...Object.fromEntries([...keys.keys()].filter((name) => name.length > 1).map((name) => [name.toLowerCase(), name])), ...otherWords };

/** A key as the layout calls it, however it was written; what it does not have is left as it is. */
export const spelled = (name: string): string => (keys.has(name) ? name : (spellings[name.toLowerCase()] ?? name));

/** A key by the layout's name for it; a character that no key gives is typed as it is. */
export const keyNamed = (name: string): KeyDefinition | undefined => keys.get(name) ?? ([...name].length === 1 ? { key: name, code: "", keyCode: 0, text: name } : undefined);

/** Whether some key gives that character. */
export const isOnAKey = (character: string): boolean => keys.has(character);

export const needsShift = (character: string): boolean => shiftedCharacters.has(character);

/** The modifier that a key is, left or right. */
export function modifierOf(name: string): Modifier | undefined {
  const key = keys.get(name)?.key;
  return key !== undefined && key in modifierBits ? (key as Modifier) : undefined;
}
