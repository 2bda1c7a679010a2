import { parseArgs, type ParseArgsConfig } from "node:util";
import { closest } from "../text/closest.ts";
import { flagName, typedName } from "./manifest.ts";
import type { CommandArgument, ToolCommand } from "../protocol/toolSurfaces.ts";
import { readTarget, targetArguments } from "./target.ts";
import { parseJson, readDuration, readItems, readValue, resolveGiven, resolveText, type Sources, textOf, wrongUsage } from "./values.ts";

/** What a command line says besides the tool's input. */
export interface ShellOptions {
  json: boolean;
  help: boolean;
  verbose: number;
  output?: string;
  baseUrl?: string;
  session?: string;
}

export interface ParsedCommand {
  input: Record<string, unknown>;
  options: ShellOptions;
}

type OptionTable = NonNullable<ParseArgsConfig["options"]>;

const shellFlags: OptionTable = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  verbose: { type: "boolean", short: "v" },
  output: { type: "string", short: "o" },
  "base-url": { type: "string" },
  session: { type: "string" },
  context: { type: "string" },
};
/** As curl and its kin have them. */
export const shortFlags: Record<string, string> = { selector: "s", include: "i", method: "X", header: "H", body: "d" };
const pageFlags: OptionTable = { page: { type: "string" }, target: { type: "string" }, timeout: { type: "string" }, "timeout-ms": { type: "string" } };

/** Reads a command line against a tool's declaration. Throws `bad-input` with the way out when it does not fit. */
export function parseCommand(command: ToolCommand, argv: string[], sources: Sources): ParsedCommand {
  const { rest, whole } = takeWholeInput(argv, sources);
  const { flags, options: known } = grammarOf(command);
  const { tokens } = parseArgs({ args: rest, options: known, strict: false, allowPositionals: true, tokens: true });
  const input: Record<string, unknown> = { ...whole };
  const options: ShellOptions = { json: false, help: false, verbose: 0 };
  const positionals = new Map<number, string>();

  for (const token of tokens) {
    if (token.kind === "option-terminator") continue;
    const raw = rest[token.index]!;
    // parseArgs takes -100 for three short options; nobody who types it means that.
    if (token.kind === "positional" || /^-\d/.test(raw)) {
      positionals.set(token.index, raw);
      continue;
    }
    const negated = token.name.startsWith("no-") && !flags.has(token.name);
    const name = negated ? token.name.slice(3) : token.name;
    const own = flags.get(name);
    if (own) setArgument(input, own, token, negated, sources);
    else setShellOption(input, options, command, { ...token, name, negated, raw });
  }
  applyPositionals(command, [...positionals.values()], input, sources);
  return { input, options };
}

/** `--json '{…}'`, `--json @file` and `--json -` are the whole input; `--json` alone asks for JSON output. */
function takeWholeInput(argv: string[], sources: Sources): { rest: string[]; whole: Record<string, unknown> } {
  const rest: string[] = [];
  let whole: Record<string, unknown> = {};
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index]!;
    if (word === "--") return { rest: [...rest, ...argv.slice(index)], whole };
    const inline = word.startsWith("--json=") ? word.slice("--json=".length) : undefined;
    const next = argv[index + 1] ?? "";
    const given = inline ?? (word === "--json" && /^(\{|-$|@[^@].*\.json$)/.test(next.trim()) ? next : undefined);
    if (given === undefined) {
      rest.push(word);
      continue;
    }
    if (inline === undefined) index++;
    const parsed = parseJson(resolveText(given, sources), "--json");
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw wrongUsage("--json takes an object");
    whole = { ...whole, ...parsed };
  }
  return { rest, whole };
}

interface NamedArgument extends CommandArgument {
  name: string;
  /** The argument that takes bytes instead: `bodyBase64` for `body`. */
  forBytes?: string | undefined;
}

interface Grammar {
  flags: ReadonlyMap<string, NamedArgument>;
  options: OptionTable;
}

/** A daemon reads the same few commands again and again. */
const grammars = new WeakMap<ToolCommand, Grammar>();

function grammarOf(command: ToolCommand): Grammar {
  const grammar = grammars.get(command) ?? { flags: flagsOf(command), options: optionTable(command) };
  grammars.set(command, grammar);
  return grammar;
}

function flagsOf(command: ToolCommand): Map<string, NamedArgument> {
  const bytesOf = (name: string) => [`${name}Base64`].find((twin) => twin in command.args);
  return new Map(Object.entries(command.args).map(([name, argument]) => [flagName(name), { name, forBytes: bytesOf(name), ...argument }]));
}

const isSwitch = ({ kinds, many }: CommandArgument) => !many && kinds.length === 1 && kinds[0] === "boolean";

function optionTable(command: ToolCommand): OptionTable {
  const own = Object.entries(command.args).map(([name, argument]) => [
    flagName(name),
    {
      type: isSwitch(argument) ? "boolean" : "string",
      ...(name in shortFlags && { short: shortFlags[name] }),
    } as const,
  ]);
  return { ...(command.needs === "daemon" ? {} : pageFlags), ...shellFlags, ...(Object.fromEntries(own) as OptionTable) };
}

interface OptionToken {
  name: string;
  value?: string | undefined;
}

function setArgument(
  input: Record<string, unknown>,
  argument: NamedArgument,
  token: OptionToken & { rawName: string },
  negated: boolean,
  sources: Sources,
): void {
  const { name } = argument;
  const flag = token.rawName;
  if (negated) {
    if (!argument.kinds.includes("boolean")) throw wrongUsage(`${flag}: ${flagName(name)} is not a switch`);
    input[name] = false;
    return;
  }
  if (token.value === undefined) {
    if (!argument.kinds.includes("boolean")) throw wrongUsage(`${flag} needs a value`);
    input[name] = true;
    return;
  }
  const isTarget = (targetArguments as readonly string[]).includes(name);
  const given = isTarget ? token.value : resolveGiven(token.value, sources);
  if (argument.forBytes && Buffer.isBuffer(given)) {
    input[argument.forBytes] = given.toString("base64");
    return;
  }
  const text = textOf(given, token.value);
  if (argument.many) input[name] = [...((input[name] as unknown[] | undefined) ?? []), ...readItems(text, argument, flag)];
  else input[name] = points.has(name) ? readPoint(text, argument, flag) : readValue(text, argument, flag);
}

/** Given as in a target: `120,80`. */
const points = new Set(["coords", "position"]);

function readPoint(text: string, argument: CommandArgument, flag: string): unknown {
  const target = readTarget(text);
  return "coords" in target ? target.coords : readValue(text, argument, flag);
}

function setShellOption(
  input: Record<string, unknown>,
  options: ShellOptions,
  command: ToolCommand,
  token: OptionToken & { rawName: string; negated: boolean; raw: string },
): void {
  const { name, value } = token;
  const needed = () => {
    if (value === undefined) throw wrongUsage(`${token.rawName} needs a value`);
    return value;
  };
  const takesPage = command.needs === "page" || "page" in command.args;
  if (name === "json" || name === "help") options[name] = !token.negated;
  else if (name === "verbose") options.verbose++;
  else if (name === "output") options.output = needed();
  else if (name === "base-url") options.baseUrl = needed();
  else if (name === "session" || name === "context") options.session = needed();
  else if (takesPage && (name === "page" || name === "target")) input["page"] = needed();
  else if (command.needs !== "daemon" && (name === "timeout" || name === "timeout-ms")) input["timeoutMs"] = readDuration(needed(), token.rawName);
  else throw unknownFlag(command, token.rawName);
}

function unknownFlag(command: ToolCommand, rawName: string): Error {
  const known = Object.keys(grammarOf(command).options).map((name) => `--${name}`);
  const near = closest(rawName, known);
  const help = `\`drover ${typedName(command)} --help\` lists them.`;
  return wrongUsage(`${typedName(command)} has no option ${rawName}`, near ? `Did you mean ${near}? ${help}` : help);
}

function applyPositionals(command: ToolCommand, given: string[], input: Record<string, unknown>, sources: Sources): void {
  const slots = (command.positional ?? []).filter((slot) => (slot === "target" ? !hasTarget(input) : input[slot] === undefined));
  for (const [index, text] of given.entries()) {
    const slot = slots[index] ?? (command.args[slots.at(-1) ?? ""]?.many ? slots.at(-1) : undefined);
    if (slot === undefined) throw tooMany(command, text);
    if (slot === "target") Object.assign(input, readTarget(text));
    else setPositional(input, command, slot, resolveText(text, sources));
  }
}

function setPositional(input: Record<string, unknown>, command: ToolCommand, slot: string, text: string): void {
  const argument = command.args[slot];
  if (!argument) throw new Error(`${command.tool} declares the positional "${slot}" but has no such argument`);
  if (argument.many) input[slot] = [...((input[slot] as unknown[] | undefined) ?? []), ...readItems(text, argument, slot)];
  else input[slot] = readValue(text, argument, slot);
}

export const hasTarget = (input: Record<string, unknown>): boolean => targetArguments.some((name) => input[name] !== undefined);

function tooMany(command: ToolCommand, text: string): Error {
  const name = typedName(command);
  const takes = command.positional?.map((slot) => `<${slot}>`).join(" ");
  const hint = takes ? `Usage: drover ${name} ${takes}. Quote a value that has spaces.` : `\`drover ${name} --help\` shows its options.`;
  return wrongUsage(`${name} does not know what to do with "${text}"`, hint);
}
