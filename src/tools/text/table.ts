import { visibleLine } from "../../text/visible.ts";
import type { TextStyle } from "../defineTool.ts";
import { paint } from "./paint.ts";
import { cut, padTo, widthOf } from "./width.ts";

const MIN_COLUMN = 8;

/** Aligned columns; the last one takes what is left of the terminal and is cut with an ellipsis. */
export function table(header: string[], given: string[][], style: Pick<TextStyle, "columns" | "color">): string {
  const rows = given.map((row) => row.map(visibleLine));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => widthOf(row[column] ?? ""))));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  const last = Math.max(MIN_COLUMN, style.columns - before);
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => (column === cells.length - 1 ? cut(cell, last) : padTo(cell, widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [paint(line(header), "dim", style.color), ...rows.map(line)].join("\n");
}
