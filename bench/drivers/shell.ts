import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { CommandPlace } from "./command.ts";

export interface Ran {
  code: number;
  printed: string;
  complaints: string;
  /** By the shell's clock, in milliseconds. */
  took: number;
}

/**
 * A shell that stays, as people and agents have one: it starts commands and looks at the clock itself. Started from this process each of them
 * would cost five milliseconds more, whatever it is, because a Node with a large heap is slow to make children.
 */
class Shell {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), "bench-shell-"));
  #answered: ((line: string) => void) | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ env, cwd }: CommandPlace) {
    this.#process = spawn("bash", ["--norc", "--noprofile"], { env, cwd, stdio: ["pipe", "pipe", "inherit"] });
    createInterface(this.#process.stdout).on("line", (line) => this.#answered?.(line));
    process.once("exit", () => rmSync(this.#folder, { recursive: true, force: true }));
    this.#hold(false);
  }

  run(words: readonly string[]): Promise<Ran> {
    const ran = this.#queue.then(() => this.#run(words));
    this.#queue = ran.catch(() => undefined);
    return ran;
  }

  async #run(words: readonly string[]): Promise<Ran> {
    this.#hold(true);
    const [out, err] = ["out", "err"].map((name) => path.join(this.#folder, name)) as [string, string];
    const line = await new Promise<string>((resolve) => {
      this.#answered = resolve;
      this.#process.stdin.write(`a=$EPOCHREALTIME; ${words.map(quoted).join(" ")} >${quoted(out)} 2>${quoted(err)} </dev/null; c=$?; b=$EPOCHREALTIME; echo $c $a $b\n`);
    });
    this.#hold(false);
    const [code = 0, from = 0, to = 0] = line.split(" ").map(Number);
    return { code, printed: readFileSync(out, "utf8"), complaints: readFileSync(err, "utf8"), took: (to - from) * 1_000 };
  }

  /** It must not keep this process alive when nobody waits for it; it ends when its input does. */
  #hold(hold: boolean): void {
    for (const end of [this.#process, this.#process.stdin as Socket, this.#process.stdout as Socket]) if (hold) end.ref(); else end.unref();
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const shells = new Map<string, Shell>();

/** The one of a place. */
export function shellAt(place: CommandPlace): Shell {
  const key = JSON.stringify(place);
  const shell = shells.get(key) ?? new Shell(place);
  shells.set(key, shell);
  return shell;
}
