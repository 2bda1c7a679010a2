import { readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ifPresent } from "../diagnosis/ifPresent.ts";
import type { Home } from "../config/home.ts";
import { hasEnded } from "./processTable.ts";

const POLL_MS = 4;
/** No start takes so long: the process that the file names is another one that was given the same number. */
const STALE_MS = 120_000;

/**
 * Whose turn it is to start browsers: one process of a home at a time, the daemon or a command that found none. Two that
 * started one on the same profile would take each other's browser for their own.
 */
export class LaunchTurn {
  readonly #home: Home;
  #holders = 0;
  #taken: Promise<void> | undefined;

  constructor(home: Home) {
    this.#home = home;
  }

  /** Runs the work when no other process is at it. Several works of this process may run side by side. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#holders++;
    this.#taken ??= this.#wait();
    try {
      await this.#taken;
      return await work();
    } finally {
      if (--this.#holders === 0) {
        this.#taken = undefined;
        this.#release();
      }
    }
  }

  /** Runs the work unless another process is at it already. */
  async runIfFree(work: () => Promise<void>): Promise<void> {
    if (this.#take()) await this.runGiven(work);
  }

  /** Runs the work in a turn that was taken for this process by whoever started it. */
  async runGiven(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } finally {
      this.#release();
    }
  }

  async #wait(): Promise<void> {
    while (!this.#take()) await pause(POLL_MS);
  }

  #take(): boolean {
    try {
      if (this.#isStale()) this.#release();
      writeFileSync(this.#file, String(process.pid), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      // Where no file can be written the browser's own lock on its profile has to do.
      return (error as NodeJS.ErrnoException).code !== "EEXIST";
    }
  }

  #isStale(): boolean {
    return ifPresent(() => {
      const pid = Number(readFileSync(this.#file, "utf8"));
      return (pid > 0 && hasEnded(pid)) || Date.now() - statSync(this.#file).mtimeMs > STALE_MS;
    }, "who holds the turn to launch a browser cannot be read", false);
  }

  #release(): void {
    ifPresent(() => unlinkSync(this.#file), "a turn that cannot be given back goes stale");
  }

  get #file(): string {
    return path.join(this.#home.browsers, "starting");
  }
}
