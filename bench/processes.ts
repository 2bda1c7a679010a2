import { readFileSync, readdirSync } from "node:fs";

export interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

/** Every process of the machine, from /proc; the memory part is Linux only. */
export function processTable(): ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        // The command in parentheses may hold spaces and parentheses itself: fields begin after the last one.
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return [{ pid: Number(name), parent: Number(fields[1]), command }];
      } catch {
        return [];
      }
    });
}

/** The process and everything it started. */
export function descendants(root: number, table = processTable()): ProcessEntry[] {
  const children = table.filter(({ parent }) => parent === root).flatMap(({ pid }) => descendants(pid, table));
  return [...table.filter(({ pid }) => pid === root), ...children];
}

/** Proportional set size in bytes: memory shared between processes is divided among them, so sums are honest. */
export function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}

const isBrowser = ({ command }: ProcessEntry): boolean => /\/(chromium|chrome|firefox)/.test(command.split(" ")[0] ?? "");

function mentions(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(folder);
  } catch {
    return false;
  }
}

/** Memory of every process that was told of the tool's own state folder, and of what those started; browsers apart. */
export function footprintOf(folder: string): { tool: number; browser: number } {
  const table = processTable();
  const roots = table.filter(({ pid, command }) => pid !== process.pid && (command.includes(folder) || mentions(pid, folder)));
  const entries = [...new Map(roots.flatMap(({ pid }) => descendants(pid, table)).map((entry) => [entry.pid, entry])).values()];
  const sum = (some: ProcessEntry[]): number => some.reduce((total, { pid }) => total + memoryOf(pid), 0);
  return { tool: sum(entries.filter((entry) => !isBrowser(entry))), browser: sum(entries.filter(isBrowser)) };
}
