/** Tables of data as markdown has them; tables that only lay a page out become what is in them. */

/** What no cell of a markdown table can hold. */
const BLOCKS = "table, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, figure";

const rowsOf = (table: Element): Element[] => [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
const cellsOf = (row: Element): Element[] => [...row.children].filter(({ localName }) => localName === "td" || localName === "th");

function laysOut(table: Element): boolean {
  if (["presentation", "none"].includes(table.getAttribute("role") ?? "")) return true;
  const rows = rowsOf(table);
  if (Math.max(0, ...rows.map((row) => cellsOf(row).length)) <= 1) return true;
  const cells = rows.flatMap(cellsOf);
  const hasHeads = cells.some(({ localName }) => localName === "th");
  const withBlocks = cells.filter((cell) => cell.querySelector(BLOCKS) || (cell.textContent ?? "").length > 600).length;
  return hasHeads ? withBlocks > cells.length / 2 : withBlocks > 0;
}

/** From the innermost, so that a table in a cell of a layout is judged by itself. */
export function flattenLayoutTables(root: Element): void {
  for (const table of [...root.querySelectorAll("table")].toReversed()) {
    if (!laysOut(table)) continue;
    const made = root.ownerDocument.createElement("div");
    for (const cell of rowsOf(table).flatMap(cellsOf)) {
      const block = root.ownerDocument.createElement("div");
      block.append(...cell.childNodes);
      made.append(block);
    }
    table.replaceWith(made);
  }
}

export function cellOf(content: string, cell: Element): string {
  const words = content.trim().replaceAll(/\s*\n\s*/g, " ").replaceAll(/(?<!\\)\|/g, String.raw`\|`);
  const span = Math.min(Number(cell.getAttribute("colspan") ?? 1) || 1, 20);
  return ` ${words} |${"  |".repeat(span - 1)}`;
}

export function rowOf(content: string): string {
  const cells = content.trim();
  return cells && `|${cells.startsWith("|") ? "" : " "}${cells}\n`;
}

export function tableOf(content: string, table: Element): string {
  const [caption, rows] = splitCaption(content.trim());
  const lines = rows.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 0 ? `\n\n${caption && `${caption}\n\n`}${withHead(lines, table).join("\n")}\n\n` : "";
}

function splitCaption(content: string): [caption: string, rows: string] {
  const at = content.startsWith("|") ? -1 : content.indexOf("\n|");
  return at < 0 ? ["", content] : [content.slice(0, at).trim(), content.slice(at + 1)];
}

/** Without a row of heads the first row of data would be taken for one. */
function withHead(lines: string[], table: Element): string[] {
  const [first = "", ...others] = lines;
  const columns = Math.max(...lines.map((line) => (line.match(/(?<!\\)\|/g)?.length ?? 1) - 1));
  const [row] = rowsOf(table);
  const isHead = row !== undefined && (row.closest("thead") !== null || cellsOf(row).every(({ localName }) => localName === "th"));
  const rule = `|${" --- |".repeat(columns)}`;
  return isHead ? [first, rule, ...others] : [`|${"  |".repeat(columns)}`, rule, ...lines];
}
