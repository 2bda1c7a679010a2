import { estimateTokens } from "../../page/see/budget.ts";

/** No token has more. */
const MOST_SIGNS = 16;

/** How many lines a text has, without taking it apart. */
export function countLines(text: string): number {
  let [lines, at] = [1, text.indexOf("\n")];
  for (; at >= 0; lines++) at = text.indexOf("\n", at + 1);
  return lines;
}

/** Whole lines, as many as the tokens allow; the first may be cut. */
export function beginningOf(body: string, most: number): { text: string; nextLine?: number } {
  if (most === Infinity) return { text: body };
  // Of a long text only what may be shown is looked at.
  const lines = body.slice(0, most * MOST_SIGNS + 1).split("\n");
  let left = most;
  for (const [index, line] of lines.entries()) {
    left -= estimateTokens(line) + 1;
    if (left >= 0) continue;
    if (index > 0) return { text: lines.slice(0, index).join("\n"), nextLine: index + 1 };
    const cut = line.slice(0, most * 3);
    if (cut.length < line.length) return { text: `${cut}…`, nextLine: 1 };
  }
  return lines.join("\n").length < body.length ? { text: lines.slice(0, -1).join("\n"), nextLine: Math.max(1, lines.length) } : { text: body };
}
