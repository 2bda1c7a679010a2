import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Outcome } from "../protocol/messages.ts";
import type { ShellOptions } from "./parseCommand.ts";
import { exitCodeOf, note, peopleForm, print, printJson, refusalText, write } from "./terminal.ts";

/** Prints what came back, in the form that was asked for, and says how the process should end. */
export function showOutcome(outcome: Outcome, options: Pick<ShellOptions, "json" | "output">, name: string): number {
  const { data } = outcome;
  const code = exitCodeOf(data);
  const files = outcome.ok ? savePictures(outcome, options.output ?? `${name}.${extensionOf(outcome)}`) : [];
  const paths = files.length > 0 ? { path: files[0], ...(files.length > 1 && { paths: files }) } : {};
  if (options.json) {
    const whole = isRecord(data) ? { ...data, ...paths } : data;
    if (options.output && files.length === 0) writeFileSync(options.output, `${JSON.stringify(whole, undefined, 2)}\n`, { mode: 0o600 });
    else if (options.output !== "-") printJson(whole);
    return code;
  }
  const { color } = peopleForm();
  for (const warning of warningsOf(data))
    if (!outcome.text?.includes(warning)) note(`${color ? "\u001b[33m!\u001b[0m" : "!"} ${warning}`);
  if (!outcome.ok) {
    note(refusalText((data ?? {}) as object, color));
    if (outcome.text) note(outcome.text.replaceAll(/^(?=.)/gm, "  "));
    return code;
  }
  for (const file of files) if (file !== "-") print(file);
  if (files.length > 0) return code;
  const text = outcome.text ?? JSON.stringify(data);
  if (options.output && options.output !== "-") writeFileSync(options.output, `${text}\n`, { mode: 0o600 });
  else if (text !== "") print(text);
  return code;
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
    writeFileSync(file, bytes);
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
