import { absoluteUrl, parsedDocument, type ParsedDocument, type ParsedElement, wordsOf } from "./parsedDocument.ts";

export interface StructuredData {
  jsonLd: unknown[];
  microdata: Item[];
  rdfa: Item[];
  openGraph: Record<string, string | string[]>;
  meta: Record<string, string | string[]>;
  tables: TableRows[];
  /** Scripts of data that are not what they say. */
  malformed: number;
}

export interface Item {
  type?: string;
  id?: string;
  properties: Record<string, unknown>;
}

export interface TableRows {
  caption?: string;
  columns: string[];
  rows: Record<string, string>[];
  /** Rows beyond those. */
  more?: number;
}

const MAX_ROWS = 1000;
const MAX_SPAN = 100;

/** What a page says of itself for programs, and its tables as rows. */
export function structuredData({ html, url }: { html: string; url: string }): StructuredData {
  const document = parsedDocument(html, url);
  const { values, malformed } = jsonLd(document);
  return { jsonLd: values, malformed, microdata: topItems(document, microdata), rdfa: topItems(document, rdfa), ...metaOf(document), tables: tablesOf(document) };
}

function jsonLd(document: ParsedDocument): { values: unknown[]; malformed: number } {
  const values: unknown[] = [];
  let malformed = 0;
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    try {
      // Some wrap it in comments for readers of forty years ago.
      const value = JSON.parse((script.textContent ?? "").replace(/^\s*(?:<!--|\/\*.*?\*\/|\/\/.*\n)/s, "").replace(/-->\s*$/, "")) as unknown;
      values.push(...(Array.isArray(value) ? value : [value]));
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError)) throw thrown;
      malformed++;
    }
  }
  return { values, malformed };
}

/** The names that a way of marking data has for the same things. */
interface Marking {
  item: string;
  property: string;
  typeOf(element: ParsedElement): string | undefined;
  idOf(element: ParsedElement): string | null;
  /** What stands in an attribute instead of the text. */
  valueIn: readonly string[];
  /** Names elements elsewhere whose properties are the item's too. */
  further?: string;
}

const microdata: Marking = { item: "itemscope", property: "itemprop", typeOf: (element) => element.getAttribute("itemtype") ?? undefined, idOf: (element) => element.getAttribute("itemid"), valueIn: ["content"], further: "itemref" };

const rdfa: Marking = {
  item: "typeof",
  property: "property",
  typeOf: (element) => {
    const type = element.getAttribute("typeof")?.trim() || undefined;
    const vocabulary = element.closest("[vocab]")?.getAttribute("vocab");
    return type && vocabulary && !type.includes(":") ? `${vocabulary.replace(/\/?$/, "/")}${type}` : type;
  },
  idOf: (element) => element.getAttribute("resource") ?? element.getAttribute("about"),
  valueIn: ["content", "resource"],
};

const topItems = (document: ParsedDocument, marking: Marking): Item[] =>
  [...document.querySelectorAll(`[${marking.item}]`)].filter((element) => !(element.hasAttribute(marking.property) && element.parentElement?.closest(`[${marking.item}]`))).map((element) => itemOf(element, { document, marking, around: [] }));

interface Place {
  document: ParsedDocument;
  marking: Marking;
  /** The items that it is in: one that names an element around it would have no end. */
  around: readonly ParsedElement[];
}

function itemOf(element: ParsedElement, { document, marking, around }: Place): Item {
  const properties: Record<string, unknown> = {};
  const inside = { document, marking, around: [...around, element] };
  for (const holder of [...propertiesOf([...element.children], marking), ...propertiesOf(referredBy(element, inside), marking)]) {
    if (inside.around.includes(holder)) continue;
    const value = holder.hasAttribute(marking.item) ? itemOf(holder, inside) : valueOf(holder, marking, document.baseURI);
    for (const name of (holder.getAttribute(marking.property) ?? "").split(/\s+/).filter(Boolean)) {
      const there = properties[name];
      properties[name] = there === undefined ? value : Array.isArray(there) ? [...(there as unknown[]), value] : [there, value];
    }
  }
  const [type, id] = [marking.typeOf(element), marking.idOf(element)];
  return { ...(type && { type }), ...(id && { id }), properties };
}

function referredBy(element: ParsedElement, { document, marking: { further } }: Place): ParsedElement[] {
  const names = new Set((further === undefined ? "" : (element.getAttribute(further) ?? "")).split(/\s+/).filter(Boolean));
  return names.size === 0 ? [] : [...document.querySelectorAll("[id]")].filter((each) => names.has(each.getAttribute("id") ?? ""));
}

/** Those of the item itself: not those of the items in it. */
function propertiesOf(elements: readonly ParsedElement[], marking: Marking): ParsedElement[] {
  return elements.flatMap((element) => [...(element.hasAttribute(marking.property) ? [element] : []), ...(element.hasAttribute(marking.item) ? [] : propertiesOf([...element.children], marking))]);
}

const addressIn: Record<string, string> = { a: "href", area: "href", link: "href", img: "src", audio: "src", video: "src", source: "src", iframe: "src", embed: "src", object: "data" };

function valueOf(element: ParsedElement, { valueIn }: Marking, url: string): string {
  for (const name of valueIn) {
    const given = element.getAttribute(name);
    if (given !== null) return given;
  }
  const attribute = addressIn[element.localName];
  const address = attribute === undefined ? undefined : absoluteUrl(element.getAttribute(attribute), url);
  if (address !== undefined) return address;
  if (element.localName === "time") return element.getAttribute("datetime") ?? wordsOf(element);
  if (element.localName === "data" || element.localName === "meter") return element.getAttribute("value") ?? wordsOf(element);
  return wordsOf(element);
}

const holdsAddress = /^(?:og|twitter):(?:\w+:)*(?:url|secure_url|image|video|audio|src|player|stream|see_also)$/;

function metaOf(document: ParsedDocument): Pick<StructuredData, "openGraph" | "meta"> {
  const openGraph: Record<string, string | string[]> = {};
  const meta: Record<string, string | string[]> = {};
  for (const tag of document.querySelectorAll("meta[content]")) {
    const name = tag.getAttribute("property") ?? tag.getAttribute("name");
    const given = tag.getAttribute("content")?.trim();
    if (!name || !given) continue;
    const content = holdsAddress.test(name) ? (absoluteUrl(given, document.baseURI) ?? given) : given;
    const among = /^(?:og|article|book|profile|video|music|product|fb|twitter):/.test(name) ? openGraph : meta;
    const there = among[name];
    among[name] = there === undefined ? content : [...(Array.isArray(there) ? there : [there]), content];
  }
  const canonical = absoluteUrl(document.querySelector('link[rel="canonical"]')?.getAttribute("href"), document.baseURI);
  return { openGraph, meta: { ...(document.title && { title: document.title.trim() }), ...(canonical && { canonical }), ...meta } };
}

/** Tables that hold data, each row by the names of its columns. */
function tablesOf(document: ParsedDocument): TableRows[] {
  return [...document.querySelectorAll("table")].flatMap((table) => {
    if (["presentation", "none"].includes(table.getAttribute("role") ?? "") || table.querySelector("table")) return [];
    const grid = gridOf(table);
    const [first, ...others] = grid;
    const width = Math.max(0, ...grid.map(({ cells }) => cells.length));
    if (!first || width < 2 || grid.length < 2) return [];
    const columns = first.isHead ? unique(first.cells, width) : Array.from({ length: width }, (_, index) => `column ${index + 1}`);
    const data = (first.isHead ? others : grid).filter(({ cells }) => cells.some(Boolean));
    const rows = data.slice(0, MAX_ROWS).map(({ cells }) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ""])));
    const caption = wordsOf(table.querySelector("caption"));
    return [{ ...(caption && { caption }), columns, rows, ...(data.length > rows.length && { more: data.length - rows.length }) }];
  });
}

/** Cells where they are shown: those that span several rows or columns are in each of them. */
function gridOf(table: ParsedElement): { cells: string[]; isHead: boolean }[] {
  const lines = [...table.querySelectorAll("tr")];
  const grid: string[][] = lines.map(() => []);
  const heads = lines.map((line) => {
    const cells = [...line.children].filter(({ localName }) => localName === "td" || localName === "th");
    return cells.length > 0 && (line.closest("thead") !== null || cells.every(({ localName }) => localName === "th"));
  });
  for (const [row, line] of lines.entries()) {
    let column = 0;
    for (const cell of line.children) {
      if (cell.localName !== "td" && cell.localName !== "th") continue;
      while (grid[row]![column] !== undefined) column++;
      const [across, down] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let below = 0; below < down && grid[row + below]; below++) for (let beside = 0; beside < across; beside++) grid[row + below]![column + beside] = wordsOf(cell);
      column += across;
    }
  }
  return grid.map((cells, index) => ({ cells: Array.from(cells, (cell) => cell ?? ""), isHead: heads[index] ?? false }));
}

const spanOf = (cell: ParsedElement, name: string): number => Math.min(MAX_SPAN, Math.max(1, Number(cell.getAttribute(name)) || 1));

function unique(names: readonly string[], width: number): string[] {
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, index) => {
    const name = names[index] || `column ${index + 1}`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
}
