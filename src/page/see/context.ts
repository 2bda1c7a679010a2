/** Where an element stands in a table, list or feed: enough to tell it from its twins in other rows. */
import * as dom from "../dom.ts";
import type { StructuralContext } from "./api.ts";
import { composedAncestors, composedParent } from "./composed.ts";
import { cut } from "./line.ts";
import { squash, type NameReader } from "./name.ts";
import { perTask } from "./perTask.ts";
import { roleOf } from "./role.ts";

const collections: Record<string, StructuralContext["collection"]> = {
  table: "table",
  grid: "grid",
  treegrid: "grid",
  list: "list",
  feed: "feed",
};
const rowsOf: Record<string, readonly string[]> = { row: ["table", "grid"], listitem: ["list"], article: ["feed"] };
const cellRoles = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

const ROW_KEY = 80;
const ROW_TEXT = 200;

/** The nearest row, list item or feed article that an element is in (or is), with the collection around it. */
function rowAround(element: Element): { row: Element; collection: Element; kind: StructuralContext["collection"] } | undefined {
  for (const row of [element, ...composedAncestors(element)]) {
    const wanted = rowsOf[roleOf(row)];
    if (!wanted) continue;
    for (const ancestor of composedAncestors(row)) {
      const kind = collections[roleOf(ancestor)];
      if (kind && wanted.includes(kind)) return { row, collection: ancestor, kind };
    }
  }
  return undefined;
}

/** The row's text only, without the rest of its context: what tells twins apart in a ranking. */
export function rowTextAround(element: Element, names: NameReader): string {
  const around = rowAround(element);
  return around && around.row !== element ? names.contentOf(around.row) : "";
}

const BESIDE = 120;
const STEPS = 4;
const wholes = "tr, li, article, [role=row], [role=listitem], [role=article]";

/** The words that a control shares a small place with: the name of the product beside its + and −. */
export function besideText(element: Element, isOfUse: (text: string) => boolean = () => true): string {
  const whole = dom.closestAround(element, wholes);
  if (whole) return isOfUse(dom.textContent(whole).toLowerCase()) ? parted(whole) : "";
  const own = (dom.textContent(element) ?? "").trim();
  let step = 0;
  for (const ancestor of composedAncestors(element)) {
    const text = parted(ancestor);
    if (text.length > BESIDE || step++ === STEPS) return "";
    if (text.length > own.length + 1) return text;
  }
  return "";
}

/** Side by side, words of two elements have no space between them. */
function parted(element: Element): string {
  if ((dom.textContent(element) ?? "").length > ROW_TEXT * 2) return "";
  const walker = dom.createTreeWalker(document, element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) text += ` ${(node as Text).data}`;
  return squash(text);
}

export function contextOf(element: Element, names: NameReader): StructuralContext | undefined {
  const around = rowAround(element);
  if (!around) return undefined;
  const { row, collection, kind } = around;
  const column = columnOf(element, row, collection, names);
  return {
    collection: kind,
    rowKey: cut(firstText(row, names), ROW_KEY),
    ...(column && { column }),
    rowText: cut(names.contentOf(row), ROW_TEXT),
    ...(kind !== "list" && kind !== "feed" && placeIn(element, row, collection)),
  };
}

/** Counted from one, header rows too, as `aria-rowindex` and `aria-colindex` are. */
function placeIn(element: Element, row: Element, collection: Element): { rowIndex?: number; columnIndex?: number } {
  const cell = cellAround(element, row);
  const rowIndex = new RowNumbers().in(row, collection);
  const columnIndex = cell ? indexOfColumn(cell, cellsOf(row)) + 1 : 0;
  return { ...(rowIndex > 0 && { rowIndex }), ...(columnIndex > 0 && { columnIndex }) };
}

/** Which row of its table or grid a row is: a grid that draws only some of them says so itself. Good for one reading, in which each grid is counted once. */
export class RowNumbers {
  readonly #counted = new Map<Element, Map<Element, number>>();

  of(row: Element): number | undefined {
    const around = rowAround(row);
    return around && around.row === row && around.kind !== "list" && around.kind !== "feed" ? this.in(row, around.collection) || undefined : undefined;
  }

  /** 0 when it is none of the collection's. */
  in(row: Element, collection: Element): number {
    const given = Number(dom.getAttribute(row, "aria-rowindex"));
    if (given > 0) return given;
    if (collection instanceof HTMLTableElement && row instanceof HTMLTableRowElement && dom.closest(row, "table") === collection) return row.rowIndex + 1;
    const counted = this.#counted.get(collection) ?? new Map([...dom.querySelectorAll(collection, "tr, [role=row]")].map((each, index) => [each, index + 1]));
    this.#counted.set(collection, counted);
    return counted.get(row) ?? 0;
  }
}

function firstText(row: Element, names: NameReader): string {
  for (const cell of cellsOf(row)) {
    const text = names.contentOf(cell);
    if (text) return text;
  }
  const walker = dom.createTreeWalker(document, row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node as Text).data.trim();
    const holder = dom.parentElement(node);
    if (text && holder && dom.checkVisibility(holder, { visibilityProperty: true })) return text;
  }
  return names.contentOf(row);
}

export function cellsOf(row: Element): Element[] {
  if (row instanceof HTMLTableRowElement) return [...row.cells];
  const cells = [...dom.querySelectorAll(row, "td, th, [role]")].filter(
    (cell) => cellRoles.has(roleOf(cell)) && dom.closest(cell, "tr, [role=row]") === row,
  );
  return cells.length > 0 || dom.childElementCount(row) < 2 ? cells : unnamedCellsOf(row);
}

/** A list of drawn rows that leaves the cells to its user, who gave them no role: whatever stands side by side in a row. */
const unnamedCellsOf = (row: Element): Element[] => (dom.getAttribute(row, "role") === "row" ? [...dom.children(row)] : []);

/** Columns that a cell begins at, counting the ones that cells before it span. */
export function indexOfColumn(cell: Element, cells: readonly Element[]): number {
  const given = Number(dom.getAttribute(cell, "aria-colindex"));
  if (given > 0) return given - 1;
  let index = 0;
  for (const other of cells) {
    if (other === cell) return index;
    index += other instanceof HTMLTableCellElement ? other.colSpan : 1;
  }
  return -1;
}

const HEADER_WITHIN = 5;

/** Spreadsheets write their head with plain cells. */
const isHeader = (cell: Element): boolean => roleOf(cell) === "columnheader" || dom.closest(cell, "thead") !== null;

/** By their tables: every row of one has the same. */
const headerRows = perTask(() => new Map<Element, Element | undefined>());

function headerRowOf(collection: Element): Element | undefined {
  const known = headerRows();
  if (!known.has(collection)) known.set(collection, lookForHeaderRow(collection));
  return known.get(collection);
}

function lookForHeaderRow(collection: Element): Element | undefined {
  let looked = 0;
  for (const row of dom.querySelectorAll(collection, "tr, [role=row]")) {
    if (cellsOf(row).some(isHeader)) return row;
    if (++looked === HEADER_WITHIN) return undefined;
  }
  return undefined;
}

/** The words of each cell's column header. */
export function columnsOf(row: Element): Map<Element, string> {
  const around = rowAround(row);
  const headerRow = around && headerRowOf(around.collection);
  const columns = new Map<Element, string>();
  if (!headerRow || headerRow === row) return columns;
  const headers = cellsOf(headerRow);
  const named = new Map(headers.map((header) => [indexOfColumn(header, headers), (dom.textContent(header) ?? "").trim()]));
  const cells = cellsOf(row);
  for (const cell of cells) columns.set(cell, named.get(indexOfColumn(cell, cells)) ?? "");
  return columns;
}

function columnOf(element: Element, row: Element, collection: Element, names: NameReader): string | undefined {
  const cell = cellAround(element, row);
  if (!cell) return undefined;
  const headerRow = headerRowOf(collection);
  if (!headerRow || headerRow === row) return undefined;
  const index = indexOfColumn(cell, cellsOf(row));
  const headers = cellsOf(headerRow);
  const header = headers.find((each) => indexOfColumn(each, headers) === index);
  return header && isHeader(header) ? names.contentOf(header) || undefined : undefined;
}

function cellAround(element: Element, row: Element): Element | undefined {
  let cell: Element | null = element;
  while (cell && cell !== row && !cellRoles.has(roleOf(cell))) cell = composedParent(cell);
  if (cell && cell !== row) return cell;
  return unnamedCellsOf(row).find((each) => each === element || dom.contains(each, element));
}
