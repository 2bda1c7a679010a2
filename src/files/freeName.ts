import { existsSync } from "node:fs";
import path from "node:path";

/** The same name with a number where it is taken: `run.webm`, `run-2.webm`. */
export function freeName(file: string, taken: ReadonlySet<string> = new Set()): string {
  const { dir, name, ext } = path.parse(file);
  for (let turn = 1; ; turn++) {
    const candidate = turn === 1 ? file : path.join(dir, `${name}-${turn}${ext}`);
    if (!taken.has(candidate) && !existsSync(candidate)) return candidate;
  }
}
