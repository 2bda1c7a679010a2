import { escaped } from "../text/escape.ts";

/** Data for a person's eyes: `key: value` lines, lists with dashes, nothing quoted that need not be. */
export function plainText(data: unknown, indent = ""): string {
  if (Array.isArray(data)) return data.length === 0 ? `${indent}(none)` : data.map((item) => listItem(item, indent)).join("\n");
  if (typeof data !== "object" || data === null) return `${indent}${scalar(data, indent)}`;
  return Object.entries(data)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => (isFlat(value) ? `${indent}${escaped(key)}: ${scalar(value, indent)}` : `${indent}${escaped(key)}:\n${plainText(value, `${indent}  `)}`))
    .join("\n");
}

const isFlat = (value: unknown) =>
  typeof value !== "object" || value === null || (Array.isArray(value) && value.every((item) => typeof item !== "object"));

function scalar(value: unknown, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.map((item) => escaped(String(item))).join(", ");
  return typeof value === "string" ? block(value, indent) : escaped(JSON.stringify(value) ?? "");
}

/** Each line of a longer text says that it is one: none can pass for a line of ours. */
function block(text: string, indent: string): string {
  const lines = text.split(/\r?\n/).map(escaped);
  return lines.length === 1 ? lines[0]! : lines.map((line) => `\n${indent}  | ${line}`).join("");
}

function listItem(item: unknown, indent: string): string {
  return `${indent}- ${plainText(item, `${indent}  `).trimStart()}`;
}
