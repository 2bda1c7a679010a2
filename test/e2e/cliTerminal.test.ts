import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { drover, droverBin } from "./support/drover.ts";
import { test as base, type TestSession } from "./support/session.ts";

/** What a person's terminal gets: `script` gives the command a pseudo-terminal. */
async function onTerminal(session: TestSession, args: string[]): Promise<string> {
  const { NO_COLOR: _, ...env } = process.env;
  const line = [process.execPath, droverBin, ...args].map((word) => `'${word}'`).join(" ");
  const { stdout } = await promisify(execFile)("script", ["-qc", line, "/dev/null"], { env: { ...env, TERM: "xterm", DROVER_SESSION: session.id } });
  return stdout;
}

const own = /\p{Cc}\[(?:[012]|3[1-6])m|\r\n/gu;

const test = base.extend<{ hostile: TestSession }>({
  hostile: async ({ session, server }, use) => {
    await session.call("navigate", { url: server.html("/escapes", "x") });
    await session.call("eval_js", {
      expr: String.raw`document.title = window.said = "Pwn\u001b]0;x\u0007\u009b2J"; console.log("said\u001b[2J\rover"); localStorage.setItem("key\u001b[2J", "one\ntwo\u0007\rover");`,
    });
    await use(session);
  },
});

test("a page cannot drive the terminal that shows what it says", async ({ hostile }) => {
  const shown: Record<string, string> = {
    "storage list": "key\\u001b[2J  one\\ntwo\\u0007\\rover\n",
    "storage get key\u001b[2J": "one\ntwo\\u0007\\rover\n",
    "eval said": "Pwn\\u001b]0;x\\u0007\\u009b2J\n",
    "eval said --json": '"Pwn\\u001b]0;x\\u0007\\u009b2J"\n',
    target: "\\u009b2J",
    status: "\\u009b2J",
    console: "said\\u001b[2J\\rover",
    "eval Promise.reject(said)": "Pwn\\u001b]0;x\\u0007\\u009b2J",
  };
  for (const [command, expected] of Object.entries(shown)) {
    const text = (await onTerminal(hostile, command.split(" "))).replaceAll(own, (found) => (found === "\r\n" ? "\n" : ""));
    expect(text, command).toContain(expected);
    expect(text, command).not.toMatch(/[^\P{Cc}\n\t]/u);
  }
});

test("a table is cut to the terminal, and not in a pipe or a file", async ({ session, server }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "drover-terminal-"));
  const file = path.join(folder, "list.txt");
  await session.call("navigate", { url: server.html("/long-value", "x") });
  await session.call("eval_js", { expr: `localStorage.setItem("long", "x".repeat(200000))` });
  const whole = `KEY   VALUE\nlong  ${"x".repeat(200_000)}\n`;
  expect((await onTerminal(session, ["storage", "list"])).length).toBeLessThan(1000);
  expect((await drover(["storage", "list"], { env: { ...process.env, DROVER_SESSION: session.id } })).stdout).toBe(whole);
  await onTerminal(session, ["storage", "list", "-o", file]);
  expect(readFileSync(file, "utf8")).toBe(whole);
  rmSync(folder, { recursive: true });
});

test("into a pipe a value goes as it is, and a table keeps its rows", async ({ hostile }) => {
  const run = (...args: string[]) => drover(args, { env: { ...process.env, DROVER_SESSION: hostile.id } });
  expect((await run("storage", "get", "key\u001b[2J")).stdout).toBe("one\ntwo\u0007\rover");
  expect((await run("storage", "list")).stdout).toBe("KEY           VALUE\nkey\\u001b[2J  one\\ntwo\\u0007\\rover\n");
  expect((await run("status")).stdout).toContain("\\u009b2J");
});
