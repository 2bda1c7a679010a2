/** One line of a snapshot. */
import type { ElementState } from "./state.ts";

export interface LineParts {
  role: string;
  name: string;
  ref?: string;
  test?: [attribute: string, value: string];
  source: "a11y" | "dom" | "both";
  state: ElementState;
  value?: string;
  extra?: string[];
}

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.charCodeAt(length - 2) >= 0xd800 && text.charCodeAt(length - 2) < 0xdc00 ? length - 2 : length - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

export const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/** `button "Save" [ref=e4] [data-testid="save"] [from-both] [disabled]` */
export function formatLine(parts: LineParts): string {
  let line = parts.role;
  if (parts.name) line += ` ${quote(parts.name)}`;
  if (parts.ref) line += ` [ref=${parts.ref}]`;
  if (parts.test) line += ` [${parts.test[0]}=${quote(cut(parts.test[1], 80))}]`;
  if (parts.source !== "a11y") line += parts.source === "dom" ? " [from-dom]" : " [from-both]";
  for (const [name, value] of Object.entries(parts.state)) {
    if (value === undefined) continue;
    const flag = value === true && name !== "checked" && name !== "expanded" && name !== "pressed";
    line += flag ? ` [${name}]` : ` [${name}=${value}]`;
  }
  if (parts.value !== undefined) line += ` [value=${quote(parts.value)}]`;
  for (const extra of parts.extra ?? []) line += ` [${extra}]`;
  return line;
}
