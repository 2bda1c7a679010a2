import { estimateTokens } from "../../page/see/budget.ts";

/** Whole lines, as many as the tokens allow; the first may be cut. */
export function beginningOf(body: string, most: number): { text: string; nextLine?: number } {
  if (most === Infinity) return { text: body };
  const lines = body.split("\n");
  let left = most;
  for (const [index, line] of lines.entries()) {
    left -= estimateTokens(line) + 1;
    if (left >= 0) continue;
    if (index > 0) return { text: lines.slice(0, index).join("\n"), nextLine: index + 1 };
    const cut = line.slice(0, most * 3);
    if (cut.length < line.length) return { text: `${cut}…`, nextLine: 1 };
  }
  return { text: body };
}
