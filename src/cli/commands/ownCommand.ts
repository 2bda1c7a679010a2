import { parseArgs, type ParseArgsConfig } from "node:util";
import type { CommandClient } from "../../client/daemonClient.ts";
import type { Home } from "../../config/home.ts";
import { closest } from "../../text/closest.ts";
import { DroverError } from "../../protocol/errors.ts";
import type { Outcome, PeopleForm } from "../../protocol/messages.ts";
import { oneShot, type Shell } from "../shell.ts";
import { exitCodeOf, note, peopleForm, print, printJson } from "../terminal.ts";
import { wrongUsage } from "../values.ts";

export interface OwnFlag {
  /** What the flag's value is called; without it the flag is a switch. */
  value?: string;
  short?: string;
  help: string;
  choices?: string[];
  /** It may be given again and again. */
  many?: boolean;
}

/** A command that is not one tool: declared once, its help and completion come from here. */
export interface OwnCommand {
  name: string;
  /** What follows the name. */
  usage: string;
  summary: string;
  /** How many words it takes at most; none unless given. */
  words?: number;
  /** First words that it knows, as in `daemon start|stop`. */
  verbs?: string[];
  flags?: Record<string, OwnFlag>;
  examples?: string[];
  /** Its words reach it as they were typed: another program or a tool reads them. */
  verbatim?: boolean;
  /** Another program reads its options: of the common ones it knows only --help. */
  foreign?: boolean;
  run(call: Invocation): Promise<number>;
}

export const commonFlags: Record<string, OwnFlag> = {
  session: { value: "id", help: "which session; else DROVER_SESSION, else default" },
  context: { value: "id", help: "the same as --session" },
  json: { help: "print one JSON document" },
  verbose: { short: "v", help: "say which browser is used; -vv says more" },
  help: { short: "h", help: "this page" },
};

/** Every flag that a command takes. */
export const flagsOf = ({ flags, foreign }: OwnCommand): Record<string, OwnFlag> =>
  foreign ? { ...flags, help: commonFlags["help"]! } : { ...flags, ...commonFlags, ...flags };

type FlagValues = Record<string, string | boolean | string[] | undefined>;

/** One run of an own command: what was typed, and the ways to answer. */
export class Invocation {
  readonly words: string[];
  readonly people: PeopleForm = peopleForm();
  readonly verbose: number;
  readonly shell: Shell;
  readonly #flags: FlagValues;
  /** Of the calls that it made, for the one document. */
  readonly #warnings = new Set<unknown>();

  constructor(shell: Shell, words: string[], flags: FlagValues, verbose: number) {
    this.shell = shell;
    this.words = words;
    this.#flags = flags;
    this.verbose = verbose;
  }

  get home(): Home {
    return this.shell.home;
  }

  get client(): CommandClient {
    return this.shell.client;
  }

  on(flag: string): boolean {
    return this.#flags[flag] === true;
  }

  text(flag: string): string | undefined {
    const value = this.#flags[flag];
    return typeof value === "string" ? value : undefined;
  }

  /** Of a flag that may be given again and again. */
  texts(flag: string): string[] {
    const value = this.#flags[flag];
    return Array.isArray(value) ? value : [];
  }

  get json(): boolean {
    return this.on("json");
  }

  get session(): string {
    return this.text("session") ?? this.text("context") ?? this.shell.session;
  }

  /** Calls a tool and gives back its data; a refusal is thrown, to end the command with its message. */
  async call<T extends object>(tool: string, input: Record<string, unknown>): Promise<T> {
    const outcome = await this.outcome(tool, input);
    if (!outcome.ok) throw refusalOf(outcome.data);
    return outcome.data as T;
  }

  async outcome(tool: string, input: Record<string, unknown>): Promise<Outcome> {
    const outcome = await this.client.call(tool, input, {
      ...(this.json ? {} : { form: "people", people: this.people }),
      ...(this.shell.signal && { signal: this.shell.signal }),
      onProgress: (message) => note(message),
    });
    const { warnings } = (outcome.data ?? {}) as { warnings?: unknown };
    for (const line of Array.isArray(warnings) ? warnings : []) {
      if (this.json) this.#warnings.add(line);
      else note(`! ${String(line)}`);
    }
    return outcome;
  }

  /** Prints the data as one document, or the text for a person. */
  show(data: object, text: string): number {
    if (this.json) printJson(this.#warnings.size > 0 ? { ...data, warnings: [...this.#warnings] } : data);
    else if (text !== "") print(text);
    return exitCodeOf(data);
  }

  /** Something worth knowing that is not the answer. */
  mention(level: number, text: string): void {
    if (this.verbose >= level) note(text);
  }
}

/** A refusal that came as data, to be thrown. */
export function refusalOf(data: unknown): DroverError {
  const { error, message, hint, ok: _, failure: __, ...fields } = (data ?? {}) as Record<string, unknown>;
  return new DroverError((error ?? "internal") as DroverError["code"], String(message ?? error), {
    ...(typeof hint === "string" && { hint }),
    fields,
  });
}

export function parseOwn(command: OwnCommand, argv: string[], shell: Shell = oneShot()): Invocation {
  if (command.verbatim) return new Invocation(shell, argv, { help: argv.includes("--help") || argv.includes("-h") }, 0);
  const flags = flagsOf(command);
  const options: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]) => [name, { type: value ? "string" : "boolean", ...(short && { short }) } as const]),
  );
  const { tokens } = parseArgs({ args: argv, options, strict: false, allowPositionals: true, tokens: true });
  const words: string[] = [];
  const values: FlagValues = {};
  const repeated = new Map<string, string[]>();
  let verbose = 0;
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const flag = flags[token.name];
    if (!flag) throw unknownFlag(command, token.rawName, Object.keys(flags));
    if (flag.value && token.value === undefined) throw wrongUsage(`${token.rawName} needs a ${flag.value}`);
    if (flag.choices && !flag.choices.includes(token.value ?? ""))
      throw wrongUsage(`${token.rawName} is one of ${flag.choices.join(", ")}, not "${token.value ?? ""}"`);
    if (token.name === "verbose") verbose++;
    if (flag.many) repeated.set(token.name, [...(repeated.get(token.name) ?? []), token.value ?? ""]);
    values[token.name] = repeated.get(token.name) ?? (flag.value ? token.value : true);
  }
  const { words: most = 0 } = command;
  if (words.length > most) throw wrongUsage(`${command.name} does not take "${words[most]}"`, `Usage: drover ${command.name} ${command.usage}`.trimEnd());
  return new Invocation(shell, words, values, verbose);
}

function unknownFlag(command: OwnCommand, rawName: string, known: string[]): Error {
  const near = closest(rawName, known.map((name) => `--${name}`));
  const help = `\`drover ${command.name} --help\` lists them.`;
  return wrongUsage(`${command.name} has no option ${rawName}`, near ? `Did you mean ${near}? ${help}` : help);
}

/** The first word, which must be one of the command's verbs. */
export function verbOf(command: OwnCommand, { words }: Invocation): string {
  const [given] = words;
  const verbs = command.verbs ?? [];
  if (given !== undefined && verbs.includes(given)) return given;
  const near = given === undefined ? undefined : closest(given, verbs);
  throw wrongUsage(
    given === undefined ? `${command.name} needs one of ${verbs.join(", ")}` : `${command.name} has no "${given}"`,
    near ? `Did you mean \`drover ${command.name} ${near}\`?` : `Usage: drover ${command.name} ${command.usage}`,
  );
}
