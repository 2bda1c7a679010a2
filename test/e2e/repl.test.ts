import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { drover, droverBin } from "./support/drover.ts";
import { test as base, type TestSession } from "./support/session.ts";

/** A REPL on a terminal: `script` gives it a pseudo-terminal, as a person has one. */
class Terminal implements Disposable {
  readonly #child: ChildProcess;
  #seen = "";
  #read = 0;

  constructor(session: TestSession, home = process.env["DROVER_HOME"]) {
    this.#child = spawn("script", ["-qfec", `${process.execPath} ${droverBin} repl --session ${session.id}`, "/dev/null"], {
      env: { ...process.env, DROVER_HOME: home, TERM: "xterm", NO_COLOR: "1" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child.stdout!.on("data", (chunk: Buffer) => {
      this.#seen += chunk.toString();
    });
  }

  type(keys: string): void {
    this.#child.stdin!.write(keys);
  }

  /** Waits for text that was not yet waited for. */
  async sees(text: string): Promise<void> {
    await expect.poll(() => this.#seen.indexOf(text, this.#read), { timeout: 60_000, message: text }).toBeGreaterThanOrEqual(0);
    this.#read = this.#seen.indexOf(text, this.#read) + text.length;
  }

  between(start: string, end: string): string {
    const from = this.#seen.indexOf(start);
    return this.#seen.slice(from, this.#seen.indexOf(end, from));
  }

  async enter(line: string, answer: string): Promise<void> {
    this.type(`${line}\r`);
    await this.sees(answer);
  }

  ended(): Promise<void> {
    return new Promise((resolve) => this.#child.once("exit", () => resolve()));
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

const test = base.extend<{ terminal: Terminal }>({
  terminal: async ({ session }, use) => {
    using terminal = new Terminal(session);
    await use(terminal);
  },
});

test("commands and JavaScript on the live page, with its title in the prompt", async ({ terminal, server }) => {
  await terminal.sees("drover [about:blank]> ");
  await terminal.enter(`navigate ${server.html("/repl", "<title>A page whose title is much too long</title><button>Press me</button>")}`, "drover [A page whose title is much ...]> ");
  await terminal.enter("6 * 7", "\n42");
  await terminal.enter("({", "... ");
  await terminal.enter("a: [1, 2] }).a.length", "\n2");
  await terminal.enter("snapshot", 'button "Press me"');
  await terminal.enter("no-such-thing", "✗");
  await terminal.enter(".help", "JavaScript");
});

test("Tab completes a command", async ({ terminal }) => {
  await terminal.sees("> ");
  terminal.type("eval-");
  await terminal.sees("eval-");
  // A Tab that comes with other keys counts as pasted text.
  terminal.type("\t");
  await terminal.sees("js ");
  terminal.type("7*6\r");
  await terminal.sees("\n42");
});

test("Ctrl-C ends the running call and not the REPL", async ({ terminal }) => {
  await terminal.sees("> ");
  terminal.type("eval 'new Promise(() => 0)' --timeout 100s\r");
  await terminal.sees("100s\r");
  terminal.type("\u0003");
  await terminal.sees("cancelled");
  await terminal.enter("'still ' + 'here'", "\nstill here");
  // Following ends as a person ends it, without a word about the daemon.
  await terminal.enter("setInterval(() => console.log('tick' + 'ing'), 50)", "> ");
  await terminal.enter("console -f", "ticking");
  terminal.type("\u0003");
  await terminal.enter("'and ' + 'on'", "\nand on");
  expect(terminal.between("console -f", "\nand on")).not.toContain("The daemon ended");
  const left = terminal.ended();
  terminal.type("exit\r");
  await left;
});

test("a popup is counted, and when the active page goes the REPL says which took over", async ({ terminal, session, server }) => {
  await terminal.sees("> ");
  const popup = server.html("/popup", "<title>Popup</title>");
  await terminal.enter(`navigate ${server.html("/opener", "<title>Opener</title>")}`, "[Opener]> ");
  await terminal.enter(`window.open(${JSON.stringify(popup)}); 1`, "[Opener](2)> ");
  await session.call("tab_close", { query: "Opener" });
  await terminal.sees('[Session changed: now debugging "Popup"]');
  await terminal.sees("drover [Popup]> ");
});

test("a page that a typed line closes is told of as well", async ({ terminal, server }) => {
  await terminal.sees("> ");
  await terminal.enter(`navigate ${server.html("/staying", "<title>Staying</title>")}`, "[Staying]> ");
  await terminal.enter(`tab-open ${server.html("/leaving", "<title>Leaving</title>")}`, "[Staying](2)> ");
  await terminal.enter("target Leaving", "[Leaving](2)> ");
  await terminal.enter("tab-close", '[Session changed: now debugging "Staying"]');
  await terminal.sees("drover [Staying]> ");
});

test("a mistyped command is recognised, a name of the page's own is not", async ({ terminal }) => {
  await terminal.sees("> ");
  await terminal.enter("targt", "Did you mean the command `target`?");
  await terminal.enter("data", "data is not defined");
  await terminal.enter("'next'", "\nnext");
  expect(terminal.between("data is not defined", "next")).not.toContain("Did you mean");
});

test("history is kept for the next run, for its owner only", async ({ terminal, session }) => {
  await terminal.sees("> ");
  await terminal.enter("'remember' + ' me'", "\nremember me");
  const left = terminal.ended();
  terminal.type("\u0004");
  await left;
  expect(readFileSync(path.join(process.env["DROVER_HOME"]!, "repl-history"), "utf8")).toContain("'remember' + ' me'");
  using again = new Terminal(session);
  await again.sees("> ");
  again.type("\u001b[A\r");
  await again.sees("\nremember me");
});

test("lines from a pipe are run one after the other, without a prompt", async ({ session }) => {
  const { code, stdout } = await drover(["repl", "--session", session.id], { stdin: "1 + 1\neval 'document.URL'\n" });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "2\nabout:blank\n" });
});
