import type { TextStyle } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { cut, widthOf } from "../text/width.ts";

const linePattern = /^(\s*)(\S+)((?: "(?:[^"\\]|\\.)*")?)(.*)$/s;

/** A snapshot for a terminal: refs in a column of their own, roles and names told apart by colour. */
export function paintTree(tree: string, style: TextStyle): string {
  const lines = tree.split("\n");
  const refs = lines.map((line) => / \[ref=(e\d+)\]/.exec(line)?.[1] ?? "");
  const width = Math.max(3, ...refs.map((ref) => ref.length)) + 1;
  return lines.map((line, index) => paintLine(line.replace(/ \[ref=e\d+\]/, ""), refs[index] ?? "", width, style)).join("\n");
}

function paintLine(line: string, ref: string, width: number, style: TextStyle): string {
  const { color } = style;
  const [, indent = "", role = "", name = "", rest = ""] = linePattern.exec(line) ?? [];
  const column = paint(ref.padEnd(width), "yellow", color && ref !== "");
  const room = style.columns - width - indent.length;
  if (role === "…" || role === "...") return column + paint(indent + cut(role + name + rest, room), "dim", color);
  if (role === "text") return column + indent + cut(name.trim().slice(1, -1), room);
  const named = cutName(name, room - role.length - rest.length);
  const after = cut(rest, room - role.length - widthOf(named));
  return column + indent + paint(role, "cyan", color) + paint(named, "bold", color && named !== "") + paint(after, "dim", color && after !== "");
}

const SHORTEST_NAME = 12;

/** States say more than the end of a long name: the name makes room for them, and keeps its quotes. */
function cutName(name: string, room: number): string {
  const length = Math.max(SHORTEST_NAME, room);
  return widthOf(name) <= length ? name : `${cut(name.slice(0, -1), length - 1)}"`;
}
