import readline from "node:readline";
import { commands as ownCommands } from "../commands/index.ts";
import { commandName, loadCommand } from "../manifest.ts";
import { loadPluginCommand, loadVocabulary } from "../pluginCommands.ts";
import { runOwnCommand } from "../more.ts";
import { BELL, questionText } from "../questionText.ts";
import { runTool } from "../runTool.ts";
import type { Shell } from "../shell.ts";
import { note, peopleForm, print, refusalText } from "../terminal.ts";
import { DaemonClient } from "../../client/daemonClient.ts";
import type { Home } from "../../config/home.ts";
import type { TargetOutput } from "../../generated/sdkTools.ts";
import { closest, editDistance } from "../../text/closest.ts";
import { asDroverError } from "../../protocol/errors.ts";
import type { QuestionEvent } from "../../protocol/events.ts";
import type { DaemonEvent } from "../../protocol/messages.ts";
import { commandFlags, complete } from "./complete.ts";
import { loadHistory, saveHistory } from "./history.ts";
import { isUnfinished, looksLikeCommand } from "./javascript.ts";
import { promptText } from "./prompt.ts";
import { splitLine } from "./splitLine.ts";

type PageInfo = TargetOutput["sessions"][number];

const watchedTopics = ["pageopened", "pageclosed", "activechanged", "navigated", "closed", "question", "answered"];
const MAX_REFS = 2000;

/** Commands that would take the terminal away or go on for ever in here. */
const notHere = new Set(["repl", "mcp"]);

/** One line at a time on a live session: commands as in the shell, and everything else is JavaScript for the page. */
export class Repl {
  readonly #home: Home;
  readonly #session: string;
  readonly #client: DaemonClient;
  readonly #manifest = loadVocabulary();
  readonly #flags = commandFlags(this.#manifest, ownCommands);
  readonly #refs = new Set<string>();
  readonly #lines: string[] = [];
  #reader!: readline.Interface;
  readonly #questions = new Map<string, QuestionEvent>();
  #pages: PageInfo[] = [];
  #unfinished = "";
  #running: AbortController | undefined;
  #subscribed = false;
  #lastCode = 0;
  #ended!: (code: number) => void;

  constructor(home: Home, session: string) {
    this.#home = home;
    this.#session = session;
    this.#client = new DaemonClient({ client: "repl", home });
  }

  async run(): Promise<number> {
    const terminal = process.stdin.isTTY === true;
    const done = new Promise<number>((resolve) => {
      this.#ended = resolve;
    });
    this.#reader = readline.createInterface({
      input: process.stdin,
      output: terminal ? process.stdout : undefined,
      terminal,
      history: loadHistory(this.#home),
      historySize: 1000,
      removeHistoryDuplicates: true,
      completer: (line: string) => complete(line, { commands: this.#flags, refs: this.#refs, pages: this.#pages }),
    });
    this.#reader.on("history", (history) => saveHistory(this.#home, history));
    this.#reader.on("line", (line) => this.#take(line));
    this.#reader.on("SIGINT", () => this.#interrupt());
    process.on("SIGINT", () => this.#interrupt());
    this.#reader.on("close", () => this.#close());
    if (terminal) print('Drover. Commands as in the shell; anything else is JavaScript for the page. ".help" says more, Ctrl-D leaves.');
    await this.#refresh();
    this.#prompt();
    const code = await done;
    this.#client.close();
    return code;
  }

  #take(line: string): void {
    // Nothing else is read while a command runs: it waits for this answer itself, perhaps.
    const [question] = this.#questions.values();
    if (this.#running && question) return void this.#answer(question, line);
    this.#lines.push(line);
    if (!this.#running) void this.#drain();
  }

  async #answer({ id }: QuestionEvent, line: string): Promise<void> {
    const { ok, data } = await this.#client.call("answer_question", { id, value: line });
    if (!ok) note(refusalText(data as Parameters<typeof refusalText>[0], peopleForm().color));
  }

  /** Lines that come while one runs wait for their turn; but a question that is open meanwhile is answered with the next one. */
  async #drain(): Promise<void> {
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
      const controller = new AbortController();
      const before = this.#active;
      this.#running = controller;
      try {
        this.#lastCode = await this.#execute(line, controller.signal);
      } catch (thrown) {
        note(refusalText(asDroverError(thrown).toResult(), peopleForm().color));
        this.#lastCode = 1;
      }
      if (this.#unfinished === "") await this.#refresh();
      if (before && this.#active && !this.#pages.some(({ id }) => id === before.id)) this.#announceActive();
      this.#running = undefined;
    }
    if (this.#closed) this.#ended(this.#lastCode);
    else this.#prompt();
  }

  async #execute(line: string, signal: AbortSignal): Promise<number> {
    if (this.#unfinished !== "") return this.#javascript(`${this.#unfinished}\n${line}`, signal);
    const text = line.trim();
    if (text === "" || text.startsWith("//")) return this.#lastCode;
    if (text.startsWith(".")) return this.#meta(text);
    if (text === "exit" || text === "quit") return this.#meta(`.${text}`);
    if (!looksLikeCommand(text, (word) => this.#flags.has(commandName(word)) || word === "help")) return this.#javascript(line, signal);
    const [name = "", ...argv] = splitLine(text);
    if (notHere.has(name)) {
      note(`\`${name}\` is for the shell.`);
      return 2;
    }
    const own = ownCommands.some((command) => command.name === name) || name === "help";
    const tool = own ? undefined : (loadCommand(name) ?? loadPluginCommand(name));
    const shell = this.#shell(signal);
    return tool ? runTool(tool, argv, shell) : runOwnCommand(name, argv, shell);
  }

  async #javascript(code: string, signal: AbortSignal): Promise<number> {
    if (isUnfinished(code)) {
      this.#unfinished = code;
      return this.#lastCode;
    }
    this.#unfinished = "";
    const evaluate = loadCommand("eval-js");
    if (!evaluate) return 1;
    const outcome = await runTool(evaluate, ["--expr", code.startsWith("@") || code === "-" ? ` ${code}` : code], this.#shell(signal));
    if (outcome !== 0) this.#suggest(code);
    return outcome;
  }

  /** What failed as JavaScript may have been meant as a command. */
  #suggest(line: string): void {
    const [word = ""] = line.trim().split(/\s/);
    const near = closest(word, [...this.#flags.keys()]);
    // Names of the page's own may be near to a command too: only a slip of the finger counts.
    const isSlip = near !== undefined && editDistance(word, near) <= Math.ceil(word.length / 5);
    if (isSlip && looksLikeCommand(line, () => true)) note(`  Did you mean the command \`${near}\`?`);
  }

  #meta(text: string): number {
    if (text === ".exit" || text === ".quit") this.#reader.close();
    else if (text === ".help") print(help);
    else if (text === ".pages") print(this.#pages.map(({ id, title, url, active }) => `${active ? "*" : " "} ${id.slice(0, 8)}  ${title}  ${url}`).join("\n") || "No page is open.");
    else note(`There is no ${text}. ".help" lists what there is.`);
    return 0;
  }

  #shell(signal: AbortSignal): Shell {
    return {
      home: this.#home,
      client: this.#client,
      session: this.#session,
      signal,
      goesOn: true,
      seen: ({ data }) => {
        const text = JSON.stringify(data ?? null).replaceAll(/\\[nt]/g, " ");
        for (const [ref] of text.matchAll(/\be\d+\b/g)) this.#refs.add(ref);
        for (const ref of this.#refs) {
          if (this.#refs.size <= MAX_REFS) break;
          this.#refs.delete(ref);
        }
      },
    };
  }

  /** Ctrl-C ends what runs and leaves the REPL; with nothing running it clears the line. */
  #interrupt(): void {
    if (this.#running) {
      this.#running.abort();
      this.#lines.length = 0;
      return;
    }
    this.#unfinished = "";
    this.#reader.write(null, { ctrl: true, name: "u" });
    print('\nCtrl-D or ".exit" leaves.');
    this.#prompt();
  }

  #closed = false;

  #close(): void {
    this.#closed = true;
    if (!this.#running) this.#ended(this.#lastCode);
  }

  /** Asks what pages there are, without opening a session that nobody has used yet. */
  async #refresh(): Promise<void> {
    try {
      const { data } = await this.#client.call("list_sessions", {});
      const open = (data as { sessions?: { id: string }[] }).sessions?.some(({ id }) => id === this.#session);
      this.#pages = open ? await this.#listPages() : [];
      if (!this.#subscribed) await this.#subscribe();
    } catch (thrown) {
      note(refusalText(asDroverError(thrown).toResult(), peopleForm().color));
    }
  }

  async #listPages(): Promise<PageInfo[]> {
    const { data } = await this.#client.call("target", { session: this.#session });
    return (data as { sessions?: PageInfo[] }).sessions ?? [];
  }

  async #subscribe(): Promise<void> {
    await this.#client.subscribe({ topics: watchedTopics, session: this.#session, onEvent: (event) => void this.#hear(event) });
    this.#subscribed = true;
    void this.#client.closed().then(() => {
      this.#subscribed = false;
    });
  }

  /** What happens by itself is told between prompts; what a command did is in its answer. */
  async #hear({ topic, data }: DaemonEvent): Promise<void> {
    if (topic === "question" || topic === "answered") return this.#hearQuestion(topic, data as QuestionEvent);
    if (this.#running) return;
    this.#pages = topic === "closed" ? [] : await this.#listPages();
    if (topic === "closed") this.#announce(`[Session "${this.#session}" was closed]`);
    if (topic === "activechanged") this.#announceActive();
    if (!this.#running) this.#prompt(true);
  }

  #hearQuestion(topic: "question" | "answered", question: QuestionEvent): void {
    if (topic === "answered") return void this.#questions.delete(question.id);
    this.#questions.set(question.id, question);
    this.#announce(`${process.stdout.isTTY ? BELL : ""}? ${questionText(question)}`);
    if (!this.#running) this.#prompt(true);
  }

  get #active(): PageInfo | undefined {
    return this.#pages.find((page) => page.active);
  }

  #announceActive(): void {
    const active = this.#active;
    this.#announce(active ? `[Session changed: now debugging "${active.title || active.url}"]` : "[Session changed: no page is active]");
  }

  #announce(text: string): void {
    if (process.stdin.isTTY) process.stdout.write("\r\u001b[K");
    print(text);
  }

  #prompt(keepCursor = false): void {
    if (!process.stdin.isTTY) return;
    const active = this.#active;
    this.#reader.setPrompt(this.#unfinished === "" ? promptText({ title: active && (active.title || active.url), pages: this.#pages.length }) : "... ");
    this.#reader.prompt(keepCursor);
  }
}

const help = `Commands are those of the shell, without "drover":
  open example.com      snapshot      click e12      fill e3 "some text"      status      target [page]
  help                  every command, and \`help click\` or \`click --help\` for one
Anything else is JavaScript and runs in the page. An unfinished line goes on in the next one.
  document.title        await fetch("/api").then((answer) => answer.json())
Of the REPL itself:
  .pages                the pages of this session
  .help                 this page
  .exit                 leave (Ctrl-D); the session lives on
Tab completes commands, options, refs and pages. Ctrl-C ends a running command, not the REPL.`;
