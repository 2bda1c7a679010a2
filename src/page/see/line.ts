/** One line of a snapshot: what it says, as data that crosses to the daemon, and the text of it that an agent reads. */

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
  test?: [attribute: string, value: string];
  /** Found by the DOM walk, alone or besides its role. */
  source?: "dom" | "both";
  state?: ElementState;
  value?: string;
  /** The first labels of a closed list, and how many more it has. */
  options?: [labels: string[], more: number];
  editable?: true;
  /** The frame that an `<iframe>` shows. */
  frame?: string;
  /** The host whose closed shadow root hides it. */
  closedShadowOf?: string;
}

export type ElementLine = [kind: "e", depth: number, role: string, name: string, ref: string, marks?: LineMarks];
/** Words of the page that belong to no element with a line of its own. */
export type TextLine = [kind: "t", depth: number, words: string];
/** Drover's own words: what was left out, and how to reach it. */
export type NoteLine = [kind: "n", depth: number, words: string];

/** Short, because a page has hundreds of them. */
export type SnapshotLine = ElementLine | TextLine | NoteLine;

export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.charCodeAt(length - 2) >= 0xd800 && text.charCodeAt(length - 2) < 0xdc00 ? length - 2 : length - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Characters that end a line somewhere or drive a terminal. */
const unprintable = /[\p{Cc}\u2028\u2029]/gu;
const unquotable = /["\\\p{Cc}\u2028\u2029]/gu;
const short: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\" };
const writtenOut = (character: string): string => short[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A page's words on one line, whatever they hold. */
export const onOneLine = (text: string): string => text.replace(unprintable, writtenOut);

/** A page's words where they could be mistaken for ours. */
export const quote = (text: string): string => `"${text.replace(unquotable, writtenOut)}"`;

/** Mostly one word of HTML's or ARIA's; quoted when a page wrote something into it that reads like a mark. */
const word = (text: string): string => (/[\p{Cc}\u2028\u2029"\\[\]|]/u.test(text) ? quote(text) : text);

/** `button "Save" [ref=e4] [data-testid="save"] [from-both] [disabled]` */
export function agentLine(line: SnapshotLine): string {
  if (line[0] === "t") return `text ${quote(line[2])}`;
  if (line[0] === "n") return onOneLine(line[2]);
  const [, , role, name, ref, marks] = line;
  return `${word(role)}${name && ` ${quote(name)}`}${ref && ` [ref=${ref}]`}${marks ? marksText(marks) : ""}`;
}

/** ` [disabled] [value="Ada"]`: each with a space before it. */
export function marksText({ test, source, state = {}, value, options, editable, frame, closedShadowOf }: LineMarks): string {
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
  if (editable) text += " [editable]";
  if (frame) text += ` [frame=${frame}]`;
  if (closedShadowOf !== undefined) text += ` [closed shadow of ${word(closedShadowOf)}]`;
  return text;
}

/** With its indentation. */
const indented = (line: SnapshotLine): string => "  ".repeat(line[1]) + agentLine(line);

export const agentText = (lines: readonly SnapshotLine[]): string => lines.map(indented).join("\n");

/** As many whole lines as fit, and a sign that there are more. */
export function fitting(lines: readonly SnapshotLine[], characters: number): { lines: SnapshotLine[]; length: number; truncated: boolean } {
  const kept: SnapshotLine[] = [];
  let length = 0;
  for (const line of lines) {
    const added = indented(line).length + (kept.length > 0 ? 1 : 0);
    if (length + added > characters) return { lines: [...kept, ["n", line[1], "…"]], length, truncated: true };
    length += added;
    kept.push(line);
  }
  return { lines: kept, length, truncated: false };
}
