/** The second bundle: commands that are not tools, and help. */
import type { CommandClient } from "../client/daemonClient.ts";
import { closest } from "../text/closest.ts";
import { VERSION } from "../protocol/version.ts";
import { elsewhere } from "./elsewhere.ts";
import { commands } from "./commands/index.ts";
import { commonFlags, flagsOf, type OwnCommand, parseOwn } from "./commands/ownCommand.ts";
import { commandHelp, familyHelp, groupHelp, overview, ownHelp } from "./help.ts";
import { commandName, loadCommand } from "./manifest.ts";
import { loadNames, loadPluginCommand, loadVocabulary } from "./pluginCommands.ts";
import type { ToolCommand } from "../protocol/toolSurfaces.ts";
import type { Shell } from "./shell.ts";
import { peopleForm, print, printJson } from "./terminal.ts";
import { wrongUsage } from "./values.ts";

/** What -v says before a call. */
export async function describeReuse(client: Pick<CommandClient, "call">, session: string): Promise<string> {
  const { data } = await client.call("list_sessions", {});
  const known = (data as { sessions?: { id: string; browser: string; endpoint?: string }[] }).sessions?.find(({ id }) => id === session);
  if (!known) return `Session "${session}" opens now`;
  return `Reusing the running ${known.browser} of session "${session}"${known.endpoint ? ` via ${known.endpoint}` : ""}`;
}

/** Runs what main.ts does not know as a tool. */
export async function runOwnCommand(name: string | undefined, argv: string[], shell?: Shell): Promise<number> {
  const json = argv.includes("--json");
  if (name === undefined || name === "help" || name === "version") refuseOptions(name ?? "drover", argv);
  if (name === undefined) return argv.includes("--version") || argv.includes("-V") ? showVersion(json) : showHelp(undefined, json);
  if (name === "version") return showVersion(json);
  if (name === "help") return showHelp(argv.find((word) => !word.startsWith("-")), json);
  const command = commands.find((each) => each.name === name);
  if (!command && (argv.includes("--help") || argv.includes("-h"))) return showHelp(name, json);
  if (!command) throw unknownCommand(name);
  const call = parseOwn(command, argv, shell);
  if (call.on("help")) return showHelp(name, json);
  return command.run(call);
}

/** What may stand where no command reads it: the options of every command, which change nothing here. */
function refuseOptions(name: string, argv: string[]): void {
  const known = ["-V", "--version", ...Object.entries(commonFlags).flatMap(([flag, { short }]) => [`--${flag}`, ...(short ? [`-${short}`] : [])])];
  const wrong = argv.find((word) => word.startsWith("-") && !/^-v+$/.test(word) && !known.includes(word.replace(/=.*/, "")));
  if (wrong !== undefined) throw wrongUsage(`${name} has no option ${wrong}`, "`drover help` lists the commands.");
}

function showVersion(json: boolean): number {
  if (json) printJson({ ok: true, version: VERSION });
  else print(VERSION);
  return 0;
}

export function showCommandHelp(command: ToolCommand, json: boolean): number {
  if (json) printJson({ ok: true, ...command });
  else print(commandHelp(command, peopleForm()));
  return 0;
}

function showHelp(name: string | undefined, json: boolean): number {
  const people = peopleForm();
  const own = commands.find((each) => each.name === name);
  const tool = name === undefined || own ? undefined : (loadCommand(name) ?? loadPluginCommand(name));
  if (tool) return showCommandHelp(tool, json);
  if (name !== undefined && !own) return showGroup(name, json);
  if (json) printJson({ ok: true, ...(own ? ownVocabulary(own) : { commands: commands.map(ownVocabulary), tools: Object.values(loadVocabulary()) }) });
  else print(own ? ownHelp(own, people) : overview(commands, loadVocabulary(), people));
  return 0;
}

/** The tools that share a first word, `storage` of `drover storage get`, and those of a family; some names are both, like `act`. */
function showGroup(name: string, json: boolean): number {
  const all = Object.values(loadVocabulary());
  const sharing = all.filter(({ tool }) => commandName(tool).startsWith(`${name}-`));
  const verbs = sharing.length > 1 ? sharing : [];
  const others = all.filter((each) => each.family === name && !verbs.includes(each));
  const tools = [...verbs, ...others];
  if (tools.length === 0) throw unknownCommand(name);
  const people = peopleForm();
  if (json) printJson({ ok: true, name, tools });
  else print([...(verbs.length > 0 ? [groupHelp(name, verbs, people)] : []), ...(others.length > 0 ? [familyHelp(name, others, people)] : [])].join("\n\n"));
  return 0;
}

const ownVocabulary = (command: OwnCommand): object => {
  const { name, usage, summary, verbs, examples } = command;
  return { name, usage, summary, verbs, flags: flagsOf(command), examples };
};

function unknownCommand(name: string): Error {
  const here = elsewhere[name];
  if (here) return wrongUsage(`there is no command "${name}"`, `Use \`${here}\`.`);
  const tools = loadNames();
  const verbs = tools.flatMap((each) => (each.startsWith(`${name}-`) ? [each.slice(name.length + 1)] : []));
  if (verbs.length > 1) return wrongUsage(`${name} needs one of ${verbs.join(", ")}`, `\`drover help ${name}-${verbs[0]}\` shows how it is used.`);
  const near = closest(name, [...commands.map((each) => each.name), "help", ...tools]);
  return wrongUsage(`there is no command "${name}"`, near ? `Did you mean \`drover ${near}\`?` : "`drover help` lists the commands.");
}
