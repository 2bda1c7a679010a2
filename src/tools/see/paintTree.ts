import { agentLine, isNote, isText, marksText, onOneLine, quote, type SnapshotLine } from "../../session/snapshotText.ts";
import type { TextStyle } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { cut, widthOf } from "../text/width.ts";

/** A snapshot for a terminal: refs in a column of their own, roles and names told apart by colour. */
export function paintTree(lines: readonly SnapshotLine[], style: TextStyle): string {
  const width = lines.reduce((widest, line) => Math.max(widest, isText(line) || isNote(line) ? 0 : line[3].length), 3) + 1;
  return lines.map((line) => paintLine(line, width, style)).join("\n");
}

function paintLine(line: SnapshotLine, width: number, style: TextStyle): string {
  const { color } = style;
  const indent = "  ".repeat(line[0]);
  const room = style.columns - width - indent.length;
  if (isNote(line)) return " ".repeat(width) + paint(indent + cut(agentLine(line), room), "dim", color);
  if (isText(line)) return " ".repeat(width) + indent + cut(onOneLine(line[1]), room);
  const [, role, name, ref, marks = {}] = line;
  const rest = marksText(marks);
  const column = paint(ref.padEnd(width), "yellow", color && ref !== "");
  const named = name && cutName(` ${quote(name)}`, room - role.length - rest.length);
  const after = cut(rest, room - role.length - widthOf(named));
  return column + indent + paint(onOneLine(role), "cyan", color) + paint(named, "bold", color && named !== "") + paint(after, "dim", color && after !== "");
}

const SHORTEST_NAME = 12;

/** States say more than the end of a long name: the name makes room for them, and keeps its quotes. */
function cutName(name: string, room: number): string {
  const length = Math.max(SHORTEST_NAME, room);
  return widthOf(name) <= length ? name : `${cut(name.slice(0, -1), length - 1)}"`;
}
