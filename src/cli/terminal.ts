import { readFileSync, writeSync } from "node:fs";
import tty from "node:tty";
import type { ErrorCode } from "../protocol/errors.ts";
import type { PeopleForm } from "../protocol/messages.ts";
import { escaped, visibleJson } from "../text/escape.ts";
import { visibleText } from "../text/visible.ts";
import { inShellWords } from "./inShellWords.ts";
import type { Sources } from "./values.ts";

/** Where a command was typed: the process's own terminal, or that of a client which hands its commands over. */
export interface Terminal {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Whether a person reads what goes out there. */
  isScreen(fd: 1 | 2): boolean;
  readonly columns: number;
  /** False when nobody reads it. */
  send(fd: 1 | 2, bytes: Uint8Array): boolean;
  readonly sources: Sources;
  /** Called before a file of whoever typed the command is written. */
  beforeFiles?(): void;
}

/** The process's own. Asked when something is to be known, because knowing takes time. */
const own: Terminal = {
  env: process.env,
  get cwd() {
    return process.cwd();
  },
  isScreen: (fd) => tty.isatty(fd),
  get columns() {
    return process.stdout.columns || 100;
  },
  send: sendToDescriptor,
  sources: { file: (path) => readFileSync(path), stdin: () => readFileSync(0) },
};

let here: Terminal = own;

/** Says where the command was typed that runs now, for which nothing else does: a daemon has a front end for each that runs at the same time. */
export const typedAt = (terminal: Terminal): void => {
  here = terminal;
};

export const terminal = (): Terminal => here;

/** What is piped or goes into a file is not cut to a width. */
const WIDE = Number.MAX_SAFE_INTEGER;

export const fileForm: PeopleForm = { columns: WIDE, color: false };

/** How to write for whoever reads stdout. */
export function peopleForm(): PeopleForm {
  const here = terminal();
  const { env } = here;
  const onScreen = here.isScreen(1);
  const color = env["NO_COLOR"] ? false : env["FORCE_COLOR"] ? env["FORCE_COLOR"] !== "0" : onScreen && env["TERM"] !== "dumb";
  return { columns: onScreen ? here.columns : WIDE, color };
}

/** Text of pages cannot drive a terminal, nor one that a pipe ends in; bytes go out as they are. */
export const write = (fd: 1 | 2, text: string | Uint8Array): boolean =>
  terminal().send(fd, typeof text === "string" ? Buffer.from(visibleText(text, peopleForm().color)) : text);

/** Writes to the file descriptor itself: making process.stdout takes longer than a whole call. */
function sendToDescriptor(fd: 1 | 2, bytes: Uint8Array): boolean {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw error;
      // A full pipe that was made non-blocking: wait for its reader without spinning.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
  return true;
}

export const print = (text: string): boolean => write(1, text.endsWith("\n") ? text : `${text}\n`);
export const note = (text: string): boolean => write(2, `${text}\n`);

/** Exactly one document: spread out for a person, in one line for a program. */
export const printJson = (data: unknown): boolean => print(visibleJson(JSON.stringify(data, undefined, terminal().isScreen(1) ? 2 : 0) ?? "null"));

export const sources: Sources = { file: (path) => terminal().sources.file(path), stdin: () => terminal().sources.stdin() };

const usageCodes: readonly string[] = ["bad-input", "unknown-tool"] satisfies ErrorCode[];
const machineCodes: readonly string[] = ["no-browser", "browser-failed", "daemon-failed", "protocol-mismatch"] satisfies ErrorCode[];

/** 0 done, 1 the tool said no, 2 wrong usage, 3 no browser or no daemon. */
export function exitCodeOf(result: unknown): number {
  const { ok, error } = (result ?? {}) as { ok?: unknown; error?: unknown };
  if (ok !== false) return 0;
  if (usageCodes.includes(String(error))) return 2;
  return machineCodes.includes(String(error)) ? 3 : 1;
}

export interface Refusal {
  message?: unknown;
  error?: unknown;
  hint?: unknown;
}

/** A refusal for a person: what happened, then what to do next. */
export function refusalText({ message, error, hint }: Refusal, color: boolean): string {
  const cross = color ? "\u001b[31m✗\u001b[0m" : "✗";
  const next = typeof hint === "string" ? `\n  ${inShellWords(hint).replaceAll("\n", "\n  ")}` : "";
  // A script's error has its place on a second line.
  const what = String(message ?? error ?? "it did not work").replaceAll(/\s*\n\s*/g, " ");
  return `${cross} ${escaped(what)}${next}`;
}
