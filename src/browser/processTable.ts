import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { attempt } from "../diagnosis/mayFail.ts";
import { ifPresent } from "../diagnosis/ifPresent.ts";

interface ProcessEntry {
  state: string;
  group: number;
  startTime: string;
}

/** One line of /proc/<pid>/stat. The command in brackets may itself hold spaces and brackets, so fields count from the last one. */
export function parseStat(line: string): ProcessEntry | undefined {
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state, , group] = fields;
  const startTime = fields[19];
  if (!state || !group || !startTime) return undefined;
  return { state, group: Number(group), startTime };
}

function entryOf(pid: number): ProcessEntry | undefined {
  return ifPresent(() => {
    const entry = parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
    // A zombie has ended; only its parent has not noticed.
    return entry && !/[ZX]/.test(entry.state) ? entry : undefined;
  }, "the state of a process cannot be read");
}

function commandOutput(file: string, args: string[]): string | undefined {
  return attempt(() => {
    const text = execFileSync(file, args, {
      encoding: "utf8",
      timeout: 5_000,
      windowsHide: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.trim() || undefined;
  }, "a process may have ended before it is asked about");
}

/** When a process began, in whatever unit the OS counts: together with the pid it names one process for good. */
export function processStartTime(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") return entryOf(pid)?.startTime;
  if (process.platform === "win32") {
    const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
    return commandOutput("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", script]);
  }
  return commandOutput("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** A zombie has no program any more. It takes one question to the system, where reading the state takes five; no answer means nothing, since it may be another user's. */
const runsProgram = (pid: number): boolean => ifPresent(() => readlinkSync(`/proc/${pid}/exe`), "the program of a process cannot be read") !== undefined;

/** Cheap enough to ask before every call. */
export function hasEnded(pid: number): boolean {
  if (process.platform === "linux") return !runsProgram(pid) && entryOf(pid) === undefined;
  try {
    return !process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** The words a process was started with; none when it is gone or not ours to read. */
export function commandOf(pid: number): string[] {
  if (process.platform === "linux") {
    return ifPresent(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean), "the command line of a process cannot be read", []);
  }
  if (process.platform === "win32") return [];
  return commandOutput("ps", ["-o", "command=", "-p", String(pid)])?.split(/\s+/) ?? [];
}

/** The processes that lead a group, as every browser we start does, with the words they were started with. */
export function groupLeaders(): { pid: number; command: string[] }[] {
  if (process.platform === "linux") {
    return processIds()
      .filter((pid) => entryOf(pid)?.group === pid)
      .map((pid) => ({ pid, command: commandOf(pid) }));
  }
  if (process.platform === "win32") return [];
  const lines = commandOutput("ps", ["-axo", "pid=,pgid=,command="])?.split("\n") ?? [];
  return lines.flatMap((line) => {
    const [pid, group, ...command] = line.trim().split(/\s+/);
    return pid !== undefined && pid === group ? [{ pid: Number(pid), command }] : [];
  });
}

const processIds = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The process group that a process belongs to. */
export function groupOf(pid: number): number | undefined {
  if (process.platform === "linux") return entryOf(pid)?.group;
  const group = process.platform === "win32" ? undefined : commandOutput("ps", ["-o", "pgid=", "-p", String(pid)]);
  return group === undefined ? undefined : Number(group);
}

/** Whether any process of the group still runs. */
export function groupIsAlive(group: number): boolean {
  if (process.platform === "linux") return processIds().some((pid) => entryOf(pid)?.group === group);
  return ifPresent(() => {
    process.kill(process.platform === "win32" ? group : -group, 0);
    return true;
  }, "whether a process lives cannot be found out", false);
}

export function signalGroup(group: number, signal: NodeJS.Signals): void {
  if (process.platform === "win32") commandOutput("taskkill", ["/PID", String(group), "/T", "/F"]);
  else signalPosix(-group, signal);
}

/** Lets a process end itself. Windows knows no signals: its windows are asked to close. */
export function endProcess(pid: number, signal: "SIGINT" | "SIGTERM"): void {
  if (process.platform === "win32") commandOutput("taskkill", ["/PID", String(pid)]);
  else signalPosix(pid, signal);
}

function signalPosix(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Asks again every few milliseconds until the answer is yes or the time is up; says which. */
export async function until(condition: () => boolean, capMs: number, everyMs = 10): Promise<boolean> {
  const end = performance.now() + capMs;
  while (!condition()) {
    if (performance.now() >= end) return false;
    await delay(everyMs);
  }
  return true;
}
