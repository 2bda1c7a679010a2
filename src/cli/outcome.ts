import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Outcome } from "../protocol/messages.ts";
import { atGivenPath } from "./givenPath.ts";
import { commandName } from "./manifest.ts";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";
import type { ShellOptions } from "./parseCommand.ts";
import { exitCodeOf, note, peopleForm, print, printJson, refusalText, terminal, write } from "./terminal.ts";

interface Circumstances {
  /** More is written after it. */
  goesOn?: boolean | undefined;
  /** Whoever asked has said how much of the value is wanted. */
  isPartEnough?: boolean;
}

/** Prints what came back, in the form that was asked for, and says how the process should end. */
export function showOutcome(
  outcome: Outcome,
  options: Pick<ShellOptions, "json" | "output">,
  command: ToolCommand,
  { goesOn = false, isPartEnough = false }: Circumstances = {},
): number {
  const { data } = outcome;
  const code = exitCodeOf(data);
  const files = outcome.ok ? savePictures(outcome, options.output ?? `${commandName(command.tool)}.${extensionOf(outcome)}`) : [];
  const paths = files.length > 0 ? { path: files[0], ...(files.length > 1 && { paths: files }) } : {};
  if (options.json) {
    const whole = isRecord(data) ? { ...data, ...paths } : data;
    if (options.output && files.length === 0) deliver(`${JSON.stringify(whole, undefined, 2)}\n`, options.output);
    else if (options.output !== "-") printJson(whole);
    return code;
  }
  const { color } = peopleForm();
  for (const warning of [...warningsOf(data), ...(outcome.warnings ?? [])])
    if (!outcome.text?.includes(warning)) note(`${color ? "\u001b[33m!\u001b[0m" : "!"} ${warning}`);
  if (!outcome.ok) {
    note(refusalText((data ?? {}) as object, color));
    if (outcome.text) note(outcome.text.replaceAll(/^(?=.)/gm, "  "));
    return code;
  }
  // The warning has said so; an empty output would pass for an empty value.
  if (command.exact && isRecord(data) && data["value"] === null) return 1;
  for (const file of files) if (file !== "-") print(file);
  if (files.length > 0) return code;
  const text = outcome.text ?? JSON.stringify(data);
  const onScreen = options.output === undefined && terminal().isScreen(1);
  const asItIs = command.exact && (options.output !== undefined || !(onScreen || goesOn));
  const bytes = onScreen ? undefined : bytesOf(data);
  if (bytes) deliver(bytes, options.output);
  else if (asItIs) deliver(text, options.output);
  else if (options.output) deliver(withNewline(text), options.output);
  else if (text !== "") print(text);
  const isCut = command.exact && isRecord(data) && data["truncated"] === true;
  return isCut && !isPartEnough ? 1 : code;
}

/** A fetched body that is no text goes out as it came in, byte for byte, unless a person would get it on the screen. */
function bytesOf(data: unknown): Buffer | undefined {
  if (!isRecord(data) || typeof data["body"] !== "string" || data["encoding"] !== "base64") return undefined;
  const { body, head } = data;
  return Buffer.concat([Buffer.from(typeof head === "string" ? head : ""), Buffer.from(body, "base64")]);
}

const withNewline = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/** Results may hold cookies and secrets: a file that is written here is its owner's alone, also when it was there before. */
function deliver(content: string | Buffer, output: string | undefined): void {
  if (output === undefined || output === "-") {
    // An exact value in a pipe is what somebody asked for, byte for byte.
    write(1, Buffer.from(content));
    return;
  }
  const file = atGivenPath(output, () => openSync(output, "w", 0o600));
  try {
    if (fstatSync(file).isFile()) fchmodSync(file, 0o600);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** Pictures go to the caller's folder, or with `-` to stdout as they are. */
function savePictures({ images = [] }: Outcome, wanted: string): string[] {
  return images.map(({ data }, index) => {
    const bytes = Buffer.from(data, "base64");
    if (wanted === "-") {
      write(1, bytes);
      return "-";
    }
    const { dir, name, ext } = path.parse(wanted);
    const file = index === 0 ? wanted : path.join(dir, `${name}-${index + 1}${ext}`);
    atGivenPath(file, () => writeFileSync(file, bytes));
    return file;
  });
}

const extensionOf = ({ images }: Outcome): string => (images?.[0]?.mimeType === "image/jpeg" ? "jpg" : "png");

function warningsOf(data: unknown): string[] {
  const warnings = isRecord(data) ? data["warnings"] : undefined;
  return Array.isArray(warnings) ? warnings.map(String) : [];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
