import readline from "node:readline/promises";
import { Writable } from "node:stream";
import { note, sources } from "./terminal.ts";
import { textOf } from "./values.ts";

/** From a prompt that shows nothing, or from standard input without the newline at its end. */
export async function readSecret(name: string): Promise<string> {
  if (!process.stdin.isTTY) return textOf(sources.stdin().toString(), "-").replace(/\r?\n$/, "");
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = readline.createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  // Only now is nothing shown any more.
  note(`Value of ${name} (it is not shown):`);
  try {
    return await prompt.question("");
  } finally {
    prompt.close();
  }
}
