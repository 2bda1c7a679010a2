import type { TextStyle } from "../defineTool.ts";
import { paint } from "../text/paint.ts";
import { cut } from "../text/table.ts";

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
  const [, indent = "", role = "", name = "", rest = ""] = linePattern.exec(cut(line, style.columns - width)) ?? [];
  const column = paint(ref.padEnd(width), "yellow", color && ref !== "");
  if (role === "…" || role === "...") return column + paint(indent + role + name + rest, "dim", color);
  const words =
    role === "text"
      ? `${indent}${name.trim().slice(1, -1)}`
      : indent + paint(role, "cyan", color) + paint(name, "bold", color && name !== "");
  return column + words + paint(rest, "dim", color && rest !== "");
}
