import type { PeopleForm } from "../protocol/messages.ts";
import { flagsOf, type OwnCommand } from "./commands/ownCommand.ts";
import { commandName, flagName, type Manifest } from "./manifest.ts";
import type { CommandArgument, ToolCommand } from "../protocol/toolSurfaces.ts";
import { shortFlags } from "./parseCommand.ts";
import { targetArguments } from "./target.ts";

const bold = (text: string, { color }: PeopleForm) => (color ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string, { color }: PeopleForm) => (color ? `\u001b[2m${text}\u001b[0m` : text);

/** Two columns; the second is wrapped where the terminal ends. */
export function columns(rows: [string, string][], people: PeopleForm): string {
  const left = Math.min(34, Math.max(...rows.map(([term]) => term.length)) + 2);
  const room = Math.max(30, Math.min(people.columns, 110) - left - 2);
  return rows
    .map(([term, text]) => {
      const [first = "", ...rest] = wrap(text, room);
      const start = term.length >= left ? `  ${term}\n  ${" ".repeat(left)}` : `  ${term.padEnd(left)}`;
      return [`${start}${first}`, ...rest.map((line) => `  ${" ".repeat(left)}${line}`)].join("\n").trimEnd();
    })
    .join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The page of one command, made from its declaration. */
export function commandHelp(command: ToolCommand, people: PeopleForm): string {
  const name = commandName(command.tool);
  const positional = (command.positional ?? []).map((slot) => (command.args[slot]?.required ? `<${slot}>` : `[${slot}]`));
  const parts = [`${bold(`drover ${[name, ...positional].join(" ")}`, people)}`, command.summary];
  if (command.details) parts.push(command.details.replaceAll("\n", " "));
  if (command.positional?.includes("target"))
    parts.push("A target is a ref (e12), a name (@login), coordinates (120,80), or else a selector.");
  const own = Object.entries(command.args).map(([arg, argument]): [string, string] => [flagUsage(arg, argument), describe(argument)]);
  if (own.length > 0) parts.push(`${bold("Options", people)}\n${columns(own, people)}`);
  parts.push(`${bold("Options of every command", people)}\n${columns(commonOptions(command), people)}`);
  if (command.aliases?.length) parts.push(`Also: ${command.aliases.map((alias) => `drover ${commandName(alias)}`).join(", ")}`);
  const examples = command.examples.map((example) => `  drover ${shellExample(command, example)}`);
  if (examples.length > 0) parts.push(`${bold("Examples", people)}\n${examples.join("\n")}`);
  return parts.join("\n\n");
}

function flagUsage(name: string, { kinds, many }: CommandArgument): string {
  const short = name in shortFlags ? `-${shortFlags[name]}, ` : "";
  if (!many && kinds.length === 1 && kinds[0] === "boolean") return `${short}--[no-]${flagName(name)}`;
  const value = kinds.includes("size") ? "WxH" : kinds.includes("json") ? "json" : kinds.join("|").replace("string", "text");
  return `${short}--${flagName(name)} <${value}>${many ? " …" : ""}`;
}

function describe({ help, choices, required, many }: CommandArgument): string {
  const parts = [help, choices?.length ? `one of ${choices.join(", ")}` : undefined];
  if (required) parts.push("required");
  if (many) parts.push("may be repeated");
  return parts.filter(Boolean).join("; ");
}

function commonOptions(command: ToolCommand): [string, string][] {
  const page: [string, string][] = [
    ["--session, --context <id>", "which session; else DROVER_SESSION, else default"],
    ["--page, --target <page>", "which page: its id, a part of its title, or a pattern of its URL"],
    ["--timeout, --timeout-ms <time>", "give up after 1500, 1500ms or 1.5s"],
  ];
  return [
    ...(command.needs === "daemon" ? [] : page.filter(([flag]) => command.needs === "page" || !flag.startsWith("--page"))),
    ...(command.goesTo ? [["--base-url <url>", "where relative addresses start; else DROVER_BASE_URL, else playwright.config's"] as [string, string]] : []),
    ["--json", "print one JSON document"],
    ["--json '{…}'", "the whole input as JSON; also @file.json, or - for stdin"],
    ["-o, --output <file>", "write the result to a file"],
    ["-v, -vv", "say which browser is used"],
  ];
}

function shellExample(command: ToolCommand, example: Record<string, unknown>): string {
  const words = [commandName(command.tool)];
  if (!Object.entries(example).every(([key, value]) => hasWords(value, command.args[key]))) return [...words, "--json", quote(example)].join(" ");
  const rest = { ...example };
  for (const slot of command.positional ?? []) {
    const key = slot === "target" ? targetArguments.find((name) => rest[name] !== undefined) : slot;
    const value = key && rest[key];
    // What comes after a word that is left out would be taken for it.
    if (key === undefined || value === undefined) break;
    if (Array.isArray(value)) continue;
    words.push(positionalWord(key, value));
    delete rest[key];
  }
  for (const [key, value] of Object.entries(rest)) words.push(...flagWords(key, value));
  return words.join(" ");
}

/** Nothing, an empty list, and a list where one value is usual can only be written as JSON. */
function hasWords(value: unknown, argument: CommandArgument | undefined): boolean {
  if (!Array.isArray(value)) return value !== null;
  return value.length > 0 && (argument?.many === true || value.some((item) => typeof item === "object"));
}

function positionalWord(key: string, value: unknown): string {
  if (key === "named") return `@${String(value)}`;
  const coords = value as { x?: unknown; y?: unknown };
  if (key === "coords") return `${String(coords.x)},${String(coords.y)}`;
  return quote(value);
}

function flagWords(key: string, value: unknown): string[] {
  const flag = `--${flagName(key)}`;
  if (value === true) return [flag];
  if (value === false) return [`--no-${flagName(key)}`];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.flatMap((item) => [flag, quote(item)]);
  return [flag, quote(value)];
}

function quote(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w./:@,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The page of a first word that several tools share. */
export function groupHelp(name: string, tools: ToolCommand[], people: PeopleForm): string {
  const verbOf = (tool: string) => commandName(tool).slice(name.length + 1);
  const verbs = tools.map(({ tool }) => verbOf(tool));
  const rows = tools.map(({ tool, summary }): [string, string] => [`${name} ${verbOf(tool)}`, firstSentence(summary)]);
  return [bold(`drover ${name} ${verbs.join("|")}`, people), columns(rows, people), `\`drover ${name} ${verbs[0]} --help\` says more about one.`].join("\n\n");
}

/** The page of a family: what its tools are for, each in a line. */
export function familyHelp(family: string, tools: ToolCommand[], people: PeopleForm): string {
  const rows = tools.map(({ tool, summary }): [string, string] => [commandName(tool), firstSentence(summary)]);
  return [bold(family, people), columns(rows, people), "`drover <command> --help` says more about one."].join("\n\n");
}

/** The page of a command that is not a tool. */
export function ownHelp(command: OwnCommand, people: PeopleForm): string {
  const { name, usage, summary, examples = [] } = command;
  const rows = Object.entries(flagsOf(command)).map(([flag, { value, short, help, choices }]): [string, string] => [
    `${short ? `-${short}, ` : ""}--${flag}${value ? ` <${value}>` : ""}`,
    choices ? `${help}: ${choices.join(", ")}` : help,
  ]);
  const parts = [bold(`drover ${name} ${usage}`.trim(), people), `${summary}.`, `${bold("Options", people)}\n${columns(rows, people)}`];
  if (examples.length > 0) parts.push(`${bold("Examples", people)}\n${examples.map((line) => `  drover ${line}`).join("\n")}`);
  return parts.join("\n\n");
}

/** `drover help`: what there is, in the order a newcomer needs it. */
export function overview(own: OwnCommand[], manifest: Manifest, people: PeopleForm): string {
  const families = new Map<string, [string, string][]>();
  const told = new Set(own.map(({ name }) => name));
  for (const { tool, family, summary } of Object.values(manifest)) {
    if (told.has(commandName(tool))) continue;
    const rows = families.get(family) ?? [];
    rows.push([commandName(tool), firstSentence(summary)]);
    families.set(family, rows);
  }
  const ownRows = own.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `${bold("drover", people)} drives real browsers. Sessions live on between commands, and so do their pages.`,
    `  drover open example.com       drover snapshot       drover click e12       drover close`,
    `${bold("Commands", people)}\n${columns(ownRows, people)}`,
    `${bold("Tools", people)}`,
    ...[...families].map(([family, rows]) => `${dim(family, people)}\n${columns(rows, people)}`),
    "`drover <command> --help` says more about one, `drover help <family>` about what belongs together. `drover demo` shows it at work.",
  ].join("\n\n");
}

/** An abbreviation does not end one. */
const firstSentence = (text: string): string => /^.*?(?<!\be\.g|\bi\.e|\betc)\.(?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text;
