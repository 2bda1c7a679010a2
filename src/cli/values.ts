import { isUtf8 } from "node:buffer";
import { DroverError } from "../protocol/errors.ts";
import type { CommandArgument } from "../protocol/toolSurfaces.ts";

/** Where `@file` and `-` take what they stand for; tests give their own. */
export interface Sources {
  file(path: string): Buffer;
  stdin(): Buffer;
}

/** Thrown when a command turns out to need a process of its caller's own, before it has done anything. */
export class NeedsProcess extends Error {}

export const wrongUsage = (message: string, hint?: string): DroverError => new DroverError("bad-input", message, { hint });

/** `@file` is what the file holds, `-` what comes in on stdin, `@@x` the text `@x`: text, or bytes that are none. */
export function resolveGiven(given: string, sources: Sources): string | Buffer {
  if (given.startsWith("@@")) return given.slice(1);
  if (given !== "-" && (!given.startsWith("@") || given.length === 1)) return given;
  const bytes = given === "-" ? sources.stdin() : readGivenFile(given, sources);
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

/** Bytes are refused where only text fits, rather than mangled. */
export function textOf(resolved: string | Buffer, given: string): string {
  if (typeof resolved === "string") return resolved;
  throw wrongUsage(`${given === "-" ? "what came in on stdin" : given.slice(1)} is not text in UTF-8`, "Only text can be given here; Base64 makes text of bytes.");
}

export const resolveText = (given: string, sources: Sources): string => textOf(resolveGiven(given, sources), given);

function readGivenFile(given: string, sources: Sources): Buffer {
  try {
    return sources.file(given.slice(1));
  } catch (thrown) {
    if (thrown instanceof NeedsProcess) throw thrown;
    throw wrongUsage(`there is no file ${given.slice(1)} to read`, `For the text itself, write @${given}.`);
  }
}

/** Turns typed text into what the argument takes. `flag` is how messages name it. */
export function readValue(text: string, argument: CommandArgument, flag: string): unknown {
  const { kinds, choices } = argument;
  if (kinds.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  if (kinds.includes("number") && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  const size = kinds.includes("size") ? /^(\d+)[x×](\d+)$/.exec(text) : null;
  if (size) return { width: Number(size[1]), height: Number(size[2]) };
  const takesJson = kinds.includes("json") || kinds.includes("size");
  const looksLikeJson = /^\s*[{["]/.test(text) || !kinds.includes("string");
  if (takesJson && looksLikeJson) return parseJson(text, flag);
  if (kinds.includes("string")) return text;
  const wanted = choices?.length ? choices.join(", ") : kinds.map((kind) => kindNames[kind]).join(" or ");
  throw wrongUsage(`${flag} takes ${wanted}, not "${text}"`);
}

const kindNames: Record<CommandArgument["kinds"][number], string> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  json: "JSON",
  size: "a size such as 1280x720",
};

export function parseJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw wrongUsage(`${flag} is not valid JSON: ${(cause as Error).message}`, "Quote it for the shell: '{\"key\": \"value\"}'.");
  }
}

/** One flag of a list may bring one item, several choices joined by commas, or a JSON array. */
export function readItems(text: string, argument: CommandArgument, flag: string): unknown[] {
  if (/^\s*\[/.test(text)) {
    const items = parseJson(text, flag);
    if (Array.isArray(items)) return items;
  }
  const parts = argument.choices?.length || argument.kinds.every((kind) => kind === "number") ? text.split(",") : [text];
  return parts.map((part) => readValue(part.trim(), argument, flag));
}

/** Milliseconds: `1500`, `1500ms`, `1.5s`, `2m`. */
export function readDuration(text: string, flag: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text);
  if (!match) throw wrongUsage(`${flag} takes a time such as 1500, 1500ms or 1.5s, not "${text}"`);
  return Number(match[1]) * { ms: 1, s: 1000, m: 60_000 }[(match[2] ?? "ms") as "ms" | "s" | "m"];
}
