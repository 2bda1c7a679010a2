import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { repository } from "../workplace.ts";
import type { ReaderName } from "./readers.ts";

export interface Question {
  html: string;
  url: string;
}

export interface Answer {
  text: string;
  /** The processor's time in milliseconds: other work on the machine does not count. */
  took: number;
  failure?: string;
}

/** Some readers never come back from some pages. */
const PATIENCE_MS = 60_000;

/** A reader that can be given up on: its process is ended, and the next page gets another one. */
export class ReaderProcess {
  readonly #name: ReaderName;
  #child: ChildProcess | undefined;

  constructor(name: ReaderName) {
    this.#name = name;
  }

  async read(question: Question): Promise<Answer> {
    const child = (this.#child ??= this.#start());
    const answer = await new Promise<Answer | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
      const settle = (given: Answer | undefined): void => {
        clearTimeout(timer);
        resolve(given);
      };
      child.removeAllListeners().once("message", settle).once("exit", (code) => settle({ text: "", took: 0, failure: `its process ended with ${code}` }));
      child.send(question);
    });
    if (!answer || answer.failure !== undefined) await this.end();
    return answer ?? { text: "", took: PATIENCE_MS, failure: `no answer in ${PATIENCE_MS / 1_000} s` };
  }

  async end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  #start(): ChildProcess {
    return fork(path.join(repository, "bench", "suites", "readerChild.ts"), [this.#name], { execArgv: ["--import", "tsx"], serialization: "advanced", stdio: ["ignore", "ignore", "inherit", "ipc"] });
  }
}
