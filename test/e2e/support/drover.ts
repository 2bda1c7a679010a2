import { spawn } from "node:child_process";
import path from "node:path";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  /** stdout as the one JSON document that --json promises. */
  readonly json: Record<string, unknown>;
}

export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  stdin?: string | Uint8Array;
}

const dist = path.join(import.meta.dirname, "..", "..", "..", "dist");
export const droverBin = path.join(dist, "drover.cjs");

/** As people have it; once more without the native program, as those have it whose machine has none. */
const command: [string, ...string[]] = process.env["DROVER_TEST_DOOR"] === "node" ? [process.execPath, droverBin] : [path.join(dist, "drover")];

/** The command line as people have it: its own process, its exit code, its two outputs. */
export function drover(args: string[], { env = process.env, cwd, stdin }: RunOptions = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], [...command.slice(1), ...args], { env, cwd, stdio: "pipe" });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      const stdout = Buffer.concat(out).toString();
      resolve({
        code,
        stdout,
        stderr: Buffer.concat(err).toString(),
        get json() {
          return JSON.parse(stdout) as Record<string, unknown>;
        },
      });
    });
    child.stdin.end(stdin);
  });
}
