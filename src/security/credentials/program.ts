import { execFile } from "node:child_process";
import { lookupFailed, type ProviderFault } from "./provider.ts";

/** So that a program that hangs, or asks somebody who is not there, holds nobody up. */
const LIMIT_MS = 5000;
const MAX_OUTPUT = 1024 * 1024;

export interface ProgramOptions {
  provider: string;
  /** How to get it. */
  install: string;
  env?: Record<string, string | undefined>;
  /** Tells what its words mean; undefined: nothing known. */
  explain: (said: string) => { reason: ProviderFault; hint: string } | undefined;
}

/** One of the operator's own programs. Arguments are handed over one by one: no shell reads them. */
export class Program {
  readonly #path: string;
  readonly #options: ProgramOptions;

  constructor(path: string, options: ProgramOptions) {
    this.#path = path;
    this.#options = options;
  }

  /** What it prints. Secrets go in by its standard input, which no list of processes shows. */
  run(args: readonly string[], input = ""): Promise<string> {
    const { env } = this.#options;
    return new Promise((resolve, reject) => {
      const child = execFile(
        this.#path,
        args,
        { timeout: LIMIT_MS, killSignal: "SIGKILL", maxBuffer: MAX_OUTPUT, env: { ...process.env, ...env }, windowsHide: true },
        (error, stdout, stderr) => (error ? reject(this.#fault(error, `${stderr}\n${stdout}`)) : resolve(stdout)),
      );
      // A program that does not read it may have closed it.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(input);
    });
  }

  #fault(error: Error & { code?: unknown; killed?: boolean }, said: string): Error {
    const { provider, install, explain } = this.#options;
    if (error.code === "ENOENT" || error.code === "EACCES")
      return lookupFailed(provider, "missing-program", `${this.#path} is not there, or cannot be run`, `${install} Drover installs no vaults.`);
    if (error.killed) return lookupFailed(provider, "timed-out", `${this.#path} did not answer within ${LIMIT_MS / 1000} seconds`, "It may be waiting for a person: sign in in a terminal, then try again.");
    const known = explain(said);
    const line = said.split("\n").find((each) => each.trim() !== "")?.trim().slice(0, 200) ?? "nothing";
    return lookupFailed(provider, known?.reason ?? "failed", `${this.#path} said: ${line}`, known?.hint ?? "Run it in a terminal to see what it needs.");
  }
}
