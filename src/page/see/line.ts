/** One line of a snapshot: what it says, as data that crosses to the daemon, and the text of it that an agent reads. */

import { escaped as onOneLine, isPlain, quoted as quote } from "../../text/escape.ts";

/** As assistive technology would report it. */
export interface ElementState {
  disabled?: true;
  checked?: boolean | "mixed";
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | "mixed";
  focused?: true;
  required?: true;
  invalid?: string;
  readonly?: true;
  level?: number;
  current?: string;
  busy?: true;
  modal?: true;
  inert?: true;
  haspopup?: string;
  multiselectable?: true;
  sort?: string;
  type?: string;
}

/** What stands in brackets behind an element. */
export interface LineMarks {
  test?: [attribute: string, value: string] | undefined;
  /** Found by the DOM walk, alone or besides its role. */
  source?: "dom" | "both" | undefined;
  state?: ElementState;
  value?: string;
  /** The first labels of a closed list, and how many more it has. */
  options?: [labels: string[], more: number];
  editable?: true;
  /** What tells a control without a name from its neighbours. */
  telling?: [kind: string, value: string];
  /** Of a shape without a name: the words of its drawing that stand by it. */
  near?: string;
  /** How large something is that shows only what scripts paint. */
  painted?: string;
  /** Which row of its table a row is; told of one that was asked for, and of one that says nothing. */
  row?: number;
  /** The column of a cell: its header's words, or which one it is. */
  column?: string | number;
  /** Which of its rows a grid has drawn, when not all. */
  rows?: string;
  draggable?: true;
  /** The frame that an `<iframe>` shows. */
  frame?: string;
}

export type ElementLine = [depth: number, role: string, name: string, ref: string, marks?: LineMarks];
/** Words of the page that belong to no element with a line of its own. */
export type TextLine = [depth: number, words: string];
/** Drover's own words: what was left out, and how to reach it. */
export type NoteLine = [depth: number, nothing: null, words: string];

/** A page has thousands of them, so they are told apart by what they are made of: a word for their kind would be a tenth of all. */
export type SnapshotLine = ElementLine | TextLine | NoteLine;

export const isText = (line: SnapshotLine): line is TextLine => line.length === 2;
export const isNote = (line: SnapshotLine): line is NoteLine => line[1] === null;

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.charCodeAt(length - 2) >= 0xd800 && text.charCodeAt(length - 2) < 0xdc00 ? length - 2 : length - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** A page's words on one line, whatever they hold; and where they could be mistaken for ours. */
export { escaped as onOneLine, quoted as quote } from "../../text/escape.ts";

/** Mostly one word of HTML's or ARIA's; quoted when a page wrote something into it that reads like a mark. */
const word = (text: string): string => (/["\\[\]|]/.test(text) || !isPlain(text) ? quote(text) : text);

type LeftOut = "source" | "more";

/**
 * `button "Save" [ref=e4] [data-testid="save"] [from-both] [disabled]`
 * @param less "source": without the mark that says how it was found; "more": without the test id of what has a name, too
 */
export function agentLine(line: SnapshotLine, less?: LeftOut): string {
  if (isText(line)) return `text ${quote(line[1])}`;
  if (isNote(line)) return onOneLine(line[2]);
  const [, role, name, ref, marks] = line;
  const told = less && marks ? { ...marks, source: undefined, ...(less === "more" && name && { test: undefined }) } : marks;
  return `${word(role)}${name && ` ${quote(name)}`}${ref && ` [ref=${ref}]`}${told ? marksText(told) : ""}`;
}

/** How a message names an element: `button "Save"`. */
export const roleAndName = (role: string, name: string): string => agentLine([0, role, name, ""]);

/** ` [disabled] [value="Ada"]`: each with a space before it. */
export function marksText({ test, source, state = {}, value, options, editable, telling, near, painted, row, column, rows, draggable, frame }: LineMarks): string {
  let text = "";
  if (test) text += ` [${word(test[0])}=${quote(test[1])}]`;
  if (source) text += ` [from-${source}]`;
  for (const [name, is] of Object.entries(state)) {
    if (is === undefined) continue;
    const isFlag = is === true && name !== "checked" && name !== "expanded" && name !== "pressed";
    text += isFlag ? ` [${name}]` : ` [${name}=${word(String(is))}]`;
  }
  if (value !== undefined) text += ` [value=${quote(value)}]`;
  if (options) text += ` [options: ${[...options[0].map(word), ...(options[1] > 0 ? [`+${options[1]}`] : [])].join(" | ")}]`;
  if (near) text += ` [near=${quote(near)}]`;
  if (painted) text += ` [painted ${painted}: look with screenshot, click with position]`;
  if (telling) text += ` [${telling[0]}=${quote(telling[1])}]`;
  if (row) text += ` [row=${row}]`;
  if (column) text += ` [column=${typeof column === "number" ? column : quote(column)}]`;
  if (rows) text += ` [rows=${rows}]`;
  if (draggable) text += " [draggable]";
  if (editable) text += " [editable]";
  if (frame) text += ` [frame=${frame}]`;
  return text;
}

/** With its indentation. */
const indented = (line: SnapshotLine, less?: LeftOut): string => "  ".repeat(line[0]) + agentLine(line, less);

export const agentText = (lines: readonly SnapshotLine[], less?: LeftOut): string => lines.map((line) => indented(line, less)).join("\n");

/** As many whole lines as fit, and a sign that there are more. */
export function fitting(lines: readonly SnapshotLine[], characters: number): { lines: SnapshotLine[]; length: number; truncated: boolean } {
  const kept: SnapshotLine[] = [];
  let length = 0;
  for (const line of lines) {
    const added = indented(line).length + (kept.length > 0 ? 1 : 0);
    if (length + added > characters) return { lines: [...kept, [line[0], null, "…"]], length, truncated: true };
    length += added;
    kept.push(line);
  }
  return { lines: kept, length, truncated: false };
}
