/** The second bundle: commands that are not tools, and help. */
import type { DaemonClient } from "../client/daemonClient.ts";
import { closest } from "../protocol/closest.ts";
import { VERSION } from "../protocol/version.ts";
import { commandHelp, overview } from "./help.ts";
import { commandName, loadCommand, loadManifest, type ToolCommand } from "./manifest.ts";
import { ownCommands } from "./ownCommands.ts";
import { peopleForm, print } from "./terminal.ts";
import { wrongUsage } from "./values.ts";

export function showCommandHelp(command: ToolCommand): number {
  print(commandHelp(command, peopleForm()));
  return 0;
}

/** What -v says before the call. */
export async function describeReuse(client: DaemonClient, session: string): Promise<string> {
  const { data } = await client.call("list_sessions", {});
  const known = (data as { sessions?: { id: string; browser: string; url: string }[] }).sessions?.find(({ id }) => id === session);
  return known ? `Reusing the running ${known.browser} of session "${session}", at ${known.url}` : `Session "${session}" opens now`;
}

export async function runOwnCommand(name: string | undefined, argv: string[]): Promise<number> {
  if (name === "version" || (name === undefined && argv.includes("--version"))) {
    print(VERSION);
    return 0;
  }
  if (name === undefined || name === "help") {
    const command = argv[0] === undefined ? undefined : loadCommand(argv[0]);
    if (command) return showCommandHelp(command);
    print(overview(loadManifest(), peopleForm()));
    return 0;
  }
  throw unknownCommand(name);
}

function unknownCommand(name: string): Error {
  const tools = Object.values(loadManifest()).flatMap(({ tool, aliases = [] }) => [tool, ...aliases]);
  const near = closest(name, [...ownCommands, ...tools.map(commandName)]);
  return wrongUsage(`there is no command "${name}"`, near ? `Did you mean \`drover ${near}\`?` : "`drover help` lists the commands.");
}
