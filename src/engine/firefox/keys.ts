import type { KeyEventInput } from "../port.ts";

/** WebDriver's private code points for keys that give no character, by `KeyboardEvent.code`, then by `key`. */
const byCode: Record<string, string> = {
  NumpadEnter: "\uE007",
  ShiftLeft: "\uE008",
  ControlLeft: "\uE009",
  AltLeft: "\uE00A",
  MetaLeft: "\uE03D",
  ShiftRight: "\uE050",
  ControlRight: "\uE051",
  AltRight: "\uE052",
  MetaRight: "\uE053",
  NumpadMultiply: "\uE024",
  NumpadAdd: "\uE025",
  NumpadComma: "\uE026",
  NumpadSubtract: "\uE027",
  NumpadDecimal: "\uE028",
  NumpadDivide: "\uE029",
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`Numpad${digit}`, String.fromCodePoint(0xe01a + digit)])),
};

const byKey: Record<string, string> = {
  Cancel: "\uE001",
  Help: "\uE002",
  Backspace: "\uE003",
  Tab: "\uE004",
  Clear: "\uE005",
  Enter: "\uE006",
  Shift: "\uE008",
  Control: "\uE009",
  Alt: "\uE00A",
  Pause: "\uE00B",
  Escape: "\uE00C",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Insert: "\uE016",
  Delete: "\uE017",
  Meta: "\uE03D",
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, String.fromCodePoint(0xe031 + index)])),
};

/** A key as `input.performActions` names it; undefined for those that it has no name for. */
export const keyValue = ({ key, code }: Pick<KeyEventInput, "key" | "code">): string | undefined =>
  byCode[code] ?? byKey[key] ?? ([...key].length === 1 ? key : undefined);

/** Firefox kept the names that these had before they were standardised. */
export const codeInFirefox = (code: string): string => code.replace(/^Audio(?=Volume)/, "");

/** The port's modifier bits and the keys that Firefox must hold for them. */
const modifierKeys: [bit: number, value: string][] = [
  [1, "\uE00A"],
  [2, "\uE009"],
  [4, "\uE03D"],
  [8, "\uE008"],
];

export const keysOfModifiers = (modifiers: number): string[] =>
  modifierKeys.filter(([bit]) => (modifiers & bit) !== 0).map(([, value]) => value);
