import { escaped, escapedLines } from "./escape.ts";

/**
 * Text for a terminal or whatever it is piped to. What a page says cannot drive it: what would is written out, all but ends of lines, tabs and
 * the colours that Drover itself paints with.
 */
export function visibleText(text: string, color: boolean): string {
  if (!color) return escapedLines(text);
  // oxlint-disable-next-line no-control-regex
  return text.split(/(\u001b\[(?:[012]|3[1-6])m)/).map((part, index) => (index % 2 === 1 ? part : escapedLines(part))).join("");
}

/** A value in one line, for a cell of a table or a prompt. */
export const visibleLine = escaped;
