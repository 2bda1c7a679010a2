import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import { attempt } from "../diagnosis/mayFail.ts";

/** What people start MCP servers through. None of these is a client by itself. */
const wrappers = /^(sh|bash|dash|zsh|fish|ash|cmd\.exe|env|timeout|nice|npm|npx|pnpm|pnpx|yarn|bunx|corepack|npm-cli\.js|npx-cli\.js|drover|drover\.cjs)$/;
const runtimes = /^(node|bun|nodejs)(\.exe)?$/;

/** A client may be many wrappers away, but not this many. */
const MAX_CHAIN = 16;

/**
 * The processes from this one's parent up to the client: wrappers (a shell, npx, ...) and then the first that is none.
 * When any link of that chain breaks, the client is gone, whether or not anybody still holds our standard input open.
 */
export function clientProcesses(): number[] {
  const chain: number[] = [];
  for (let pid = process.ppid; pid > 1 && chain.length < MAX_CHAIN; ) {
    chain.push(pid);
    const parent = isWrapper(pid) ? parentOf(pid) : undefined;
    if (parent === undefined) break;
    pid = parent;
  }
  return chain;
}

/** Is every process of the chain still the child of the next? An orphan gets another parent at once. */
export function stillTogether([parent, ...further]: number[]): boolean {
  if (parent === undefined) return true;
  if (process.ppid !== parent || !isAlive(parent)) return false;
  if (process.platform !== "linux") return further.every(isAlive);
  return further.every((pid, index) => parentOf([parent, ...further][index] ?? 0) === pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** It hands our standard input through, or its name says so. */
function isWrapper(pid: number): boolean {
  const own = standardInput("self");
  if (own !== undefined && /^(pipe|socket):/.test(own) && standardInput(pid) === own) return true;
  const [program = "", script = ""] = commandOf(pid).map((word) => path.basename(word));
  return wrappers.test(program) || (runtimes.test(program) && wrappers.test(script));
}

function standardInput(pid: number | "self"): string | undefined {
  return ifPresent(() => readlinkSync(`/proc/${pid}/fd/0`), "the standard input of a process cannot be read");
}

function commandOf(pid: number): string[] {
  if (process.platform === "linux") {
    return ifPresent(() => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean), "the command line of a process cannot be read", []);
  }
  return ps("command=", pid)?.split(/\s+/) ?? [];
}

function parentOf(pid: number): number | undefined {
  if (process.platform !== "linux") return Number(ps("ppid=", pid)) || undefined;
  return ifPresent(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in brackets may hold spaces and brackets itself: count from the last one.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) || undefined;
  }, "the parent of a process cannot be read");
}

function ps(column: string, pid: number): string | undefined {
  if (process.platform === "win32") return undefined;
  return attempt(() => execFileSync("ps", ["-o", column, "-p", String(pid)], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim(), "a process may have ended before `ps` looks");
}
