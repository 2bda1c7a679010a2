/** A unified diff of two snapshots without the lines that stayed: `+` appeared, `-` went, under the line they stand in. */
export function diffLines(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const changes = align(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return withParents(changes, after.slice(0, start));
}

interface Line {
  sign: "+" | "-" | " ";
  text: string;
}

/** Longest common subsequence; when the changed parts are very long, everything between their common lines is one change. */
function align(before: readonly string[], after: readonly string[]): Line[] {
  const all = (sign: "+" | "-", lines: readonly string[]) => lines.map((text): Line => ({ sign, text }));
  if (before.length * after.length > 4_000_000) return [...all("-", before), ...all("+", after)];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i]![j] = before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ sign: " ", text: after[j++]! });
      i++;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) lines.push({ sign: "-", text: before[i++]! });
    else lines.push({ sign: "+", text: after[j++]! });
  }
  return [...lines, ...all("-", before.slice(i)), ...all("+", after.slice(j))];
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Says once, for each group of changes, what they stand in. */
function withParents(lines: readonly Line[], leading: readonly string[]): string[] {
  const around = [...leading];
  const result: string[] = [];
  let told: string | undefined;
  for (const { sign, text } of lines) {
    if (sign !== " ") {
      const parent = around.findLast((line) => indentOf(line) < indentOf(text));
      if (parent !== undefined && parent !== told) result.push(`  ${parent}`);
      told = parent ?? told;
      result.push(`${sign} ${text}`);
    }
    if (sign !== "-") around.push(text);
  }
  return result;
}
