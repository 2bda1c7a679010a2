/**
 * The one rule for text that somebody else wrote: characters that end a line, drive a terminal, or change what a reader sees without
 * being seen are written out. All others, those of every script and picture, stay as they are.
 */

/** Ends of lines that JavaScript and some readers know, and what turns the direction of reading. */
const always = "\\p{Cc}\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
/** They take no room. One of them joins or parts letters as it should; a run of them hides something. */
const zeroWidth = "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb";
/** The flag of a country's part is a black flag with its name in tags. */
const flag = "\\u{1f3f4}[\\u{e0061}-\\u{e007a}\\u{e0030}-\\u{e0039}]{3,6}\\u{e007f}";
const hiding = `[${zeroWidth}]{2,}|[\\ufe00-\\ufe0f]{2,}|[\\u{e0000}-\\u{e0fff}]+`;

const names: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return names[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`);
}

const escaping = (more: string) => {
  const pattern = new RegExp(`${flag}|[${always}${more}]|${hiding}`, "gu");
  return (text: string): string => text.replace(pattern, (found) => (found.startsWith("\u{1f3f4}") ? found : Array.from(found, writtenOut).join("")));
};

/** On one line, whatever it holds. */
export const escaped = escaping("");

/** Between quotes that it cannot end. */
export const quoted = (text: string): string => `"${escapedInQuotes(text)}"`;
const escapedInQuotes = escaping('"\\\\');

/** Text of several lines: ends of lines and tabs are as they are. */
export const escapedLines = (text: string): string => text.replaceAll("\r\n", "\n").split("\n").map((line) => line.split("\t").map(escaped).join("\t")).join("\n");

/** Nothing in it would be written out. */
export const isPlain = (text: string): boolean => escaped(text) === text;

const inJson = new RegExp(`${flag}|[\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]|${hiding}`, "gu");

/** JSON that says the same in characters that are seen: JSON has a way to write them out. */
export const visibleJson = (json: string): string =>
  json.replace(inJson, (found) => (found.startsWith("\u{1f3f4}") ? found : Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")));
