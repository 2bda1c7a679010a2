/** The forms that a value takes on its way through a browser: escaped in addresses, in HTML and in JSON, base64 at any offset, hex. */

export interface Form {
  /** Matches the form, as the source of a regular expression. */
  source: string;
  /** Texts without any of which there is none of it; none when there is no text long enough to look for. */
  anchors: string[];
}

/** Longer ones are found no faster. */
const ANCHOR_LENGTH = 8;
const MIN_ANCHOR = 3;

export function formsOf(value: string): Form[] {
  const bytes = Buffer.from(value);
  return [inText(value), ...[0, 1, 2].map((offset) => inBase64(bytes, offset)), ...inHex(bytes), ...escapedThroughout(value), ...grouped(value)];
}

/** Shorter ones would be found in lists of numbers. */
const MIN_SPREAD = 8;
/** What may stand between its characters where they are in several elements: white space, the tags, or what Markdown makes of them. */
const BETWEEN = "(?:[\\s*_~`\\\\>#|-]|<[^<>]{1,80}>){0,8}";

/** As it is, with any of its characters escaped, once or twice, or over several lines or elements. Repetitions are bounded: pages choose what is searched. */
function inText(value: string): Form {
  // A field or a form turns each of them into another one.
  const pieces = [...value.replaceAll(/\r\n?/g, "\n")].map((character) => ({ source: anyForm(character), literal: /^[\w.~-]$/.test(character) ? character : undefined }));
  return { source: pieces.map(({ source }) => source).join(value.length >= MIN_SPREAD ? BETWEEN : ""), anchors: longestRun(pieces).map((run) => run.slice(0, ANCHOR_LENGTH)) };
}

const named: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos", "\u00a0": "nbsp" };
const short: Record<string, string> = { "\n": "n", "\t": "t", "\b": "b", "\f": "f" };

function anyForm(character: string): string {
  if (/^[\w.~-]$/.test(character)) return literal(character);
  const point = character.codePointAt(0) ?? 0;
  const code = point.toString(16);
  const utf8 = [...Buffer.from(character)].map((byte) => `%(?:25)?${anyCase(byte.toString(16).padStart(2, "0"))}`).join("");
  const units = Array.from({ length: character.length }, (_, at) => `\\\\{1,3}u${anyCase(character.charCodeAt(at).toString(16).padStart(4, "0"))}`).join("");
  const forms = [
    character === "\\" ? "\\\\{1,4}" : `\\\\{0,3}${literal(character)}`,
    utf8,
    units,
    `&(?:amp;)?#0{0,4}${point};`,
    `&(?:amp;)?#[xX]0{0,4}${anyCase(code)};`,
    ...(character in named ? [`&(?:amp;)?${named[character]};`] : []),
    ...(character in short ? [`\\\\{1,3}${short[character]}`] : []),
    ...(character === "\n" ? ["\\r\\n", "\\\\{1,3}r\\\\{1,3}n", "%0[dD]%0[aA]"] : []),
    // Names of elements have single spaces only, and forms write a plus.
    ...(character === " " ? ["\\+", "\\s{1,8}"] : []),
  ];
  return `(?:${forms.join("|")})`;
}

const literal = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&");

const anyCase = (hex: string): string => hex.replaceAll(/[a-f]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const SEXTET = 6;

/** Mail and certificates have it in lines. */
const WRAP = "(?:\\s|\\\\[rn])*";

/** Encoded with that many bytes of something else before it, and anything behind it. */
function inBase64(bytes: Buffer, offset: number): Form {
  const first = offset * 8;
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const known = (at: number): string => bits[at - first] ?? "?";
  const pieces: { source: string; literal: string | undefined }[] = [];
  for (let at = Math.floor(first / SEXTET) * SEXTET; at < first + bits.length; at += SEXTET) {
    const wanted = Array.from({ length: SEXTET }, (_, bit) => known(at + bit)).join("");
    const only = wanted.includes("?") ? undefined : alphabet[Number.parseInt(wanted, 2)];
    pieces.push({ source: only ? base64Character(only) : `[${possibleFor(wanted).map(inClass).join("")}]`, literal: only && /^\w$/.test(only) ? only : undefined });
  }
  return { source: pieces.map(({ source }) => source).join(WRAP), anchors: longestRun(pieces).flatMap(halves) };
}

/** Where a line ends in one of them it does not in the other. */
function halves(run: string): string[] {
  const half = Math.min(ANCHOR_LENGTH, Math.floor(run.length / 2));
  return half > MIN_ANCHOR ? [run.slice(0, half), run.slice(-half)] : [run.slice(0, ANCHOR_LENGTH)];
}

/** Some bits of a character are those of what is beside the value. */
const possibleFor = (wanted: string): string[] =>
  [...alphabet].filter((_, index) => [...index.toString(2).padStart(SEXTET, "0")].every((bit, place) => wanted[place] === "?" || wanted[place] === bit));

/** Its two last letters differ in addresses, where they may be escaped besides. */
const base64Character = (character: string): string =>
  character === "+" ? "(?:[+-]|%2[bB])" : character === "/" ? "(?:\\\\{0,3}/|_|%2[fF])" : character;

const inClass = (character: string): string => (character === "+" ? "+\\-" : character === "/" ? "/_" : character);

/** As it is, and as dumps show it. */
const inHex = (bytes: Buffer): Form[] => ["", " ", ":"].map((between) => inAnyCase([...bytes].map(hexOf).join(between)));

/** Some encoders spare no character. */
function escapedThroughout(value: string): Form[] {
  const characters = [...value].map((character) => character.codePointAt(0) ?? 0);
  const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, "0"));
  return [
    [...Buffer.from(value)].map((byte) => `%${hexOf(byte)}`),
    characters.map((point) => `&#${point};`),
    characters.map((point) => `&#x${point.toString(16)};`),
    units.map((unit) => `\\u${unit}`),
  ].map((pieces) => inAnyCase(pieces.join("")));
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, "0");

/** With each digit of its numbers small or large: what is put together of several pieces has both. */
function inAnyCase(text: string): Form {
  const starts = Array.from({ length: Math.max(1, text.length - HEX_ANCHOR + 1) }, (_, at) => text.slice(at, at + HEX_ANCHOR));
  const plainest = starts.reduce((best, each) => (lettersIn(each) < lettersIn(best) ? each : best));
  return { source: anyCase(literal(text)), anchors: casesOf(plainest) };
}

/** Each letter in it doubles what must be looked for. */
const HEX_ANCHOR = 6;

const lettersIn = (hex: string): number => hex.match(/[a-f]/g)?.length ?? 0;

const casesOf = (hex: string): string[] =>
  [...hex].reduce<string[]>((begun, digit) => begun.flatMap((text) => [...new Set([digit, /[a-f]/.test(digit) ? digit.toUpperCase() : digit])].map((each) => text + each)), [""]);

/** Numbers of cards and accounts are shown by fours. */
function grouped(value: string): Form[] {
  if (!/^\d{8,}$/.test(value)) return [];
  return [" ", "\u00a0", "-"].map((between) => {
    const text = (value.match(/\d{1,4}/g) ?? []).join(between);
    return { source: literal(text), anchors: [text.slice(0, ANCHOR_LENGTH)] };
  });
}

/** None where it would be too short to look for. */
function longestRun(pieces: readonly { literal: string | undefined }[]): string[] {
  const runs = pieces.map(({ literal: text }) => text ?? "\0").join("").split("\0");
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  return longest.length >= MIN_ANCHOR ? [longest] : [];
}
