import { readFileSync, readdirSync } from "node:fs";
import type { Footprint } from "./drivers/driver.ts";

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

/**
 * A process's memory in bytes. Proportional: what it shares with others is divided among them, so that sums are honest.
 * Resident: all that it has in memory, shared or not, as people read it in `ps`. Anonymous: what it has written itself, which does not
 * change with who else runs the same program.
 */
function memoryOf({ pid }: ProcessEntry): Memory {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const kilobytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1] ?? 0) * 1_024;
    return { proportional: kilobytes("Pss"), resident: kilobytes("Rss"), anonymous: kilobytes("Anonymous") };
  } catch {
    return { proportional: 0, resident: 0, anonymous: 0 };
  }
}

interface Memory {
  proportional: number;
  resident: number;
  anonymous: number;
}

const isBrowser = ({ command }: ProcessEntry): boolean => /\/(chromium|chrome|firefox)/.test(command.split(" ")[0] ?? "");

export function mentions(pid: number, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(folder);
  } catch {
    return false;
  }
}

/** Every process that was told of the tool's own state folder, and what those started. */
function processesOf(folder: string): ProcessEntry[] {
  const table = processTable();
  const roots = table.filter(({ pid, command }) => pid !== process.pid && (command.includes(folder) || mentions(pid, folder)));
  return [...new Map(roots.flatMap(({ pid }) => descendants(pid, table)).map((entry) => [entry.pid, entry])).values()];
}

/** What the tool's own processes have open; browsers apart. */
export function openFilesOf(folder: string): number {
  const held = ({ pid }: ProcessEntry): number => {
    try {
      return readdirSync(`/proc/${pid}/fd`).length;
    } catch {
      return 0;
    }
  };
  return processesOf(folder).reduce((sum, entry) => sum + (isBrowser(entry) ? 0 : held(entry)), 0);
}

/** The time in milliseconds that processors gave to a tool's processes, browsers apart: unlike the clock's it does not grow with what else the machine does. */
export function cpuTimeOf(folder: string): number {
  const spent = ({ pid }: ProcessEntry): number => {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return threads.reduce((sum, stat) => sum + Number(stat.split(" ")[0]) / 1e6, 0);
  };
  return processesOf(folder).reduce((sum, entry) => sum + (isBrowser(entry) ? 0 : spent(entry)), 0);
}

/** Memory of a tool's processes, browsers apart: its share of what others use too, or only what it has written. */
export function footprintOf(folder: string, kind: "proportional" | "anonymous" = "proportional"): Footprint {
  const entries = processesOf(folder);
  const own = entries.filter((entry) => !isBrowser(entry)).map(memoryOf);
  const browsers = entries.filter(isBrowser).map(memoryOf);
  const sum = (some: Memory[]): number => some.reduce((total, memory) => total + memory[kind], 0);
  return { tool: sum(own), browser: sum(browsers), resident: Math.max(0, ...own.map(({ resident }) => resident)) };
}
