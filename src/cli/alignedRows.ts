import type { PeopleForm } from "../protocol/messages.ts";
import { visibleLine } from "../text/visible.ts";

/** Columns under a header, each as wide as its widest cell; the last one may run on. */
export function alignedRows(header: string[], cells: string[][], { color }: PeopleForm): string {
  const rows = cells.map((row) => row.map(visibleLine));
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd();
  const head = line(header);
  return [color ? `\u001b[2m${head}\u001b[0m` : head, ...rows.map(line)].join("\n");
}
