import { agentLine, type SnapshotLine } from "../snapshotText.ts";

/** A unified diff of two snapshots without the lines that stayed: `+` appeared, `-` went, under the line they stand in. */
export function diffLines(snapshotBefore: readonly SnapshotLine[], snapshotAfter: readonly SnapshotLine[]): string[] {
  const before = snapshotBefore.map(writtenLine);
  const after = snapshotAfter.map(writtenLine);
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++;
  const changes = align(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return withParents(changes, after.slice(0, start));
}

interface WrittenLine {
  depth: number;
  text: string;
}

interface Change extends WrittenLine {
  sign: "+" | "-" | " ";
}

const writtenLine = (line: SnapshotLine): WrittenLine => ({ depth: line[0], text: agentLine(line) });

const isSame = (a: WrittenLine | undefined, b: WrittenLine | undefined) => a?.depth === b?.depth && a?.text === b?.text;

/** Longest common subsequence; when the changed parts are very long, everything between their common lines is one change. */
function align(before: readonly WrittenLine[], after: readonly WrittenLine[]): Change[] {
  const all = (sign: "+" | "-", lines: readonly WrittenLine[]) => lines.map((line): Change => ({ sign, ...line }));
  if (before.length * after.length > 4_000_000) return [...all("-", before), ...all("+", after)];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] = isSame(before[i], after[j]) ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: Change[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (isSame(before[i], after[j])) {
      lines.push({ sign: " ", ...after[j++]! });
      i++;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) lines.push({ sign: "-", ...before[i++]! });
    else lines.push({ sign: "+", ...after[j++]! });
  }
  return [...lines, ...all("-", before.slice(i)), ...all("+", after.slice(j))];
}

const indented = ({ depth, text }: WrittenLine) => "  ".repeat(depth) + text;

/** Says once, for each group of changes, what they stand in. */
function withParents(changes: readonly Change[], leading: readonly WrittenLine[]): string[] {
  const around = [...leading];
  const result: string[] = [];
  let told: WrittenLine | undefined;
  for (const change of changes) {
    if (change.sign !== " ") {
      const parent = around.findLast(({ depth }) => depth < change.depth);
      if (parent && !isSame(parent, told)) result.push(`  ${indented(parent)}`);
      told = parent ?? told;
      result.push(`${change.sign} ${indented(change)}`);
    }
    if (change.sign !== "-") around.push(change);
  }
  return result;
}
